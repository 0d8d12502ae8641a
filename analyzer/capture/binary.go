package capture

import (
	"bytes"
	"encoding/base64"
)

// appendBase64 appends the bytes that text is base64 of, in either alphabet (RFC
// 4648, sections 4 and 5), padded or not.
func appendBase64(dst, text []byte) ([]byte, bool) {
	text = bytes.TrimRight(text, "=")
	out, err := base64.RawStdEncoding.AppendDecode(dst, text)
	if err == nil {
		return out, true
	}
	// Both alphabets in one text are taken too.
	text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("-"), []byte("+")), []byte("_"), []byte("/"))
	out, err = base64.RawStdEncoding.AppendDecode(dst, text)
	return out, err == nil
}

// appendQuotedBase64 appends the bytes that a JSON string is base64 of, in the
// standard alphabet and padded (RFC 4648, section 4).
func appendQuotedBase64(dst, raw []byte) ([]byte, bool) {
	text, ok := bare(raw)
	if !ok || raw[0] != '"' {
		return dst, false
	}
	dst, err := base64.StdEncoding.AppendDecode(dst, text)
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
	if d := c - '0'; d <= 9 {
		return d, true
	}
	d := (c | 0x20) - 'a'
	return d + 10, d <= 5
}
