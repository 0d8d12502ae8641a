package coding

// wrapped is an inflater inside a wrapping: what gzip and zlib share.
type wrapped struct {
	inflater
	wrapping
	out     func([]byte)
	offset  int64 // coded bytes taken
	pending int64
	err     *Error
}

// wrapping is what stands before and behind a DEFLATE stream.
type wrapping interface {
	inBody() bool     // the next byte is the inflater's
	bodyDone()        // the DEFLATE stream has ended
	content(b []byte) // sees each decoded piece before it is emitted

	// byte takes one byte outside the stream. whole says that with it all that
	// came is checked and nothing is pending.
	byte(c byte) (whole bool, err *Error)

	wants() string // what is missing if the body ends here; "" if it may
}

func (w *wrapped) init(n Name, by wrapping) {
	w.coding, w.wrapping = n, by
	w.emit = func(b []byte) {
		by.content(b)
		w.out(b)
	}
}

func (w *wrapped) Pending() int64 { return w.pending }

func (w *wrapped) Close() error {
	if w.err != nil {
		return w.err
	}
	if want := w.wants(); want != "" && w.offset > 0 {
		return cut(w.coding, w.offset, want)
	}
	return nil
}

func (w *wrapped) Write(p []byte, emit func([]byte)) error {
	w.out = emit
	for len(p) > 0 && w.err == nil {
		p = p[w.some(p):]
	}
	w.out = nil
	if w.err != nil {
		return w.err
	}
	return nil
}

// some takes at least one byte of p and returns how many.
func (w *wrapped) some(p []byte) (used int) {
	if w.inBody() {
		used = w.body(p)
	} else {
		var whole bool
		used = 1
		w.pending++
		if whole, w.err = w.byte(p[0]); whole {
			w.pending = 0
		}
	}
	w.offset += int64(used)
	if w.err != nil {
		w.pending = 0
	}
	return used
}

// body gives p to the inflater and returns how many bytes it took.
func (w *wrapped) body(p []byte) (used int) {
	used, since, err := w.inflater.write(p, w.offset)
	w.err = err
	if w.pending += int64(used); since != none {
		w.pending = int64(since)
	}
	if w.done() {
		w.bodyDone()
	}
	return used
}

// wrong is an error of the last n bytes, of which the one at hand is the last.
func (w *wrapped) wrong(n int64, read, want string) *Error {
	return corrupt(w.coding, w.offset+1-n, read, want)
}
