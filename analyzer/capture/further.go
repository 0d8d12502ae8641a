package capture

import (
	"bufio"
	"errors"
	"io"
)

// Importer reads a format that Open does not read by itself, since what telling
// it from others and reading it takes is too much for every page.
type Importer struct {
	Format Format
	Open   func(r io.Reader, name string) (Reader, error)
	Looks  func(head []byte) bool // tells the format surely, where package capture alone only suspects it; else nil

	knows *knowledge                                                                       // of recordings, at least of this format; nil: none but what Open has
	pair  func(a, b io.Reader, o Options, nameB string) (r Reader, restA, restB io.Reader) // of a format that takes two files: OpenPair
}

// ErrElsewhere is the cause where the Importer of a recording's format is not
// among those given.
var ErrElsewhere = errors.New("this build does not read it")

// Further returns the importers of formats that Open does not read by itself. A
// program that does not call it does not carry their code: the page that
// everybody loads is such a program, and loads another once a recording needs
// it.
func Further() []Importer {
	return []Importer{
		{Format: FormatLog, Open: onLines(func(l lines, head []byte) Reader { return newClientLog(l, beginsWith(head, "[")) }), knows: &everything},
		{Format: FormatHAR, Open: onLines(func(l lines, _ []byte) Reader { return newHAR(l) })},
		{Format: FormatCDP, Open: onLines(func(l lines, head []byte) Reader { return newCDP(l, head) })},
		{Format: FormatNetLog, Open: onLines(func(l lines, _ []byte) Reader { return newNetLog(l) })},
		{Format: FormatTrace, Open: onLines(func(l lines, _ []byte) Reader { return newTrace(l) })},
		{Format: FormatStrace, Open: onLines(func(l lines, _ []byte) Reader { return newStrace(l) })},
		{Format: FormatTshark, Open: onLines(openTshark)},
		{Format: FormatAsciicast, Open: onLines(func(l lines, head []byte) Reader { return newAsciicast(l, head) })},
		{Format: FormatScript, Open: onLines(func(l lines, _ []byte) Reader { return newHalfOfScript(l) }), pair: openScript},
		{Format: FormatFixture, Open: onLines(func(l lines, _ []byte) Reader { return newFixture(l) })},
		{Format: FormatList, Open: onLines(func(l lines, _ []byte) Reader { return newListing(l) }), Looks: looksLikeList},
	}
}

// OpenPair opens two recordings that are one only together: the output of script
// and its timings, in either order. Where they are not such a pair, or o wants
// another format or has no importer of it, r is nil, and what a and b had comes
// from restA and restB.
func OpenPair(a, b io.Reader, o Options, nameB string) (r Reader, restA, restB io.Reader) {
	for _, more := range o.More {
		if more.pair == nil || o.Format != FormatUnknown && o.Format != more.Format {
			continue
		}
		if r, a, b = more.pair(a, b, o, nameB); r != nil {
			return r, nil, nil
		}
	}
	return nil, a, b
}

// has says whether there is an importer of f, which Open does not read itself.
func (o *Options) has(f Format) bool {
	for _, more := range o.More {
		if more.Format == f {
			return true
		}
	}
	return false
}

// onLines makes the Open of an Importer of that of an importer, which takes lines.
func onLines(open func(l lines, head []byte) Reader) func(r io.Reader, name string) (Reader, error) {
	return func(r io.Reader, name string) (Reader, error) {
		br := bufio.NewReaderSize(r, peekSize)
		head, _ := br.Peek(peekSize)
		return open(lines{file: name, br: br, max: maxLine}, head), nil
	}
}
