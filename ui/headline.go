package ui

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Headline is the answer: what the reader did, what the arrivals did and,
// smaller, the stalls by cause. Its text is the report's headline.
type Headline struct {
	Report *analyzer.Report
}

// lateCodes are the readers whose ms are time that closed events waited.
var lateCodes = []string{"late", "keeps-bad"}

// Parts are its sentences. The class colours the numbers of one that tells a
// cause's time.
func (c *Headline) Parts() []Part {
	texts := c.Report.Parts
	if len(texts) == 0 {
		texts = []string{c.Report.Headline}
	}
	var parts []Part
	for i, text := range texts {
		p := Part{Text: text}
		switch {
		case i == 0 && slices.Contains(lateCodes, c.Report.Findings.Reader.Code):
			p.Class = "release"
		case i == 1 && c.Report.Findings.Arrivals.Code == "mid-event":
			p.Class = "open"
		case i > 1:
			p.Class = "sub"
		}
		if i < len(texts)-1 {
			p.Text += spoken.Catalogue()["list.sentences"]
		}
		parts = append(parts, p)
	}
	return parts
}
