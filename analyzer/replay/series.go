package replay

import (
	"iter"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Series is what a reader held: a point for each chunk and, where the stream
// ended, one for EOF. It keeps eight bytes a point, or none where nothing is
// let go before EOF; the rest of a point is made when it is asked for.
type Series struct {
	Rule Rule
	EOF  bool // the last point is EOF

	t        *timeline.Timeline
	released []int64  // by point; nil where all that is let go goes at EOF
	parsed   []uint64 // a bit a point
	carried  []int64  // of rows alone: what was held; nil where each row says it
	points   []Point  // in place of all that, where there is no timeline
	most     *peaks   // once asked for
	found    *index   // the same
	times    *times   // the same
}

// Point is the state just before and just after a reader took a chunk.
type Point struct {
	Time     time.Duration
	Received int64 // bytes of the stream, this chunk included
	Released int64 // offset up to which bytes were let go
	Before   int64 // held bytes: the old tail and the chunk
	After    int64 // held bytes once the rule was applied
	Parsed   bool  // this point released an event that parses
}

// peaks are the most bytes that a series holds.
type peaks struct{ before, after int64 }

// FromPoints is a series whose points were made elsewhere.
func FromPoints(r Rule, eof bool, points []Point) *Series {
	return &Series{Rule: r, EOF: eof, points: points}
}

func newSeries(t *timeline.Timeline, r Rule) *Series {
	s := &Series{Rule: r, EOF: t.EOF.Set, t: t}
	s.parsed = make([]uint64, (s.Len()+63)/64)
	return s
}

// Len is the number of points.
func (s *Series) Len() int {
	switch {
	case s.t == nil:
		return len(s.points)
	case s.alone():
		return len(s.t.Observed)
	case s.EOF:
		return len(s.t.Chunks) + 1
	}
	return len(s.t.Chunks)
}

// At is point k.
func (s *Series) At(k int) Point {
	if s.t == nil {
		return s.points[k]
	}
	t := s.t
	if s.alone() {
		return s.row(k)
	}
	p := Point{Received: t.Total(), Released: s.releasedAt(k), Parsed: s.parsed[k/64]>>(k%64)&1 != 0}
	if k < len(t.Chunks) {
		p.Time, p.Received = t.Chunks[k].Time, t.Chunks[k].End
	} else {
		p.Time = t.EOF.Time
	}
	p.After, p.Before = p.Received-p.Released, p.Received
	if k > 0 {
		p.Before -= s.releasedAt(k - 1)
	}
	if s.Rule.Kind == Observed {
		if given := t.Observed[k].Before; given != capture.None {
			p.Before = given
		}
		p.Before = max(p.Before, p.After)
	}
	return p
}

// After is what was held after point k: that of At, and sooner.
func (s *Series) After(k int) int64 {
	switch {
	case s.t == nil:
		return s.points[k].After
	case s.alone():
		return s.rowHeld(k)
	case k < len(s.t.Chunks):
		return s.t.Chunks[k].End - s.releasedAt(k)
	}
	return s.t.Total() - s.releasedAt(k)
}

// alone reports whether the points are rows without chunks.
func (s *Series) alone() bool { return s.Rule.Kind == Observed && len(s.t.Chunks) == 0 }

// All goes through the points by number.
func (s *Series) All() iter.Seq2[int, Point] {
	if s.t != nil && s.alone() {
		return s.allRows
	}
	return func(yield func(int, Point) bool) {
		for k := range s.Len() {
			if !yield(k, s.At(k)) {
				return
			}
		}
	}
}

// Released is that of At(k), and sooner.
func (s *Series) Released(k int) int64 { return s.releasedAt(k) }

func (s *Series) releasedAt(k int) int64 {
	switch {
	case s.released != nil:
		return s.released[k]
	case k == len(s.t.Chunks):
		return s.t.Total()
	}
	return 0
}

func (s *Series) parse(k int) { s.parsed[k/64] |= 1 << (k % 64) }

// Peak is the highest Before, in bytes.
func (s *Series) Peak() int64 { return s.peaks().before }

// PeakAfter is the highest After, in bytes.
func (s *Series) PeakAfter() int64 { return s.peaks().after }

// peaks goes through the points when it is asked first: there may be millions,
// and several ask.
func (s *Series) peaks() *peaks {
	if s.most != nil {
		return s.most
	}
	s.most = &peaks{}
	if s.t != nil && s.alone() { // what was held after a row was so before the next
		for k := range s.t.Observed {
			held := s.rowHeld(k)
			s.most.after = max(s.most.after, held)
			s.most.before = max(s.most.before, held, s.t.Observed[k].Before)
		}
		return s.most
	}
	if s.ruled() {
		s.most.before, s.most.after = s.ruledPeaks()
		return s.most
	}
	for _, p := range s.All() {
		s.most.before, s.most.after = max(s.most.before, p.Before), max(s.most.after, p.After)
	}
	return s.most
}

// ruled reports whether all points follow from what was received and released.
func (s *Series) ruled() bool { return s.t != nil && s.Rule.Kind != Observed }

func (s *Series) ruledPeaks() (before, after int64) {
	total := s.t.Total()
	if s.released == nil {
		if len(s.t.Chunks) > 0 {
			after = total
		}
		return total, after
	}
	last := int64(0)
	for k, released := range s.released {
		received := total
		if k < len(s.t.Chunks) {
			received = s.t.Chunks[k].End
		}
		before, after = max(before, received-last), max(after, received-released)
		last = released
	}
	return before, after
}
