package jsontext

// Repeats lets a value pass over what was judged before. The events of a stream
// are mostly the same text, and equal bytes that follow an equal place in the
// grammar come to an equal place: to compare eight of them takes a fraction of
// the time that it takes to judge them.
//
// The pattern is a value that lies in front of this one in the same Write, as a
// view of it: nothing is kept from one Write to the next. It is marked at its
// start, behind its strings, and at its end. A value that stands where the
// pattern stood at the next mark goes on at the last mark up to which both have
// the same bytes.
type Repeats struct {
	doing  doing
	text   []byte // the pattern's first byte, and what follows it in the Write
	marks  [64]mark
	n      int // marks of the pattern
	next   int // of marks, the one that the value may meet
	passed int // bytes that the value passed over
	misses int // values of this Write that had little of the pattern
}

// doing is what is done at a place that could be a mark.
type doing uint8

const (
	idle doing = iota
	marking
	comparing
)

// mark is a place in the pattern, and what the value knows there. Deeper than
// its word of levels there are none.
type mark struct {
	end    int // offset
	object uint64
	depth  int
	place  place
	to     int // the mark at which a value last went on from here
}

const (
	markDepth = 64 // levels of value.object
	mostMiss  = 3  // values without a likeness, after which no more is looked for one
)

// Begin takes the first bytes of a value.
func (r *Repeats) Begin(p []byte) {
	if r.doing == comparing && r.passed*2 < r.marks[r.n-1].end {
		r.misses++
		r.n = 0
	}
	r.next, r.passed = 0, 0
	switch {
	case r.misses > mostMiss:
		r.doing = idle
	case r.n > 1:
		r.doing = comparing
	default:
		r.doing, r.text = marking, p
		r.marks[0], r.n = mark{}, 1
	}
}

// End takes the end of a value that Begin took, at offset i of its bytes.
func (r *Repeats) End(i int) {
	if r.doing == marking {
		r.mark(mark{end: i, place: atNext})
	}
}

func (r *Repeats) mark(m mark) {
	if r.n < len(r.marks) {
		m.to = r.n
		r.marks[r.n] = m
		r.n++
	}
}

// Pause lets the rest of a value alone.
func (r *Repeats) Pause() { r.doing = idle }

// Drop makes sure that the value is no pattern.
func (r *Repeats) Drop() {
	if r.doing == marking {
		r.n = 0
	}
	r.doing = idle
}

// Forget ends a Write, whose bytes are its caller's again.
func (r *Repeats) Forget() { r.doing, r.text, r.n, r.misses = idle, nil, 0, 0 }

// resume takes a place of v that could be a mark, at offset i of p, and returns
// the offset to go on at. If v has come to its end there, it has no depth left.
func (r *Repeats) resume(v *Value, p []byte, i int) int {
	if v.depth > markDepth {
		return i
	}
	if r.doing == marking {
		r.mark(mark{end: i, object: v.object, depth: v.depth, place: v.place})
		return i
	}
	if r.next == r.n {
		return i
	}
	from := &r.marks[r.next]
	if from.object != v.object || from.depth != v.depth || from.place != v.place {
		return i
	}
	// No mark lies behind the last one. To look further would cost the rest of
	// the Write for every value, where all of them are the same.
	end := from.end + alike(p[i:], r.text[from.end:r.marks[r.n-1].end])
	if r.marks[from.to].end > end { // where values differ, they mostly do so at one place
		from.to = r.next
	}
	for from.to+1 < r.n && r.marks[from.to+1].end <= end {
		from.to++
	}
	r.next = from.to + 1
	to := &r.marks[from.to]
	n := to.end - from.end
	v.object, v.depth, v.place = to.object, to.depth, to.place
	r.passed += n
	return i + n
}
