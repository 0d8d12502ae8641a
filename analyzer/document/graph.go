package document

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// widths are those that the graph is drawn for, in CSS pixels; the style sheet
// shows the one that fits.
var widths = [...]int{1072, 720, 356}

// graph writes the graph and what the script needs to let it answer.
func (w *writer) graph(data *points) error {
	w.begin("section", "class", "plate", "id", "graph", "aria-labelledby", "graph-title")
	w.element("h2", w.t("Held bytes against time"), "id", "graph-title")
	w.begin("div", "class", "graphs")
	for i, width := range widths {
		o := figure.Options{Width: width, Labels: w.Language.Labels()}
		var svg bytes.Buffer
		if err := figure.SVG(&svg, w.Figure, o); err != nil {
			return err
		}
		w.raw("div", svg.String(), "class", "g"+strconv.Itoa(i))
		data.place(figure.Place(w.Figure, o))
	}
	w.end()
	w.begin("div", "id", "cursor", "hidden", "")
	w.begin("p", "class", "slide")
	w.element("label", w.t("Cursor"), "for", "point")
	w.void("input", "type", "range", "id", "point", "min", "0", "value", "0", "step", "1")
	w.end()
	w.begin("dl", "class", "readings")
	for _, r := range w.readings() {
		w.begin("div")
		w.element("dt", r.name)
		w.element("dd", "", "data-of", r.of)
		w.end()
	}
	w.end()
	w.element("p", "", "id", "said", "class", "unseen", "role", "status")
	w.element("p", w.t("Move over the graph, or use the arrow keys; with Shift they go from stall to stall. Held bytes are those just before and just after release."), "class", "dim how")
	w.end()
	if kept := len(data.Times); kept < data.all {
		args := diagnose.Args{"all": int64(data.all), "kept": int64(kept)}
		w.element("p", w.Language.Say("Of {all} points the cursor stops at {kept}: where most was held in each stretch of them, and at its end. The graph shows all.", args), "class", "dim")
	}
	w.end()
	return nil
}

// reading is what is read off at the cursor.
type reading struct {
	name string
	of   string // what the script fills in
}

func (d *Document) readings() []reading {
	t := d.Diagnosis.Timeline
	var out []reading
	if t.Timed {
		out = append(out, reading{d.t("time, ms"), "time"})
	}
	out = append(out, reading{d.t(d.unit()), "point"})
	if !d.alone() {
		out = append(out, reading{d.t("received, bytes"), "received"})
	}
	labels := d.Language.Labels()
	for _, s := range d.lines() {
		name := labels.Rules[s.Rule.Kind]
		if name == "" {
			name = s.Rule.String()
		}
		out = append(out, reading{d.t("held, bytes") + strings.Replace(d.t(": %s"), "%s", name, 1), "line"})
	}
	if t.Payload {
		out = append(out, reading{d.t("the event"), "event"})
	}
	return out
}
