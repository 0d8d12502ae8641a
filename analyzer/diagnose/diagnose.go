// Package diagnose says why a stream stalled: it splits time and held bytes by
// cause, finds the stalls, and makes the findings and the sentences about them.
package diagnose

import (
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// DefaultStall is the shortest stretch without a handoff that is a stall.
const DefaultStall = 200 * time.Millisecond

// Diagnosis is what a timeline shows.
type Diagnosis struct {
	Timeline *timeline.Timeline
	Stall    time.Duration
	Rules    []Account // at-close, read-all, then the rules asked for; none where no close is known
	Observed *Account  // nil where no reader was measured
	Shape    Shape     // of Observed
	Marks    *Stages   // nil where no row has marks
	Fit      *Fit      // of Observed; nil where closes are not known
	Stalls   []Stall   // the observed reader's, else at-close's
	Reader   Finding
	Arrivals Finding
	Stream   Finding
	Result   Result

	ledger *ledger // of Observed where closes are known
	drops  bool    // EOF hands nothing of Observed off
}

// Account is a series with what it is made of.
type Account struct {
	Series *replay.Series
	Split
	First, Last capture.Mark  // handoffs of events, neither heartbeats nor bad
	Wait        time.Duration // longest from an event's close to its handoff
}

// Measured is the series that the stalls are of, and its account.
func (d *Diagnosis) Measured() *Account {
	if d.Observed != nil {
		return d.Observed
	}
	if len(d.Rules) > 0 {
		return &d.Rules[0]
	}
	return nil
}

// Diagnose says what t shows. stall is 0 for DefaultStall. rules are replayed
// besides the pair.
func Diagnose(t *timeline.Timeline, stall time.Duration, rules ...replay.Rule) *Diagnosis {
	if stall <= 0 {
		stall = DefaultStall
	}
	d := &Diagnosis{Timeline: t, Stall: stall, Marks: stages(t)}
	x := replay.FromRows(t)
	if len(t.Chunks) == 0 || x != nil && !t.Payload {
		d.rowsAlone(x)
		return d
	}
	s := newState(t, stall)
	all := newLedger(t, true)
	floor := s.account(s.floor, all, false)
	floorGaps := s.gaps(s.floor, all, false)
	d.Stalls = s.stalls(s.floor, &floor.Split, floorGaps)
	if t.Payload {
		d.Rules = append(d.Rules, floor)
		for _, r := range append([]replay.Rule{{Kind: replay.ReadAll}}, rules...) {
			d.addRule(s, all, r)
		}
	}
	l := newLedger(t, false)
	if x != nil {
		l.keep(s.keeps(x, l), len(t.Chunks), x.Len())
		given, parsed := s.eofRow()
		drops := x.EOF && !(given && parsed)
		d.ledger, d.drops = l, drops
		account := s.account(x, l, drops)
		fit := s.fit(x, l)
		d.Observed, d.Shape, d.Fit = &account, shape(x), &fit
		d.Stalls = s.stalls(x, &account.Split, s.gaps(x, l, drops))
	}
	d.Reader = s.reader(x, l, d.Fit, d.Marks)
	d.Arrivals = s.arrivals(floorGaps)
	d.Stream = s.stream()
	d.Result = d.result()
	return d
}

// addRule replays r, unless it was.
func (d *Diagnosis) addRule(s *state, l *ledger, r replay.Rule) {
	for _, have := range d.Rules {
		if have.Series.Rule == r {
			return
		}
	}
	d.Rules = append(d.Rules, s.account(replay.Run(d.Timeline, r), l, r.Kind == replay.Never))
}

// rowsAlone diagnoses rows where no close is known. x is their series, or nil
// where they do not say what was held.
func (d *Diagnosis) rowsAlone(x *replay.Series) {
	t := d.Timeline
	d.Stream = Finding{Code: NoPayload, Args: Args{"rows": int64(t.Rows.Count), "bytes": t.Total()}}
	if len(t.Chunks) == 0 {
		d.Stream.Variant = "alone"
	}
	blocked, is := undecidable(t, x)
	if x == nil {
		r := rowTimes(t, d.Stall)
		d.Reader, d.Arrivals = blocked, r.arrivals()
		if !is && d.Marks != nil {
			d.Reader = byMarks(t, d.Marks, func(row int) []Evidence { return r.evidence(row) })
		}
		return
	}
	r := newRows(t, x, d.Stall)
	d.Reader, d.Arrivals = r.reader(), r.arrivals()
	if d.Marks != nil {
		if f, is := d.Marks.slowMarks(func(row int) []Evidence { return r.evidence(row) }); is && d.Reader.Code != SampledLate {
			f.Also = append(f.Also, d.Reader)
			d.Reader = f
		}
	}
	if is {
		d.Reader = blocked
	}
	d.Observed = &Account{Series: x, Split: r.split(d.Reader.Code)}
	parsed := func(o timeline.Sample) bool { return o.Parsed }
	if first := slices.IndexFunc(t.Observed, parsed); first >= 0 && t.Timed {
		last := len(t.Observed) - 1
		for !t.Observed[last].Parsed {
			last--
		}
		d.Observed.hand(r.at(first))
		d.Observed.hand(r.at(last))
	}
	d.Shape = shape(x)
	d.Stalls = r.stalls(&d.Observed.Split)
}

func (s *state) account(x *replay.Series, l *ledger, drops bool) Account {
	a := Account{Series: x, Split: s.split(x, l)}
	if !s.t.Timed {
		return a
	}
	a.Wait, _, _ = s.longestWait(x, l)
	s.walk(x, l, drops, func(k int, span framing.Span) {
		if span.Kind == framing.Event || span.Kind == framing.Sentinel {
			a.hand(s.clock.at(k))
		}
	})
	return a
}

func (a *Account) hand(at time.Duration) {
	if !a.First.Set {
		a.First = capture.Mark{Time: at, Set: true}
	}
	a.Last = capture.Mark{Time: at, Set: true}
}

// Shape is what a held-bytes graph looks like.
type Shape string

// Shapes.
const (
	Sawtooth  Shape = "sawtooth"  // falls again and again to what one chunk leaves open
	Staircase Shape = "staircase" // only rises, until its last row
	Flat      Shape = "flat"      // never changes
	Mixed     Shape = "mixed"
)

func shape(x *replay.Series) Shape {
	n := x.Len()
	var rise, last, low int64
	flat, falls := true, 0
	for k := range n {
		held := x.After(k)
		flat = flat && held == x.After(0)
		rise = max(rise, held-last)
		if held < last && k < n-1 {
			falls++
			low = max(low, held)
		}
		last = held
	}
	switch {
	case flat:
		return Flat
	case falls == 0 && n > 2:
		return Staircase
	case low <= rise && n > 1:
		return Sawtooth
	}
	return Mixed
}
