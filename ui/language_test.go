package ui_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// shouted is a language that can be told from English, as the page gets it.
const shouted = `{"tag":"x","sentences":{"unit.ms":"MS","unit.chunk":"CHUNK","list.and":" AND "},"texts":{
"Reader":"THE READER","{n event events}":"{n} EVENTS",": read %s":": READ %s",", want %s":" FOR %s","a number":"A NUMBER"}}`

func TestPageChangesItsLanguageWithoutReadingAgain(t *testing.T) {
	p := newPage(t)
	t.Cleanup(func() { p.Give(ui.Input{Kind: ui.InputLanguage}) })
	p.tell(640)
	p.do = answer(t, &analyzer.Report{Headline: "before", Source: analyzer.SourceReport{Chunks: 3, Payload: true}})
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.says(t, ">0 events")
	p.asked = nil
	p.do = answer(t, &analyzer.Report{Headline: "AFTER", Source: analyzer.SourceReport{Chunks: 3, Payload: true}})
	p.Give(ui.Input{Kind: ui.InputLanguage, Words: shouted})
	p.says(t, "AFTER")
	p.says(t, "THE READER")
	p.says(t, "0 EVENTS")
	if asked := strings.Join(p.asked, "\n"); strings.Contains(asked, "analyze") || !strings.Contains(asked, `"report":true`) || !strings.Contains(asked, `"draw"`) {
		t.Errorf("asked %s", asked)
	}
}

func TestPageSaysAnErrorInItsLanguage(t *testing.T) {
	p := newPage(t)
	t.Cleanup(func() { p.Give(ui.Input{Kind: ui.InputLanguage}) })
	p.do = func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
		return engine.Reply{}, &capture.Error{File: "a.csv", Line: 2, Offset: capture.None, Read: "zero", Want: "a number"}
	}
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	p.says(t, "a.csv:2: read zero, want a number")
	p.Give(ui.Input{Kind: ui.InputLanguage, Words: shouted})
	p.says(t, "a.csv:2: READ zero FOR A NUMBER")
	p.Give(ui.Input{Kind: ui.InputLanguage})
	p.says(t, "a.csv:2: read zero, want a number")
}

// A refusal crosses from the engine to the page in its parts.
func TestRefusalsCross(t *testing.T) {
	for _, err := range []error{
		&capture.Error{File: "a", Line: 2, Offset: capture.None, Read: "b", Want: "c"},
		&capture.Error{File: "a", Offset: 9, Read: "b", Err: errors.New("cause")},
		errors.New("no place"),
	} {
		r := engine.Reply{Error: err.Error(), Refused: engine.Refuse(err)}
		if got := r.Err().Error(); got != err.Error() {
			t.Errorf("%q crosses as %q", err, got)
		}
	}
}

// Another recording is shown by the time that the report of the one before comes in
// the new language.
func TestLanguageIsOfWhatIsShownThen(t *testing.T) {
	p := newPage(t)
	t.Cleanup(func() { p.Give(ui.Input{Kind: ui.InputLanguage}) })
	p.tell(640)
	p.Give(ui.Input{Kind: ui.InputFiles, Files: files})
	first, second := answer(t, &analyzer.Report{Headline: "FIRST"}), answer(t, &analyzer.Report{Headline: "SECOND"})
	p.do = second
	good, reports := p.do, 0
	p.do = func(ctx context.Context, r engine.Request, f []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		if r.Report {
			if reports++; reports == 1 {
				p.Give(ui.Input{Kind: ui.InputSample, Sample: "sawtooth"})
				return first(ctx, r, f, progress)
			}
		}
		return good(ctx, r, f, progress)
	}
	p.Give(ui.Input{Kind: ui.InputLanguage, Words: shouted})
	p.says(t, "SECOND")
	if reports != 2 {
		t.Errorf("%d reports were asked for, want 2", reports)
	}
}
