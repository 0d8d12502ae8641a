// Package coding takes content codings off a body (RFC 9110, section 8.4.1) as
// its bytes arrive: each byte of output that the coded bytes so far determine
// comes out at once, as from the inflaters of browsers and of curl. A decoder
// that waited for the end of a block would date events later than a reader
// could have seen them.
package coding

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrUnsupported is what every UnsupportedError is.
var ErrUnsupported = errors.New("coding: unsupported")

// UnsupportedError names a coding that is not read and says what to do about it.
type UnsupportedError struct {
	Name string // shortened
	Want string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%v: %q, want %s", ErrUnsupported, e.Name, e.Want)
}

func (e *UnsupportedError) Unwrap() error { return ErrUnsupported }

// Name is a content coding that is read.
type Name uint16

const (
	Gzip    Name = iota + 1 // RFC 1952; x-gzip is the same
	Deflate                 // RFC 1950, or RFC 1951 without its wrapping, as some servers send it
	Brotli                  // RFC 7932
)

var names = [...]string{Gzip: "gzip", Deflate: "deflate", Brotli: "br"}

// String returns the name that Content-Encoding has for n.
func (n Name) String() string {
	if n > 0 && int(n) < len(names) {
		return names[n]
	}
	return "?"
}

// Names returns the codings that are read, identity aside.
func Names() []string { return slices.Clone(names[Gzip:]) }

// List is the codings of one body in the order in which they were applied; the
// last is taken off first. It is empty where there is none.
type List []Name

// maxList bounds a List: each coding multiplies what a byte can become.
const maxList = 4

// String joins the names by +, as in gzip+br.
func (l List) String() string {
	parts := make([]string, len(l))
	for i, n := range l {
		parts[i] = n.String()
	}
	return strings.Join(parts, "+")
}

// Parse reads the value of Content-Encoding, such as "gzip, br", or what
// List.String writes. Case does not matter; identity is left out. An error
// is an *UnsupportedError that names the first coding that is not read.
func Parse(field string) (List, error) {
	var l List
	for s := range strings.FieldsFuncSeq(strings.ToLower(field), func(r rune) bool { return strings.ContainsRune(",+ \t", r) }) {
		if s == "identity" {
			continue
		}
		if s == "x-gzip" {
			s = "gzip"
		}
		i := slices.Index(names[Gzip:], s)
		switch {
		case i < 0:
			return nil, refuse(s, "one of gzip, deflate and br")
		case len(l) == maxList:
			return nil, refuse(field, fmt.Sprintf("at most %d codings", maxList))
		}
		l = append(l, Gzip+Name(i))
	}
	return l, nil
}

// refuse says what to do about a coding that is not read.
func refuse(name, want string) error {
	const most = 40
	if len(name) > most {
		name = name[:most] + "…"
	}
	return &UnsupportedError{Name: name, Want: want + "; a request with Accept-Encoding: identity asks for none"}
}

// Decoder takes a coding off a body that arrives in pieces, cut anywhere. What
// it emits, where it fails, and what is pending after a byte depend on the
// bytes alone, never on the cuts.
type Decoder interface {
	// Write takes the next coded bytes and calls emit with what they decode to,
	// in pieces of at most MaxPiece bytes that are valid during the call. An
	// error is an *Error and final: what was emitted before it stays valid, and
	// nothing is emitted after it.
	Write(p []byte, emit func(decoded []byte)) error

	// Close says whether the body could end here. If not, the error is an
	// *Error that wraps ErrCut; after a failed Write it is that error again. A
	// body without a byte can end. Close changes nothing.
	Close() error

	// Pending is the number of coded bytes received that have yielded nothing
	// yet: those after the byte that last completed output, a block (of brotli a
	// meta-block) or the stream. So headers are pending until what they open
	// yields output; a flush leaves nothing pending once its marker is whole; a
	// checked trailer and the padding behind it are not pending. A decoder that
	// failed holds nothing.
	Pending() int64
}

// MaxPiece bounds the pieces that a Decoder emits, in bytes.
const MaxPiece = 32 << 10

// Maker makes the decoder of one coding, within a budget.
type Maker func(*Budget) Decoder

// New returns the decoder of a list: of no coding the one that passes all on.
func New(l List) Decoder { return NewWithin(l, new(Budget), NewBrotli) }

// NewWithin is New for one of several bodies that share a budget. brotli is
// NewBrotli, or nil where no list has Brotli: its dictionary is then no part of
// the program.
func NewWithin(l List, b *Budget, brotli Maker) Decoder {
	switch len(l) {
	case 0:
		return &identity{}
	case 1:
		return one(l[0], b, brotli)
	}
	return newChain(l, b, brotli)
}

func one(n Name, b *Budget, brotli Maker) Decoder {
	switch n {
	case Gzip:
		return newGunzip()
	case Deflate:
		return newUndeflate()
	}
	return brotli(b)
}

// Sniff recognises a coded body by its first bytes, where no header says so:
// gzip alone can be told (RFC 1952, section 2.3.1). No text begins like it.
func Sniff(prefix []byte) (n Name, ok bool) {
	if len(prefix) >= sniffLen && prefix[0] == gzipID1 && prefix[1] == gzipID2 && prefix[2] == methodDeflate {
		return Gzip, true
	}
	return 0, false
}

// MaySniff says that what follows prefix may still make it one that Sniff
// recognises.
func MaySniff(prefix []byte) bool {
	return len(prefix) < sniffLen && bytes.HasPrefix([]byte{gzipID1, gzipID2, methodDeflate}, prefix)
}

// sniffLen is the number of bytes that Sniff looks at.
const sniffLen = 3

// identity is the coding that changes nothing.
type identity struct{}

func (identity) Write(p []byte, emit func([]byte)) error {
	for piece := range slices.Chunk(p, MaxPiece) {
		emit(piece)
	}
	return nil
}

func (identity) Close() error   { return nil }
func (identity) Pending() int64 { return 0 }
