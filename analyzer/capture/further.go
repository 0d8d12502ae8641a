package capture

import (
	"bufio"
	"errors"
	"io"
)

// Importer reads a format that package capture knows and does not read itself,
// since what reading it takes is too much for every page.
type Importer struct {
	Format Format
	Open   func(r io.Reader, name string) (Reader, error)
	Looks  func(head []byte) bool // tells the format surely, where package capture alone only suspects it; else nil
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
		{Format: FormatLog, Open: onLines(func(l lines, head []byte) Reader { return newClientLog(l, beginsWith(head, "[")) })},
		{Format: FormatHAR, Open: onLines(func(l lines, _ []byte) Reader { return newHAR(l) })},
		{Format: FormatCDP, Open: onLines(func(l lines, head []byte) Reader { return newCDP(l, head) })},
		{Format: FormatNetLog, Open: onLines(func(l lines, _ []byte) Reader { return newNetLog(l) })},
		{Format: FormatTrace, Open: onLines(func(l lines, _ []byte) Reader { return newTrace(l) })},
		{Format: FormatStrace, Open: onLines(func(l lines, _ []byte) Reader { return newStrace(l) })},
		{Format: FormatTshark, Open: onLines(openTshark)},
		{Format: FormatAsciicast, Open: onLines(func(l lines, head []byte) Reader { return newAsciicast(l, head) })},
		{Format: FormatFixture, Open: onLines(func(l lines, _ []byte) Reader { return newFixture(l) })},
		{Format: FormatList, Open: onLines(func(l lines, _ []byte) Reader { return newListing(l) }), Looks: looksLikeList},
	}
}

// onLines makes an Importer's Open of an importer's.
func onLines(open func(l lines, head []byte) Reader) func(r io.Reader, name string) (Reader, error) {
	return func(r io.Reader, name string) (Reader, error) {
		br := bufio.NewReaderSize(r, peekSize)
		head, _ := br.Peek(peekSize)
		return open(lines{file: name, br: br, max: maxLine}, head), nil
	}
}
