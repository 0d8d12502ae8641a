package document

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// facts are what was read, in a few words each.
func (d *Document) facts() []string {
	t := d.Diagnosis.Timeline
	var out []string
	if !d.alone() {
		out = append(out, d.say("{n chunk chunks}", len(t.Chunks)), d.Language.Say("{n byte bytes}", diagnose.Args{"n": t.Total()}))
	}
	if t.Payload {
		out = append(out, d.say("{n event events}", t.Spans.Sum().Events.Count), t.Framing.String())
	}
	if t.Rows.Count > 0 {
		out = append(out, d.say("{n observed_row observed_rows}", t.Rows.Count))
	}
	if t.Timed {
		out = append(out, d.say("{n stall stalls}", len(d.Diagnosis.Stalls)))
	}
	return out
}

// source writes how the recording was read.
func (w *writer) source() {
	t := w.Diagnosis.Timeline
	w.begin("section", "class", "source")
	w.element("h2", w.t("How it was read"))
	w.begin("dl")
	w.fact("Format", t.Format.String())
	if w.Exchanges > 1 {
		args := diagnose.Args{"exchange": int64(w.Exchange), "exchanges": int64(w.Exchanges)}
		w.fact("Exchange", w.Language.Say("{exchange} of {exchanges}", args))
	}
	w.fact("Where its clock stood", t.Level.String())
	switch {
	case slices.Contains(t.Notes, capture.NoteMadeUpTimes):
		w.fact("Times", w.t("made up"))
	case t.Timed:
		w.fact("Times", w.t("as recorded"))
	default:
		w.fact("Times", w.t("none"))
	}
	if !w.alone() {
		w.number("Chunks", int64(len(t.Chunks)))
		w.number("Bytes", t.Total())
	}
	w.framing()
	if len(t.Coding) > 0 {
		how := w.t("taken off")
		if t.Coded {
			how = w.t("not taken off")
		}
		w.fact("Content coding", t.Coding.String()+w.t(", ")+how)
	}
	if t.Rows.Count > 0 {
		w.number("Rows of the reader", int64(t.Rows.Count))
	}
	if t.Accept.Set {
		w.fact("Wait for the first chunk, ms", diagnose.Millis(-t.Accept.Time))
	}
	if t.Timed {
		w.fact("EOF at, ms", w.mark(t.EOF))
		w.fact("A stall is at least, ms", diagnose.Millis(w.Diagnosis.Stall))
	}
	w.end()
	w.end()
}

func (w *writer) framing() {
	t := w.Diagnosis.Timeline
	if !t.Payload {
		w.fact("Framing", w.t("none: no close is known"))
		return
	}
	how := w.t("asked for")
	if t.Detected {
		how = w.t("detected")
	}
	w.fact("Framing", t.Framing.String()+w.t(", ")+how)
	w.number("Events that closed", int64(t.Spans.Sum().Events.Count))
	w.number("Of these bad", int64(t.Spans.Bad()))
	_, largest := t.Spans.Largest()
	w.number("Largest event, bytes", largest)
	if n := t.Spans.Len(); n > 0 {
		if last := t.Spans.At(n - 1); last.End == framing.Open {
			w.number("Open at the end, bytes", t.Total()-last.Start)
		}
	}
}

// fact writes one thing about how the recording was read.
func (w *writer) fact(name, value string) {
	w.begin("div")
	w.element("dt", w.t(name))
	w.element("dd", value)
	w.end()
}

func (w *writer) number(name string, n int64) { w.fact(name, diagnose.Group(n)) }
