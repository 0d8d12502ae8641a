package share

import (
	"bytes"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Canonical reads a timeline as CSV and writes it anew from what a timeline can
// hold: numbers, flags and codes. Whatever else there is in the cells and lines
// of codes either is refused, or does not come back. What it returns is read as
// the same timeline and comes back as it is. It takes MaxBytes at most, and
// returns at most so many; its errors say in one line what was read and what was
// wanted.
func Canonical(csv []byte) ([]byte, error) {
	a, err := analyze(csv, analyzer.Options{})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := a.WriteCSV(&out); err != nil {
		return nil, err
	}
	if out.Len() > MaxBytes {
		return nil, errTooLarge
	}
	return out.Bytes(), nil
}

// analyze reads a timeline as CSV, and nothing else that the analyzer can read.
func analyze(csv []byte, o analyzer.Options) (*analyzer.Analysis, error) {
	switch {
	case len(csv) > MaxBytes:
		return nil, errTooLarge
	case !utf8.Valid(csv): // gzip too
		return nil, errText
	}
	// An importer takes a last row that is cut off for what a recording ended in.
	// What is uploaded has an end.
	if len(csv) > 0 && csv[len(csv)-1] != '\n' {
		csv = append(csv[:len(csv):len(csv)], '\n')
	}
	o.Name, o.Format = "timeline.csv", capture.FormatSamples
	a, err := analyzer.Analyze(bytes.NewReader(csv), o)
	if err != nil {
		return nil, err
	}
	if len(a.Exchanges) != 1 {
		return nil, errRuns
	}
	return a, nil
}
