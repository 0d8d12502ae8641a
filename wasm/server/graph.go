//go:build js && wasm

package server

import (
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// draw draws the last analysis, and says where and with what the knob changes.
func (e *server) draw(d *engine.Draw) (out engine.Reply, err error) {
	if d.Rule != "" {
		if out.Knob, err = e.view.Turn(d.Rule); err != nil {
			return out, err
		}
	}
	f := e.view.Figure(d.Lines, d.Rule)
	for _, m := range d.Marks {
		f.Marks = append(f.Marks, figure.Mark{Time: time.Duration(m.Time), Chunk: m.Chunk, Held: m.Held})
	}
	o := figure.Options{Width: d.Width, Dark: d.Dark, Bare: d.Width > 0, NoKeys: d.Width > 0, Overview: d.Overview, Labels: e.language.Labels()}
	if w := d.Window; w != nil {
		o.Window = figure.Window(*w)
	}
	var p figure.Plot
	out.Text, err = written(func(w io.Writer) (err error) {
		p, err = figure.Draw(w, f, o)
		return err
	})
	out.Plot = &engine.Plot{
		Width: p.Width, Height: p.Height, Left: p.Left, Top: p.Top, Right: p.Right, Bottom: p.Bottom,
		From: p.From, To: p.To, High: p.High, Most: p.Most, Timed: p.Timed, Whole: engine.Window(p.Whole), Lines: e.view.Lines(),
	}
	return out, err
}
