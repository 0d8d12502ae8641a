package ui

import (
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Words for the codes that people meet in one line, without a sentence around
// them. A code that is not here is its own word.
var (
	formatWords  = map[string]string{"samples": "sample CSV", "capture": "capture", "curl": "curl trace", "stamped": "stamped lines"}
	framingWords = map[string]string{"sse": "SSE", "sse-text": "SSE text", "lines": "JSON Lines", "json": "JSON"}
)

func word(words map[string]string, code string) string {
	if w, ok := words[code]; ok {
		return w
	}
	return code
}

// Line says what was read, and how where that is not the usual way.
func (c *Root) Line() string {
	r := c.Report
	parts := []string{c.shown.String()}
	if r.Source.Payload {
		parts = append(parts, count(int64(r.Framing.Events), "event"))
	}
	if r.Source.Chunks > 0 { // of rows alone no bytes are known
		parts = append(parts, count(r.Source.Bytes, "byte"))
	}
	parts = append(parts, word(formatWords, r.Source.Format))
	if r.Source.Payload {
		parts = append(parts, word(framingWords, r.Framing.Name))
	}
	if r.Observed != nil {
		parts = append(parts, count(int64(r.Observed.Rows), "observed row"))
	}
	return strings.Join(append(parts, c.shownWith.changes()...), " · ")
}

// changes are the options that are not as a recording begins with. The choice
// of an exchange is told by the report.
func (o OptionsData) changes() []string {
	var parts []string
	usual := DefaultOptions()
	if o.Framing != usual.Framing {
		parts = append(parts, "read as "+word(framingWords, o.Framing))
	}
	if o.StallMS != usual.StallMS {
		parts = append(parts, "stalls from "+group(decimal(o.StallMS))+" ms on")
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

// Row is what evidence counts, in the report's own word.
func (c *Root) Row() string {
	if c.Report.Source.Format == "" {
		return (&analyzer.Report{Source: analyzer.SourceReport{Chunks: 1}}).Row() // nothing is shown yet
	}
	return c.Report.Row()
}
