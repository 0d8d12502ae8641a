package analyzer

import (
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// Budget is what a reader may do. Bounds that are not set are capture.None.
type Budget struct {
	MaxHeld    int64         // bytes, just before release
	MaxRelease time.Duration // from an event's close to its handoff
}

// Check holds the observed reader to a budget: held bytes fall at every close,
// or, where a MaxRelease is set, each event goes within it, which one that is
// never let go does not; and no bound is passed. It returns a sentence for
// each breach, and none for a reader that keeps within it. The error, a
// *capture.Error without its file, says that the recording cannot answer: it measures no reader,
// or its rows do not show one.
func (a *Analysis) Check(b Budget) ([]string, error) {
	d, c := a.Diagnosis, a.Language.Catalogue()
	refuse := func(read, want string) ([]string, error) {
		return nil, &capture.Error{Offset: capture.None, Read: read, Want: want}
	}
	said := strings.TrimSuffix(c.ReaderSentence(d.Reader), ".")
	switch {
	case d.Reader.Code == diagnose.Unmeasured:
		return refuse("no rows of a reader", "rows that a reader recorded of itself, in this file or in a second one")
	case d.Observed == nil || d.Reader.Code == diagnose.Undecidable || d.Reader.Code == diagnose.SampledLate:
		return refuse("rows that do not show what their reader did", "others: "+strings.ToLower(said[:1])+said[1:])
	case b.MaxRelease != capture.None && !a.Timeline.Payload:
		return refuse("no event's close", "the chunks with their bytes, to know how long after its close each event was handed off")
	case b.MaxRelease != capture.None && !a.Timeline.Timed:
		return refuse("no times", "the chunks with their times, to know how long after its close each event was handed off")
	}
	var breaches []string
	say := func(key string, args diagnose.Args) {
		breaches = append(breaches, c.Sentence("check."+key, args, nil))
	}
	never, gaveUp := neverLetsGo(d.Reader)
	switch {
	case b.MaxRelease == capture.None && !isPrompt(d.Reader):
		breaches = append(breaches, c.ReaderSentence(d.Reader))
	case b.MaxRelease != capture.None && gaveUp:
		breaches = append(breaches, c.ReaderSentence(never))
	}
	if peak := d.Observed.Series.Peak(); b.MaxHeld != capture.None && peak > b.MaxHeld {
		say("held", diagnose.Args{"peak": peak, "most": b.MaxHeld})
	}
	if wait := d.Observed.Wait; b.MaxRelease != capture.None && wait > b.MaxRelease && !gaveUp {
		say("release", diagnose.Args{"wait_ms": int64(wait), "most_ms": int64(b.MaxRelease)})
	}
	return breaches, nil
}

// isPrompt reports whether a reader hands off every event as it closes, whatever
// else is found of it.
func isPrompt(f diagnose.Finding) bool {
	return f.Code == diagnose.Prompt || slices.ContainsFunc(f.Also, isPrompt)
}

// neverLetsGo returns the finding, or the one beside it, that some events are
// never let go. How long they waited until EOF dropped them is then no time to
// a handoff.
func neverLetsGo(f diagnose.Finding) (diagnose.Finding, bool) {
	switch f.Code {
	case diagnose.NeverMatched, diagnose.Drops, diagnose.KeepsBad:
		return f, true
	}
	for _, also := range f.Also {
		if also, ok := neverLetsGo(also); ok {
			return also, true
		}
	}
	return diagnose.Finding{}, false
}
