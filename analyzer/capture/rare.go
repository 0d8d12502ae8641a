package capture

import (
	"bufio"
	"io"
)

// Rare returns the importers of formats that few people bring. Open has none of
// them by itself: a program that does not call Rare does not carry their code,
// and the page that everybody loads is such a program.
func Rare() []Importer {
	return []Importer{
		{FormatAsciicast, onLines(func(l lines, head []byte) Reader { return newAsciicast(l, head) })},
		{FormatStrace, onLines(func(l lines, _ []byte) Reader { return newStrace(l) })},
		{FormatTshark, onLines(openTshark)},
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
