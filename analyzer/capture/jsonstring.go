package capture

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// unquote appends what a JSON string stands for. lone says that it has half of
// a surrogate pair, which becomes U+FFFD: the mark of text that was decoded
// apart on both sides of a cut inside a character. Bytes that are not UTF-8
// stay as they are.
func unquote(dst, raw []byte) (out []byte, lone bool, err error) {
	out, n, lone, err := unquoteFirst(dst, raw)
	if err == nil && n < len(raw) {
		err = errSyntax
	}
	return out, lone, err
}

// unquoteFirst is unquote for the string that text begins with; n is its length,
// with its quotes.
func unquoteFirst(dst, text []byte) (out []byte, n int, lone bool, err error) {
	if len(text) == 0 || text[0] != '"' {
		return dst, 0, false, errSyntax
	}
	for i := 1; ; {
		// What is plain is copied eight bytes at a time, and what it is not with it:
		// what comes next is written over that.
		dst = slices.Grow(dst, 8)
		if i < len(text)-7 {
			w, at := binary.LittleEndian.Uint64(text[i:i+8:i+8]), len(dst)
			binary.LittleEndian.PutUint64(dst[at:at+8], w)
			k := plainBytes(w)
			dst, i = dst[:at+k], i+k
			if k == 8 {
				continue
			}
		}
		for i < len(text) && text[i] != '"' && text[i] != '\\' {
			dst, i = append(dst, text[i]), i+1
		}
		switch {
		case i < len(text) && text[i] == '"':
			return dst, i + 1, lone, nil
		case i+1 >= len(text):
			return dst, 0, lone, errSyntax
		}
		c := text[i+1]
		if e := escapes[c]; e != 0 {
			dst, i = append(dst, e), i+2
			continue
		}
		r, ok := unicodeEscape(text[i:])
		if !ok {
			return dst, 0, lone, errSyntax
		}
		i += 6
		if utf16.IsSurrogate(r) {
			low, ok := unicodeEscape(text[i:])
			if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
				r, i = pair, i+6
			} else {
				r, lone = utf8.RuneError, true
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
}

// escapes are what the letter behind a backslash stands for, u aside.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// plainBytes is the number of bytes of w, the lowest first, before a quote or a
// backslash.
func plainBytes(w uint64) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	q, b := w^('"'*ones), w^('\\'*ones)
	// The lowest bit that is set is right; a borrow can set others above it.
	return bits.TrailingZeros64(((q-ones)&^q|(b-ones)&^b)&highs) >> 3
}

// unicodeEscape reads the four digits of the \u at the beginning of raw.
func unicodeEscape(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 32)
	return rune(n), err == nil
}

// bare returns what a JSON string stands for, or the text of another value as it
// is. ok is false for half a surrogate pair.
func bare(raw []byte) (text []byte, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return raw, true
	}
	text = raw[1 : len(raw)-1]
	if jsontext.Either(text, '\\', '\\') == len(text) {
		return text, true
	}
	text, lone, err := unquote(nil, raw)
	return text, !lone && err == nil
}

// plainString is bare for a string of which at most max bytes are kept.
func plainString(raw []byte, max int) string {
	text, _ := bare(raw)
	return string(text[:min(len(text), max)])
}

// wholeNumber reads a count that is a JSON number or a string of one.
func wholeNumber(raw []byte) (int64, bool) {
	text, _ := bare(raw)
	return parseCount(text)
}

// timeOf reads a time that is a JSON number or a string of one, in units of
// 10^digits nanoseconds.
func timeOf(raw []byte, digits int) (time.Duration, bool) {
	text, _ := bare(raw)
	return parseUnit(text, digits)
}
