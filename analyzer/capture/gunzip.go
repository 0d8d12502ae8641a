package capture

import (
	"errors"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// gunzipPiece is how many coded bytes are decoded at once. DEFLATE makes at most
// 1032 bytes of one, which bounds what is held.
const gunzipPiece = 512

// gunzip is the text of a recording that was compressed as a whole (RFC 1952):
// any number of gzip members. Where they end too soon or are broken, the text
// ends with what came before, and why says so.
type gunzip struct {
	from    io.Reader
	decoder coding.Decoder
	coded   [gunzipPiece]byte
	decoded []byte
	next    int // of decoded, the byte to be returned next
	err     error
	why     *coding.Error
}

func newGunzip(r io.Reader) *gunzip {
	return &gunzip{from: r, decoder: coding.NewWithin(coding.List{coding.Gzip}, new(coding.Budget), nil)}
}

func (g *gunzip) Read(p []byte) (int, error) {
	for g.next == len(g.decoded) {
		if g.err != nil {
			return 0, g.err
		}
		g.decoded, g.next = g.decoded[:0], 0
		n, err := g.from.Read(g.coded[:])
		broken := g.decoder.Write(g.coded[:n], func(b []byte) { g.decoded = append(g.decoded, b...) })
		g.err = err
		if err == io.EOF && broken == nil {
			broken = g.decoder.Close()
		}
		if errors.As(broken, &g.why) {
			g.err = io.EOF
		}
	}
	n := copy(p, g.decoded[g.next:])
	g.next += n
	return n, nil
}

// gunzipped reads the text of a gunzip and tells the exchanges how it ended.
type gunzipped struct {
	Reader
	text *gunzip
	file string
	some bool // a record has been returned
	err  error
}

func (g *gunzipped) Next() (Record, error) {
	if g.err != nil {
		return Record{}, g.err
	}
	var r Record
	if r, g.err = g.Reader.Next(); g.err == nil {
		g.some = true
		return r, nil
	}
	switch {
	case g.text.why == nil:
	case !g.some:
		g.err = g.text.fail(g.file)
	case g.err == io.EOF:
		g.tell()
	}
	return r, g.err
}

// tell tells every exchange that the recording was not whole.
func (g *gunzipped) tell() {
	why := g.text.why
	for _, e := range g.Exchanges() {
		switch {
		case errors.Is(why, coding.ErrCut):
			e.Note(NoteTruncated)
		case e.Damage.Records == 0:
			e.Note(NoteDamaged)
			e.Damage = Damage{Records: 1, Offset: why.Offset}
		}
	}
}

// Rows implements RowReader for a recording that has rows.
func (g *gunzipped) Rows(dst []Row) int {
	if rows, ok := g.Reader.(RowReader); ok {
		return rows.Rows(dst)
	}
	return 0
}

// fail is the error of a recording of which nothing could be read.
func (g *gunzip) fail(file string) error {
	return &Error{File: file, Offset: g.why.Offset, Read: g.why.Read + " in gzip", Want: g.why.Want, Err: g.why.Err}
}
