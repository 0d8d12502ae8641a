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
func (h *httpBody) take(dst, b []byte) (out []byte, n int, err error) {
	if h.kind == bodyUnsure && len(b) > 0 {
		h.settle(b)
	}
	switch h.kind {
	case bodyLength:
		n = int(min(h.left, int64(len(b))))
		h.left -= int64(n)
		return append(dst, b[:n]...), n, nil
	case bodyClose:
		return append(dst, b...), len(b), nil
	case bodyChunked:
		return h.framing.add(dst, b)
	}
	return dst, 0, nil
}

// settle tells from the first bytes of a body how it ends.
func (h *httpBody) settle(b []byte) {
	h.kind = bodyChunked
	framing := h.framing
	if _, _, err := framing.add(nil, b[:min(len(b), maxChunkDigits)]); err != nil {
		h.kind = bodyClose
	}
}

// skip is take for n bytes that are not known: data of the took that belong to
// the body are no framing. ok is false where that does not show any more; then
// nothing was taken.
func (h *httpBody) skip(n int64) (data, took int64, ok bool) {
	switch h.kind {
	case bodyLength:
		n = min(h.left, n)
		h.left -= n
		return n, n, true
	case bodyClose, bodyUnsure:
		h.kind = bodyClose
		return n, n, true
	case bodyChunked:
		if data, ok = h.framing.skip(n); ok {
			took = n
		}
		return data, took, ok
	}
	return 0, 0, true
}

// whole says that the last byte of the body has come.
func (h *httpBody) whole() bool {
	return h.kind == bodyNone || h.kind == bodyLength && h.left == 0 || h.kind == bodyChunked && h.framing.done()
}
