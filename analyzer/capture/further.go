package capture

import (
	"bufio"
	"io"
)

// Further returns the importers of formats that Open does not read by itself. A
// program that does not call it does not carry their code: the page that
// everybody loads is such a program, and loads another once a recording needs
// it.
func Further() []Importer {
	return []Importer{
		{FormatHAR, onLines(func(l lines, _ []byte) Reader { return newHAR(l) })},
		{FormatCDP, onLines(func(l lines, head []byte) Reader { return newCDP(l, head) })},
		{FormatNetLog, onLines(func(l lines, _ []byte) Reader { return newNetLog(l) })},
		{FormatTrace, onLines(func(l lines, _ []byte) Reader { return newTrace(l) })},
		{FormatStrace, onLines(func(l lines, _ []byte) Reader { return newStrace(l) })},
		{FormatTshark, onLines(openTshark)},
		{FormatAsciicast, onLines(func(l lines, head []byte) Reader { return newAsciicast(l, head) })},
		{FormatFixture, onLines(func(l lines, _ []byte) Reader { return newFixture(l) })},
		{FormatList, onLines(func(l lines, _ []byte) Reader { return newListing(l) })},
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
