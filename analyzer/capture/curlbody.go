package capture

import "time"

// curlBody is one response body of a curl trace.
type curlBody struct {
	httpBody
	begun     bool        // a byte of data was found: the framing is what the head says
	early     []curlPiece // reads before that, which held framing alone
	exchange  int         // or None before the first bytes
	lossy     bool        // not all bytes are known any more
	ended     Mark        // when the connection was closed or put away
	lastChunk Mark        // when the last chunk came, if its trailers did not end in that read
	order     order
}

// curlPiece is what one read brought.
type curlPiece struct {
	at   time.Duration
	data []byte
}

func newCurlBody(h *httpHead, method string, lossy bool) *curlBody {
	b := &curlBody{exchange: None}
	b.kind, b.left = h.body(method)
	b.framing.lossy = lossy
	return b
}

// unfinished says that the body has a length or a last chunk, and that it has
// not come.
func (b *curlBody) unfinished() bool {
	return b.kind == bodyLength || b.kind == bodyChunked && !b.lastChunk.Set
}

// take appends the data of a read to dst. whole says that the body is complete.
// On an error the body is bodyNone, and dst has what came before it; or it is
// bodyClose, if the bytes were never chunked: then dst has nothing of them, and
// early and the read itself are the body.
func (b *curlBody) take(dst []byte, read curlPiece) (out []byte, whole bool, err error) {
	n, chunked := len(dst), b.kind == bodyChunked || b.kind == bodyUnsure
	dst, _, err = b.httpBody.take(dst, read.data)
	switch {
	case len(dst) > n:
		b.begun, b.early = true, nil
	case err != nil && !b.begun:
		b.kind = bodyClose
		return dst, false, err
	case chunked && !b.begun:
		b.early = append(b.early, curlPiece{read.at, append([]byte(nil), read.data...)})
	}
	switch {
	case err != nil:
		b.kind = bodyNone
	case b.whole():
		b.lastChunk = Mark{}
		return dst, true, nil
	case b.framing.last() && !b.lastChunk.Set:
		b.lastChunk = Mark{Time: read.at, Set: true}
	}
	return dst, false, err
}
