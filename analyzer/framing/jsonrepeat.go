package framing

// repeats lets a value pass over what was judged before. The events of a stream
// are mostly the same text, and equal bytes that follow an equal place in the
// grammar come to an equal place: to compare eight of them takes a fraction of
// the time that it takes to judge them.
//
// The pattern is a value that lies in front of this one in the same Write, as a
// view of it: nothing is kept from one Write to the next. It is marked at the
// ends of its strings. A value that ends a string at the place of the next mark
// goes on at the last mark up to which both have the same bytes.
type repeats struct {
	doing  doing
	text   []byte // the pattern's first byte, and what follows it in the Write
	marks  [64]mark
	n      int // marks of the pattern
	next   int // of marks, the one that the value may meet
	passed int // bytes that the value passed over
	misses int // values of this Write that had little of the pattern
}

// doing is what is done at the end of a string.
type doing uint8

const (
	idle doing = iota
	marking
	comparing
)

// mark is where a pattern stands after a string: the offset, and what the value
// knows. Deeper than its word of levels there are none.
type mark struct {
	end    int
	object uint64
	depth  int
	place  place
}

const (
	markDepth = 64 // levels of value.object
	mostMiss  = 3  // values without a likeness, after which no more is looked for one
)

// begin takes the first bytes of a value.
func (r *repeats) begin(p []byte) {
	if r.doing == comparing && r.passed*2 < r.marks[r.n-1].end {
		r.misses++
		r.n = 0
	}
	r.next, r.passed = 0, 0
	switch {
	case r.misses > mostMiss:
		r.doing = idle
	case r.n > 0:
		r.doing = comparing
	default:
		r.doing, r.text = marking, p
	}
}

// pause lets the rest of a value alone.
func (r *repeats) pause() { r.doing = idle }

// drop makes sure that the value is no pattern.
func (r *repeats) drop() {
	if r.doing == marking {
		r.n = 0
	}
	r.doing = idle
}

// forget ends a Write, whose bytes are its caller's again.
func (r *repeats) forget() { r.doing, r.text, r.n, r.misses = idle, nil, 0, 0 }

// resume takes the end of a string inside v, at offset i of p, and returns the
// offset to go on at.
func (r *repeats) resume(v *value, p []byte, i int) int {
	if v.depth > markDepth || v.depth == 0 {
		return i
	}
	if r.doing == marking {
		if r.n < len(r.marks) {
			r.marks[r.n] = mark{i, v.object, v.depth, v.place}
			r.n++
		}
		return i
	}
	if r.next == r.n {
		return i
	}
	from := &r.marks[r.next]
	if from.object != v.object || from.depth != v.depth || from.place != v.place {
		return i
	}
	end := from.end + alike(p[i:], r.text[from.end:])
	to := &r.marks[r.n-1]
	if to.end <= end { // all of it
		r.next = r.n
	} else {
		to = from
		for r.next++; r.marks[r.next].end <= end; r.next++ {
			to = &r.marks[r.next]
		}
	}
	n := to.end - from.end
	v.object, v.depth, v.place = to.object, to.depth, to.place
	r.passed += n
	return i + n
}
