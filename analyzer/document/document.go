// Package document writes the report of a recording: one HTML file that opens
// from a disk without a network, and in which the graph answers to the cursor.
// It is made from a timeline alone, so no byte of the stream, no name and no
// address can be in it.
package document

import (
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// Document is what a report is made from.
type Document struct {
	Diagnosis *diagnose.Diagnosis
	Figure    *figure.Figure
	CSV       func(io.Writer) error // writes the timeline
	Remarks   []string              // on how the recording was read, as sentences
	Exchange  int                   // the one that was analysed, from 1
	Exchanges int                   // that the recording holds
	Language  *language.Language    // nil: English
}

// What a report holds at most. What it leaves out it counts.
const (
	MaxPoints   = 100_000 // at which the cursor stops
	MaxRows     = 100_000 // of the CSV; where there are more it is not in the report
	MaxStalls   = 50
	MaxEvidence = 20 // of one claim
)

// writer is a report in the making.
type writer struct {
	*Document
	markup
}

// Write writes the report. Its errors are those of w and of CSV.
func (d *Document) Write(w io.Writer) error {
	r := &writer{Document: d}
	sheet, points := style(), d.points()
	r.WriteString("<!doctype html>\n")
	r.begin("html", "lang", d.tag())
	r.head(sheet)
	r.begin("body")
	r.begin("main")
	r.answer()
	if err := r.graph(points); err != nil {
		return err
	}
	r.stalls()
	r.figures()
	r.source()
	if err := r.timeline(); err != nil {
		return err
	}
	r.end()
	r.begin("footer")
	r.element("p", d.t("Made by heldbytes from numbers only: no payload, no names, no addresses. This file loads nothing and sends nothing. Lengths can still tell a story."))
	r.end()
	r.raw("script", points.json(), "type", "application/json", "id", "data")
	r.raw("script", script)
	r.end()
	r.end()
	_, err := io.WriteString(w, r.String())
	return err
}

func (w *writer) head(sheet string) {
	w.begin("head")
	w.void("meta", "charset", "utf-8")
	w.void("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	w.void("meta", "http-equiv", "Content-Security-Policy", "content", policy(script, sheet))
	w.void("meta", "name", "color-scheme", "content", "light dark")
	w.void("meta", "name", "referrer", "content", "no-referrer")
	w.element("title", "heldbytes: "+strings.Join(w.facts(), " · "))
	w.void("link", "rel", "icon", "href", "data:,") // lest one is asked for
	w.raw("style", sheet)
	w.end()
}

// timeline writes the CSV, to be plotted anew.
func (w *writer) timeline() error {
	n := w.Diagnosis.Timeline.Len()
	if n > MaxRows {
		w.element("p", w.say("The timeline has {n row rows}, too many to stand here; heldbytes analyze --csv writes it.", n), "class", "dim")
		return nil
	}
	var csv strings.Builder
	if err := w.CSV(&csv); err != nil {
		return err
	}
	w.begin("details", "class", "csv")
	w.element("summary", w.say("The timeline as CSV, {n row rows}", n))
	w.begin("p", "id", "take", "hidden", "")
	w.element("button", w.t("Copy"), "type", "button", "id", "copy")
	w.text(" ")
	w.element("button", w.t("Save"), "type", "button", "id", "save")
	w.end()
	w.element("pre", csv.String(), "id", "csv", "tabindex", "0", "role", "group", "aria-label", w.t("The timeline as CSV"))
	w.end()
	return nil
}

// t is the text that is called english, in the language of the report.
func (d *Document) t(english string) string { return d.Language.Text(english) }

// say is a text in which {n} stands for a number.
func (d *Document) say(english string, n int) string {
	return d.Language.Say(english, diagnose.Args{"n": int64(n)})
}

func (d *Document) tag() string {
	if d.Language == nil {
		return language.English.Tag
	}
	return d.Language.Tag
}

// unit is what a point is, and evidence counts.
func (d *Document) unit() string {
	if d.alone() {
		return "row"
	}
	return "chunk"
}

// alone reports whether there are a reader's rows and no chunks.
func (d *Document) alone() bool { return len(d.Diagnosis.Timeline.Chunks) == 0 }

// place names a point by its number, or EOF.
func (d *Document) place(point int) string {
	if !d.alone() && point == len(d.Diagnosis.Timeline.Chunks) {
		return d.t("EOF")
	}
	return diagnose.Group(int64(point))
}

// more counts what is not listed, if there is more.
func (w *writer) more(n int) {
	if n > 0 {
		w.element("p", w.say("and {n} more; heldbytes analyze --json lists all of them", n), "class", "dim")
	}
}
