package coding

// ring is the output of a brotli decoder: what may still be referred to, up to
// 16 MiB. It has room for what was decoded so far, rounded up to a power of two,
// and not more than the window.
type ring struct {
	buf     []byte
	most    int   // bytes of the window
	total   int64 // bytes put
	emitted int64
	emit    func([]byte)
}

// firstRing is the room to begin with.
const firstRing = 64 << 10

func (r *ring) init(window int) {
	r.most = window
	r.buf = make([]byte, min(window, firstRing))
}

// flush emits what has not been.
func (r *ring) flush() {
	for r.emitted < r.total {
		at := int(r.emitted) & (len(r.buf) - 1)
		n := min(int(r.total-r.emitted), len(r.buf)-at, MaxPiece)
		r.emitted += int64(n)
		r.emit(r.buf[at : at+n])
	}
}

// room is how many bytes can be put at the place that comes next, after making
// some if there are none. It emits all before it lets anything be overwritten.
func (r *ring) room() (at, n int) {
	at = int(r.total) & (len(r.buf) - 1)
	if at == 0 && r.total > 0 {
		r.flush()
		if len(r.buf) < r.most { // then nothing was overwritten yet
			buf := make([]byte, 2*len(r.buf))
			copy(buf, r.buf)
			at, r.buf = len(r.buf), buf
		}
	}
	return at, len(r.buf) - at
}

// put puts b, or as much of it as there is room for in one piece.
func (r *ring) put(b []byte) (n int) {
	at, _ := r.room()
	n = copy(r.buf[at:], b)
	r.total += int64(n)
	return n
}

// repeat puts length bytes again from distance back, which may be fewer.
func (r *ring) repeat(distance, length int) {
	for length > 0 {
		at, room := r.room()
		from := int(r.total-int64(distance)) & (len(r.buf) - 1)
		n := min(length, room, len(r.buf)-from)
		to, src := r.buf[at:at+n], r.buf[from:]
		for done := copy(to, src[:min(distance, n)]); done < n; { // what was just put is repeated
			done += copy(to[done:], to[:done])
		}
		r.total += int64(n)
		length -= n
	}
}

// last returns the last byte and the one before it, zeros where there is none.
func (r *ring) last() (last, second byte) {
	mask := int64(len(r.buf) - 1)
	if r.total > 0 {
		last = r.buf[(r.total-1)&mask]
	}
	if r.total > 1 {
		second = r.buf[(r.total-2)&mask]
	}
	return last, second
}
