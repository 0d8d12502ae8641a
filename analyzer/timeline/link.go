package timeline

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// The link form of a timeline is a text that an address can carry behind its #,
// so that it is read without a server:
//
//	1.<base64url of RFC 4648, section 5, without padding>
//
// The number in front is the form's version. What base64url holds is a CRC-32
// (IEEE 802.3, least byte first) of the columns, and behind it the columns as a
// bare DEFLATE stream (RFC 1951). The columns are those of linkColumns. They stand
// for the wide CSV that Write writes, cell by cell, and opening a link gives that
// CSV: what reads a CSV checks what a link holds.

// linkVersion is the version that Link writes, and the only one there is.
const linkVersion = "1"

// How much a link may hold, so that opening one takes bounded time and memory.
const (
	MaxLink        = 2 << 20  // characters of the form; no browser takes longer addresses
	MaxLinkColumns = 8 << 20  // bytes of the columns, inflated
	MaxLinkCSV     = 64 << 20 // bytes of the CSV that is opened
)

// What is wrong with a link that cannot be opened, as the cause of a
// *capture.Error.
var (
	ErrNoLink      = errors.New("this is no link that holds a recording")
	ErrLinkVersion = errors.New("the link is of another version of heldbytes")
	ErrLinkCut     = errors.New("the link is not whole; copy it again, to its end")
	ErrLinkDamaged = errors.New("the link is damaged; copy it again")
	ErrLinkBound   = errors.New("the link holds more than one may")
)

// ErrLinkTooLong is returned by Link for what a link may not hold.
var ErrLinkTooLong = errors.New("this is too long for a link; hand it over as a CSV")

// Deflater packs bytes as a bare DEFLATE stream: deflate.Pack.
type Deflater func(p []byte) ([]byte, error)

// Link is the link form of t with the held bytes of c. What OpenLink makes of it
// is what Write writes of the two. It fails where they do not belong together, and
// with ErrLinkTooLong where OpenLink would refuse it.
func Link(t *Timeline, c Column, deflate Deflater) (string, error) {
	if err := c.fits(t); err != nil {
		return "", err
	}
	columns := writeLinkColumns(t, c)
	if len(columns) > MaxLinkColumns || Write(&bounded{most: MaxLinkCSV}, t, c) != nil {
		return "", ErrLinkTooLong
	}
	packed, err := deflate(columns)
	if err != nil {
		return "", err
	}
	packed = append(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(columns)), packed...)
	form := linkVersion + "." + base64.RawURLEncoding.EncodeToString(packed)
	if len(form) > MaxLink {
		return "", ErrLinkTooLong
	}
	return form, nil
}

// OpenLink is the wide CSV that a link form stands for. An error is a
// *capture.Error without its file, whose Offset counts characters of the form,
// and whose cause is one of ErrNoLink, ErrLinkVersion, ErrLinkCut, ErrLinkDamaged
// and ErrLinkBound. The CSV is one that Write could have written in its layout;
// what its cells say is checked by whoever reads it.
func OpenLink(form string) (csv []byte, err error) {
	version, text, ok := strings.Cut(form, ".")
	if _, err := strconv.ParseUint(version, 10, 16); err != nil || !ok {
		return nil, noLink(0, capture.Quote([]byte(form)), "a version, a point and base64url", ErrNoLink)
	}
	if version != linkVersion {
		return nil, noLink(0, version, linkVersion, ErrLinkVersion)
	}
	if len(form) > MaxLink {
		return nil, noLink(MaxLink, "more", "the end", ErrLinkBound)
	}
	columns, err := unpackLink(text)
	if err != nil {
		return nil, err
	}
	x, ok := readLinkColumns(columns)
	if !ok {
		return nil, noLink(capture.None, "columns that no recording has", "", ErrLinkDamaged)
	}
	out := &bounded{most: MaxLinkCSV, kept: true}
	bw := bufio.NewWriter(out)
	bw.WriteString(x.codes)
	writeRows(bw, &x.t, x.column, x.layout)
	if bw.Flush() != nil {
		return nil, noLink(capture.None, "a CSV of more than 64 MiB", "", ErrLinkBound)
	}
	return out.b, nil
}

// noLink is the error of a link. Inlined it would be a kilobyte of the page.
//
//go:noinline
func noLink(at int, read, want string, cause error) *capture.Error {
	return &capture.Error{Offset: int64(at), Read: read, Want: want, Err: cause}
}

// Where the parts of a link form begin, in characters and in bytes.
const (
	linkTextAt = len(linkVersion) + 1
	linkSum    = crc32.Size
)

// linkPiece is how many bytes are inflated at once: DEFLATE makes at most 1032
// bytes of one, which bounds what is held beyond MaxLinkColumns.
const linkPiece = 512

// unpackLink takes base64url and DEFLATE off, and holds that what comes out is
// what went in.
func unpackLink(text string) ([]byte, error) {
	for i := range len(text) {
		if !IsLinkByte(text[i]) {
			return nil, noLink(linkTextAt+i, strconv.QuoteRune(rune(text[i])), "a letter, a digit, - or _", ErrLinkDamaged)
		}
	}
	cut := noLink(linkTextAt+len(text), "the end", "the rest of the link", ErrLinkCut)
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) <= linkSum { // of such characters only their number can be wrong
		return nil, cut
	}
	sum, packed := binary.LittleEndian.Uint32(packed), packed[linkSum:]
	var columns []byte
	inflate := coding.NewWithin(coding.List{coding.Deflate}, new(coding.Budget), nil)
	for len(packed) > 0 && err == nil {
		piece := packed[:min(len(packed), linkPiece)]
		packed = packed[len(piece):]
		err = inflate.Write(piece, func(p []byte) { columns = append(columns, p...) })
		if len(columns) > MaxLinkColumns {
			return nil, noLink(capture.None, "columns of more than 8 MiB", "", ErrLinkBound)
		}
	}
	if err == nil {
		if inflate.Close() != nil {
			return nil, cut
		}
		if crc32.ChecksumIEEE(columns) == sum {
			return columns, nil
		}
	}
	return nil, noLink(capture.None, "what does not match its checksum", "", ErrLinkDamaged)
}

// IsLinkByte says whether c can stand behind the point of a link form.
func IsLinkByte(c byte) bool {
	return c-'0' <= 9 || c|0x20-'a' <= 25 || c == '-' || c == '_'
}

// bounded takes up to most bytes, and keeps them if it is to.
type bounded struct {
	b    []byte
	n    int
	most int
	kept bool
}

func (w *bounded) Write(p []byte) (int, error) {
	if w.n += len(p); w.n > w.most {
		return 0, ErrLinkTooLong
	}
	if w.kept {
		w.b = append(w.b, p...)
	}
	return len(p), nil
}
