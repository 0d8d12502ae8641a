package capture

import (
	"bytes"
	"encoding/base64"
)

// appendBase64 appends the bytes that text, which it changes, is base64 of, in
// either alphabet (RFC 4648, sections 4 and 5), padded or not.
func appendBase64(dst, text []byte) ([]byte, bool) {
	text = bytes.TrimRight(text, "=")
	for i, c := range text {
		switch c {
		case '-':
			text[i] = '+'
		case '_':
			text[i] = '/'
		}
	}
	dst, err := base64.RawStdEncoding.AppendDecode(dst, text)
	return dst, err == nil
}

// appendHex appends the bytes that text is hexadecimal of, pairs of digits with
// blanks or colons between them or not.
func appendHex(dst, text []byte) ([]byte, bool) {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == ' ' || c == ':' {
			continue
		}
		if i+1 == len(text) {
			return dst, false
		}
		high, ok1 := hexDigit(text[i])
		low, ok2 := hexDigit(text[i+1])
		if !ok1 || !ok2 {
			return dst, false
		}
		dst = append(dst, high<<4|low)
		i++
	}
	return dst, true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
