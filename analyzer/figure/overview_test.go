package figure_test

import (
	"bytes"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

func TestOverviewIsTheWholeWithoutWords(t *testing.T) {
	for name, f := range map[string]*figure.Figure{"stalls": upstream(), "untimed": untimed(), "lanes": marked(), "nothing": {}} {
		o := figure.Options{Overview: true, Width: 700}
		svg := draw(t, f, o)
		nodes := parse(t, svg)
		for _, word := range []string{"text", "title", "desc", "circle"} {
			if n := named(nodes, word); len(n) > 0 {
				t.Errorf("%s: there is a <%s>: %v", name, word, n)
			}
		}
		p, whole := figure.Place(f, o), figure.Place(f, figure.Options{Width: 700})
		if p.Window != whole.Whole || p.Whole != whole.Whole || p.Most != whole.Most {
			t.Errorf("%s: shows %+v of %+v", name, p, whole)
		}
		if p.Height != 44 || nodes[0].int(t, "height") != 44 || p.Left < 0 || p.Right > 700 || p.Right-p.Left < 680 {
			t.Errorf("%s: is at %+v", name, p)
		}
		o.Window = figure.Window{From: 3, To: 4}
		if !bytes.Equal(draw(t, f, o), svg) {
			t.Errorf("%s: shows a window", name)
		}
	}
}

func TestOverviewHasTheStalls(t *testing.T) {
	f := upstream()
	o := figure.Options{Overview: true}
	p := figure.Place(f, o)
	row := cells(t, f, o, true)
	for i, want := range []byte("ofi") {
		x, _ := p.Spot(figure.Mark{Time: (f.Stalls[i].From + f.Stalls[i].To) / 2})
		if got := row[x-p.Left]; got != want {
			t.Errorf("stall %d is %q, want %q", i, got, want)
		}
	}
}
