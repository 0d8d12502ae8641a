package framing

// frame is what the framings have in common whose events begin with their own
// length: where the frame that has begun stands.
type frame struct {
	*tape
	begun bool
	lost  bool // past a frame whose end nothing tells
	start int64
	left  int64 // bytes due of what the length counts
}

// begin opens a frame at the next byte, where none is open, and reports
// whether it did.
func (f *frame) begin() bool {
	if f.begun {
		return false
	}
	f.begun, f.start = true, f.pos
	return true
}

// skip moves over n bytes of what the length counts.
func (f *frame) skip(n int) {
	f.pos += int64(n)
	f.left -= int64(n)
}

// due returns how many bytes of p belong to what the length counts.
func (f *frame) due(p []byte) int { return int(min(f.left, int64(len(p)))) }

// end closes the frame before the next byte.
func (f *frame) end(k Kind, r Reason) {
	f.begun, f.lost = false, r.LosesSync()
	f.emit(Span{Start: f.start, Ready: f.pos, End: f.pos, Proof: f.pos, Kind: k, Reason: r})
}

// close takes EOF, which cuts a frame that is open.
func (f *frame) close() {
	if f.begun {
		f.begun = false
		f.emit(Span{Start: f.start, Ready: f.pos, End: f.pos, Proof: f.pos, Kind: Bad, Reason: ReasonCut, AtEOF: true})
	}
}

func (f *frame) open() (Span, bool) {
	return Span{Start: f.start, Ready: Open, End: Open, Proof: Open}, f.begun
}

// head collects the bytes of a fixed size that a frame begins with.
type head struct {
	bytes [awsHead]byte // the largest there is
	have  int
}

// fill takes bytes of p until there are size of them, and returns how many.
func (h *head) fill(p []byte, size int) int {
	n := copy(h.bytes[h.have:size], p)
	h.have += n
	return n
}
