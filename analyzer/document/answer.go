package document

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// answer writes the headline, what proves it, and the result.
func (w *writer) answer() {
	c, x := w.Language.Catalogue(), w.Diagnosis
	w.begin("p", "class", "line")
	w.begin("b", "class", "brand")
	w.text("held")
	w.element("b", "bytes")
	w.end()
	for i, fact := range w.facts() {
		if i > 0 {
			w.text(" · ")
		}
		w.element("span", fact, "class", "n")
	}
	w.end()
	w.begin("h1")
	for i, text := range c.Headline(x) {
		if i > 0 {
			w.text(c["list.sentences"])
		}
		class := "part"
		if i > 1 {
			class = "sub"
		}
		w.begin("span", "class", class)
		w.prose(text)
		w.end()
	}
	w.end()
	w.begin("div", "class", "findings")
	w.finding("Reader", x.Reader, c.ReaderSentence)
	w.finding("Arrivals", x.Arrivals, c.ArrivalsSentence)
	w.finding("Stream", x.Stream, c.StreamSentence)
	w.end()
	verdict := c.ResultSentence(x.Result)
	if verdict == "" {
		verdict = c.ElsewhereSentence(x)
	}
	w.begin("p", "class", "verdict")
	w.prose(verdict)
	w.end()
	if len(w.Remarks) == 0 {
		return
	}
	w.begin("ul", "class", "remarks")
	for _, remark := range w.Remarks {
		w.element("li", remark)
	}
	w.end()
}

// finding writes one axis.
func (w *writer) finding(axis string, f diagnose.Finding, say func(diagnose.Finding) string) {
	w.begin("section", "class", "finding")
	w.begin("h2")
	w.element("span", "", "class", "sign "+axis, "aria-hidden", "true")
	w.text(" " + w.t(axis))
	w.end()
	w.begin("p")
	w.claim(f, say)
	w.end()
	w.proof(f.Evidence)
	if len(f.Also) > 0 {
		w.begin("ul", "class", "also")
		for _, also := range f.Also {
			w.begin("li")
			w.claim(also, say)
			w.proof(also.Evidence)
			w.end()
		}
		w.end()
	}
	w.end()
}

func (w *writer) claim(f diagnose.Finding, say func(diagnose.Finding) string) {
	w.element("b", string(f.Code))
	w.text(" — ")
	w.prose(say(f))
}

// proof writes the chunks or rows that prove a claim, in the order of time.
func (w *writer) proof(evidence []diagnose.Evidence) {
	if len(evidence) == 0 {
		return
	}
	rows := slices.Clone(evidence)
	slices.SortStableFunc(rows, func(a, b diagnose.Evidence) int {
		if a.Time != b.Time {
			return int(min(max(a.Time-b.Time, -1), 1))
		}
		return a.Chunk - b.Chunk
	})
	count := "{n chunk chunks}"
	if w.alone() {
		count = "{n row rows}"
	}
	w.begin("details", "class", "proof")
	w.element("summary", w.say(count, len(rows)))
	w.begin("table")
	w.columns(w.t(w.unit()), w.t("at, ms"), w.t("held, bytes"))
	w.begin("tbody")
	for _, e := range rows[:min(len(rows), MaxEvidence)] {
		w.begin("tr")
		w.begin("td")
		w.jump(e.Chunk, w.place(e.Chunk))
		w.end()
		w.element("td", diagnose.Millis(e.Time))
		w.element("td", diagnose.Group(e.Held))
		w.end()
	}
	w.end()
	w.end()
	w.more(len(rows) - MaxEvidence)
	w.end()
}

// columns write the head of a table.
func (w *writer) columns(titles ...string) {
	w.begin("thead")
	w.begin("tr")
	for _, title := range titles {
		w.element("th", title, "scope", "col")
	}
	w.end()
	w.end()
}
