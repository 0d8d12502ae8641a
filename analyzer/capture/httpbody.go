package capture

// httpBody takes the framing of HTTP/1.1 off one message body.
type httpBody struct {
	kind    bodyKind
	left    int64 // of a bodyLength
	framing dechunker
}

// take appends the data in b to dst and returns how many bytes of b belong to
// the body. On an error, which chunked framing alone makes, dst has what came
// before it, and n is the offset of the byte that cannot be.
func (b *httpBody) take(dst, data []byte) (out []byte, n int, err error) {
	switch b.kind {
	case bodyLength:
		n = int(min(b.left, int64(len(data))))
		b.left -= int64(n)
		return append(dst, data[:n]...), n, nil
	case bodyClose:
		return append(dst, data...), len(data), nil
	case bodyChunked:
		return b.framing.add(dst, data)
	}
	return dst, 0, nil
}

// whole says that the last byte of the body has come.
func (b *httpBody) whole() bool {
	return b.kind == bodyNone || b.kind == bodyLength && b.left == 0 || b.kind == bodyChunked && b.framing.done()
}
