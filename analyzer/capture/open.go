package capture

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// Options say what is known of a recording before it is read.
type Options struct {
	Name   string     // as the user named it, for errors only
	Format Format     // FormatUnknown: told from the content
	More   []Importer // of formats that Open does not read by itself: Further, and those of other packages
}

// ErrEmpty is the cause where a recording has no bytes, white space aside.
var ErrEmpty = errors.New("the recording is empty")

// peekSize is how much of a recording is looked at to tell its format.
const peekSize = 64 << 10

// Open tells the format of a recording from its first 64 KiB, unless o names
// it, and returns a Reader of it. The recording is UTF-8, with or without a
// BOM, or that compressed with gzip: lines and offsets in errors count in the
// text. Every error is an *Error; that of an unknown recording says which formats
// can be read or, where it is recognised as something of no use, how to record
// instead.
func Open(r io.Reader, o Options) (Reader, error) {
	br, head, err := begin(r, o)
	if err != nil {
		return nil, err
	}
	if _, coded := coding.Sniff(head); !coded || o.Format == FormatBody {
		return open(br, head, o)
	}
	text := newGunzip(br)
	if br, head, err = begin(text, o); err != nil {
		return nil, err
	}
	if _, twice := coding.Sniff(head); twice {
		return nil, &Error{File: o.Name, Offset: 0, Read: "gzip in gzip", Want: "it decompressed once: gunzip FILE"}
	}
	inner, err := open(br, head, o)
	if err != nil && text.why != nil && (errors.Is(err, ErrEmpty) || errors.Is(text.why, coding.ErrCut)) {
		err = text.fail(o.Name)
	}
	if err != nil {
		return nil, err
	}
	return &gunzipped{Reader: inner, text: text, file: o.Name}, nil
}

// begin returns the first bytes of a recording, as many as peekSize.
func begin(r io.Reader, o Options) (br *bufio.Reader, head []byte, err error) {
	br = bufio.NewReaderSize(r, peekSize)
	head, err = br.Peek(peekSize)
	if err != nil && err != io.EOF {
		if len(head) == 0 {
			return nil, nil, &Error{File: o.Name, Offset: None, Err: err}
		}
		// bufio forgets the error; what came before it is read first.
		br = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(bytes.Clone(head)), failing{err}), peekSize)
		head, _ = br.Peek(len(head))
	}
	return br, head, nil
}

// open is Open for a recording that is not compressed.
func open(br *bufio.Reader, head []byte, o Options) (Reader, error) {
	l := lines{file: o.Name, br: br, max: maxLine}
	if o.Format == FormatBody && len(head) > 0 {
		return newBody(l), nil // the bytes of the file, with blanks and a BOM at its start
	}
	if bytes.HasPrefix(head, bom) {
		br.Discard(len(bom))
		head = head[len(bom):]
	}
	if skipSpace(head, 0) == len(head) && len(head) < peekSize-len(bom) {
		return nil, &Error{File: o.Name, Offset: None, Err: ErrEmpty}
	}
	t := o.teller()
	m := t.of(o.Format)
	if o.Format == FormatUnknown {
		var why *Error
		if m, why = t.tell(t, head); why != nil {
			why.File = o.Name
			return nil, why
		}
	}
	if m == nil {
		return nil, &Error{File: o.Name, Offset: None, Read: "the format " + o.Format.String(), Want: "a recording: " + t.titles(), Err: ErrElsewhere}
	}
	return m.read(l, head, o)
}

// read opens a recording of this format.
func (m *importer) read(l lines, head []byte, o Options) (Reader, error) {
	if m.open != nil {
		return m.open(l, head), nil
	}
	for _, more := range o.More {
		if more.Format == m.Format {
			return more.Open(l.br, l.file)
		}
	}
	return nil, &Error{File: o.Name, Offset: None, Read: m.Short, Err: ErrElsewhere}
}

// failing is an io.Reader that only fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
