package capture

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote appends what a JSON string stands for. lone says that it has half of
// a surrogate pair, which becomes U+FFFD: the mark of text that was decoded
// apart on both sides of a cut inside a character. Bytes that are not UTF-8
// stay as they are.
func unquote(dst, raw []byte) (out []byte, lone bool, err error) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return dst, false, errSyntax
	}
	raw = raw[1 : len(raw)-1]
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(dst, raw...), lone, nil
		}
		dst, raw = append(dst, raw[:i]...), raw[i:]
		if len(raw) < 2 {
			return dst, lone, errSyntax
		}
		switch c := raw[1]; c {
		case '"', '\\', '/':
			dst = append(dst, c)
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, ok := unicodeEscape(raw)
			if !ok {
				return dst, lone, errSyntax
			}
			raw = raw[6:]
			if utf16.IsSurrogate(r) {
				low, ok := unicodeEscape(raw)
				if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
					r, raw = pair, raw[6:]
				} else {
					r, lone = utf8.RuneError, true
				}
			}
			dst = utf8.AppendRune(dst, r)
			continue
		default:
			return dst, lone, errSyntax
		}
		raw = raw[2:]
	}
	return dst, lone, nil
}

// unicodeEscape reads the four digits of the \u at the beginning of raw.
func unicodeEscape(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 32)
	return rune(n), err == nil
}
