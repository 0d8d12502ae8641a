package ui

import (
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Words for the codes that people meet in one line, without a sentence around
// them. A code that is not here is its own word.
var (
	formatWords  = map[string]string{"samples": later("sample CSV"), "capture": later("capture"), "stamped": later("stamped lines")}
	framingWords = map[string]string{"sse": later("SSE"), "sse-text": later("SSE text"), "lines": later("JSON Lines"), "json": later("JSON"),
		"json-array": later("JSON array"), "json-seq": later("JSON text sequence"), "grpc": later("gRPC"), "aws-eventstream": later("AWS event stream"), "content-length": later("Content-Length")}
)

// formatWord is a format in one line: its own word, or how sentences call it.
func formatWord(code string) string {
	for _, f := range capture.Formats() {
		if f.Name == code && formatWords[code] == "" {
			return t(strings.TrimPrefix(strings.TrimPrefix(f.Short, "a "), "an "))
		}
	}
	return word(formatWords, code)
}

func word(words map[string]string, code string) string {
	if w, ok := words[code]; ok {
		return t(w)
	}
	return code
}

// Line says what was read, and how where that is not the usual way.
func (c *Root) Line() string {
	var b strings.Builder
	for _, p := range c.LineParts() {
		b.WriteString(p.Text)
	}
	return b.String()
}

// LineParts are what the line breaks between: names, then facts of a few words
// each, which are not broken.
func (c *Root) LineParts() []Part {
	r := c.Report
	texts := []string{c.shown.String()}
	if r.Source.Payload {
		texts = append(texts, count(int64(r.Framing.Events), "event"))
	}
	if r.Source.Chunks > 0 { // of rows alone no bytes are known
		texts = append(texts, count(r.Source.Bytes, "byte"))
	}
	texts = append(texts, formatWord(r.Source.Format))
	if r.Source.Payload {
		texts = append(texts, word(framingWords, r.Framing.Name))
	}
	if r.Observed != nil {
		texts = append(texts, count(int64(r.Observed.Rows), "observed row"))
	}
	texts = append(texts, c.shownWith.changes()...)
	parts := []Part{{Text: texts[0]}}
	for i, text := range texts[1:] {
		parts[i].Text += " · "
		parts = append(parts, Part{Text: text, Class: "n"})
	}
	return parts
}

// changes are the options that are not as a recording begins with. The choice
// of an exchange is told by the report.
func (o OptionsData) changes() []string {
	var parts []string
	usual := DefaultOptions()
	if o.Framing != usual.Framing {
		parts = append(parts, fmt.Sprintf(t("read as %s"), word(framingWords, o.Framing)))
	}
	if o.StallMS != usual.StallMS {
		parts = append(parts, fmt.Sprintf(t("stalls from %s ms on"), group(decimal(o.StallMS))))
	}
	if o.CadenceMS > 0 {
		parts = append(parts, fmt.Sprintf(t("made-up times, %s ms apart"), group(decimal(o.CadenceMS))))
	}
	return parts
}

// Verdict is the result, or that it lies elsewhere.
func (c *Root) Verdict() string {
	if c.Report.Result != "" {
		return c.Report.Result
	}
	return c.Report.Elsewhere
}

// Row is what evidence counts: chunk or row.
func (c *Root) Row() string {
	if c.Report.Source.Format == "" {
		return (&analyzer.Report{Source: analyzer.SourceReport{Chunks: 1}}).Row(nil) // nothing is shown yet
	}
	return c.Report.Row(nil)
}
