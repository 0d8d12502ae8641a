package ui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// page is the components with an engine and a browser that are not there. It
// stands for the renderer as well: each frame ends in Rendered.
type page struct {
	sync.Mutex
	*ui.Root
	t      *testing.T
	do     func(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error)
	asked  []string
	of     []int // Request.Of of what was asked
	listed []engine.Rows
	shell  []string
	tell   func(int)

	tellLab func(int)
	views   []ui.View
	onTable func()
	renders int

	tellOverview func(int)
}

func (p *page) RLock()        {}
func (p *page) RUnlock()      {}
func (p *page) UnlockOnly()   { p.Unlock() }
func (p *page) UnlockRender() { p.renders++; p.Rendered(); p.Unlock() }

func (p *page) Do(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
	if r.Rows != nil {
		p.listed = append(p.listed, *r.Rows)
		return engine.Reply{Table: &engine.Table{Totals: map[string]int{"stalls": 4, "events": 34, "chunks": 1035}}}, nil
	}
	plain := r
	plain.Of, plain.InPlaceOf = 0, nil
	b, err := json.Marshal(plain)
	if err != nil {
		return engine.Reply{}, err
	}
	for _, f := range files {
		b = append(b, " "+f.Name...)
	}
	p.Lock()
	p.asked, p.of = append(p.asked, string(b)), append(p.of, r.Of)
	p.Unlock()
	return p.do(ctx, r, files, progress)
}

func (p *page) Speak(*language.Language) {}
func (p *page) Dark() bool               { return true }

func (p *page) WatchGraph(at string, tell func(int)) {
	switch at {
	case "#graph":
		p.tell = tell
	case "#overview":
		p.tellOverview = tell
	default:
		p.tellLab = tell
	}
}

func (p *page) SetGraph(at, svg string) {
	p.shell = append(p.shell, strings.TrimPrefix(at, "#")+" "+svg)
}

func (p *page) SetView(v ui.View) { p.views = append(p.views, v) }

func (p *page) SetTable(at, name string, t *engine.Table, anew bool) {
	p.shell = append(p.shell, fmt.Sprint(strings.TrimPrefix(at, "#"), " ", name, " ", t.Totals[name], " anew ", anew))
	if p.onTable != nil {
		p.onTable()
	}
}

func (p *page) SetStatus(text string, _ bool) { p.shell = append(p.shell, "status "+text) }

func (p *page) DownloadPicture(name, svg string) {
	p.shell = append(p.shell, "picture "+name+" "+svg)
}

func (p *page) Download(name, _, text string) {
	p.Lock()
	p.shell = append(p.shell, "download "+name+" "+text)
	p.Unlock()
}

func (p *page) ShowFile(n int)                 { p.shell = append(p.shell, fmt.Sprint("file ", n)) }
func (p *page) ClearPaste()                    { p.shell = append(p.shell, "clear") }
func (p *page) ScrollToTop()                   {}
func (p *page) Focus(selector string)          { p.shell = append(p.shell, "focus "+selector) }
func (p *page) says(t *testing.T, want string) { t.Helper(); p.has(t, p.html(t), want) }

func (p *page) has(t *testing.T, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("the page has no %s:\n%s", want, got)
	}
}

func (p *page) html(t *testing.T) string {
	t.Helper()
	env, err := vugu.NewBuildEnv(p)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := staticrender.New(&b).Render(env.RunBuild(p.Root)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// answer is an engine that has read what it is given.
func answer(t *testing.T, report *analyzer.Report) func(context.Context, engine.Request, []engine.File, func(engine.Progress)) (engine.Reply, error) {
	return func(_ context.Context, r engine.Request, _ []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
		switch {
		case r.Analyze != nil:
			progress(engine.Progress{Read: 1, Total: 2})
			b, err := json.Marshal(report)
			return engine.Reply{Report: b}, err
		case r.Report:
			b, err := json.Marshal(report)
			return engine.Reply{Report: b}, err
		case r.Guess != nil:
			return engine.Reply{Guess: &engine.Guess{Kind: engine.BesidePoint, Point: true, Chunks: 3, Bytes: 45}}, nil
		case r.Draw != nil:
			return engine.Reply{Text: "<svg/>"}, nil
		}
		return engine.Reply{Text: "i,t_ms"}, nil
	}
}

func newPage(t *testing.T) *page {
	p := &page{t: t}
	p.Root = ui.New(p, p)
	p.do = answer(t, &analyzer.Report{Headline: "It took 7 ms.", Result: "Less by 1,000 bytes."})
	p.Started(p)
	p.Rendered()
	return p
}
