package figure_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

const ms = time.Millisecond

// reader makes a series from chunks and what is released up to after each.
type reader struct {
	rule   replay.Rule
	points []replay.Point
}

func newReader(kind replay.RuleKind) *reader {
	return &reader{rule: replay.Rule{Kind: kind}}
}

func (r *reader) chunk(at time.Duration, size, released int64) {
	var last replay.Point
	if n := len(r.points); n > 0 {
		last = r.points[n-1]
	}
	received := last.Received + size
	r.points = append(r.points, replay.Point{Time: at, Received: received, Released: released,
		Before: received - last.Released, After: received - released, Parsed: released > last.Released})
}

func (r *reader) eof(at time.Duration) *replay.Series {
	r.chunk(at, 0, r.points[len(r.points)-1].Received)
	return r.series(true)
}

func (r *reader) series(eof bool) *replay.Series { return replay.FromPoints(r.rule, eof, r.points) }

// pair is 30 chunks that close 15 events, read both ways: a sawtooth and a
// staircase.
func pair() *figure.Figure {
	all, closed := newReader(replay.ReadAll), newReader(replay.AtClose)
	var received, released int64
	for i := range 30 {
		size := int64(16 + 7*(i%5))
		received += size
		if i%2 == 1 {
			released = received
		}
		at := time.Duration(i*48) * ms
		all.chunk(at, size, 0)
		closed.chunk(at, size, released)
	}
	return &figure.Figure{Timed: true, From: figure.From{Bytes: received, Events: 15, Framing: "sse"},
		Lines:  []*replay.Series{all.eof(1400 * ms), closed.eof(1400 * ms)},
		Why:    strip([]diagnose.Stretch{{From: 0, To: 48 * ms, Cause: diagnose.OpenEvent}, {From: 48 * ms, To: 1400 * ms, Cause: diagnose.Release}}),
		Stalls: []diagnose.Stall{stall(0, 1400, 1352, 48, 0, 0)},
	}
}

func stall(from, to, release, open, filler, idle int) diagnose.Stall {
	d := func(n int) time.Duration { return time.Duration(n) * ms }
	return diagnose.Stall{From: d(from), To: d(to), Times: diagnose.Times{d(release), d(open), d(filler), d(idle)}}
}

// upstream is a prompt reader of a sender that stalls three times: within an
// event, with comments only, with nothing at all.
func upstream() *figure.Figure {
	seen, closed := newReader(replay.Observed), newReader(replay.AtClose)
	f := &figure.Figure{Timed: true}
	var received int64
	event := func(at int, size int64) {
		seen.chunk(time.Duration(at)*ms, size, received+size)
		closed.chunk(time.Duration(at)*ms, size, received+size)
		received += size
	}
	part := func(at int, size, free int64) {
		seen.chunk(time.Duration(at)*ms, size, received-31)
		closed.chunk(time.Duration(at)*ms, size, received+free)
		received += size
	}
	var spent []diagnose.Stretch
	why := func(to int, c diagnose.Cause) {
		var from time.Duration
		if n := len(spent); n > 0 {
			from = spent[n-1].To
		}
		spent = append(spent, diagnose.Stretch{From: from, To: time.Duration(to) * ms, Cause: c})
	}
	for i := range 9 {
		event(i*60, int64(60+13*(i%4)))
	}
	why(480, diagnose.Idle)
	part(500, 40, 0)
	why(500, diagnose.Idle)
	why(1463, diagnose.OpenEvent)
	for i := range 6 {
		event(1463+i*40, 70)
	}
	why(1700, diagnose.Idle)
	part(1700, 12, 0)
	why(2100, diagnose.FillerOnly)
	event(2110, 80)
	why(2600, diagnose.Idle)
	event(2600, 90)
	event(2660, 90)
	why(2700, diagnose.Idle)
	f.Why = strip(spent)
	f.From = figure.From{Bytes: received, Events: 17, Framing: "lines"}
	f.Lines = []*replay.Series{seen.eof(2700 * ms), closed.eof(2700 * ms)}
	f.Stalls = []diagnose.Stall{stall(480, 1463, 0, 963, 0, 20), stall(1663, 2110, 0, 0, 400, 47), stall(2110, 2600, 0, 0, 0, 490)}
	return f
}

// keepsBad is a reader that never lets go of the event that it could not
// parse.
func keepsBad() *figure.Figure {
	seen, closed := newReader(replay.Observed), newReader(replay.AtClose)
	var received int64
	for i := range 24 {
		received += 90
		kept := int64(0)
		if i >= 10 {
			kept = 90
		}
		at := time.Duration(i*55) * ms
		seen.chunk(at, 90, received-kept)
		closed.chunk(at, 90, received)
	}
	return &figure.Figure{Timed: true,
		Lines: []*replay.Series{seen.eof(1320 * ms), closed.eof(1320 * ms)},
		Why:   strip([]diagnose.Stretch{{To: 550 * ms, Cause: diagnose.Idle}, {From: 550 * ms, To: 1320 * ms, Cause: diagnose.Release}}),
		Marks: []figure.Mark{{Time: 550 * ms, Chunk: 10, Held: 90}},
	}
}

// late releases after every 1,024 bytes; rules that nobody follows are drawn
// beside it.
func late() *figure.Figure {
	seen, closed, all := newReader(replay.Observed), newReader(replay.AtClose), newReader(replay.ReadAll)
	f := &figure.Figure{Timed: true}
	var received, released int64
	last := 0
	for i := range 35 {
		at, size := i*100, int64(70+i*37%66)
		if i >= 20 {
			at += 760
		}
		received += size
		if received-released >= 1024 {
			f.Stalls = append(f.Stalls, stall(last, at, at-last, 0, 0, 0))
			released, last = received, at
		}
		seen.chunk(time.Duration(at)*ms, size, released)
		closed.chunk(time.Duration(at)*ms, size, received)
		all.chunk(time.Duration(at)*ms, size, 0)
	}
	const end = 4200 * ms
	f.Stalls = append(f.Stalls, stall(last, 4200, 4200-last, 0, 0, 0))
	f.Lines = []*replay.Series{seen.eof(end), closed.eof(end), all.eof(end)}
	f.Why = strip([]diagnose.Stretch{{To: end, Cause: diagnose.Release}})
	return f
}

// single is one chunk at the first instant and nothing else.
func single() *figure.Figure {
	all, closed := newReader(replay.ReadAll), newReader(replay.AtClose)
	all.chunk(0, 57, 0)
	closed.chunk(0, 57, 57)
	return &figure.Figure{Timed: true, Lines: []*replay.Series{all.series(false), closed.series(false)}}
}

// coded is a body that comes in full records of a content coding, which yield
// several events at once.
func coded() *figure.Figure {
	all, closed, inflater := newReader(replay.ReadAll), newReader(replay.AtClose), newReader(replay.Inflater)
	f := &figure.Figure{Timed: true}
	var received, taken, yielded int64
	for i := range 32 {
		at, size := time.Duration(i*45)*ms, int64(0)
		taken += int64(18 + i%3)
		if i%4 == 3 {
			size, yielded = 420, taken
		}
		received += size
		inflater.chunk(at, int64(18+i%3), yielded)
		all.chunk(at, size, 0)
		closed.chunk(at, size, received)
	}
	f.From = figure.From{Bytes: received}
	f.Lines = []*replay.Series{all.eof(1500 * ms), closed.eof(1500 * ms), inflater.eof(1500 * ms)}
	f.Why = strip([]diagnose.Stretch{{To: 1500 * ms, Cause: diagnose.Idle}})
	return f
}

// hops is three capture points and more: what lay in each of the hops between.
func hops() *figure.Figure {
	f := &figure.Figure{Timed: true, Hops: true, Stalls: []diagnose.Stall{stall(100, 900, 600, 0, 0, 200)}}
	for hop := range int64(4) {
		r := newReader(replay.Between)
		r.rule.N = hop + 1
		for i := range int64(10) {
			released := i * 100
			if i < 4 {
				released = 0
			}
			r.chunk(time.Duration(100*i+40*hop)*ms, 100, max(released-30*hop, 0))
		}
		f.Lines = append(f.Lines, r.series(false))
	}
	return f
}

// untimed is pair without times.
func untimed() *figure.Figure {
	f := mapped(pair(), func(time.Duration) time.Duration { return 0 }, same)
	f.Timed, f.Why, f.Stalls = false, nil, nil
	return f
}

// mapped puts every time of f through g, and every held value through h.
func mapped(f *figure.Figure, g func(time.Duration) time.Duration, h func(int64) int64) *figure.Figure {
	for i, s := range f.Lines {
		var points []replay.Point
		for _, p := range s.All() {
			p.Time, p.Before, p.After = g(p.Time), h(p.Before), h(p.After)
			points = append(points, p)
		}
		f.Lines[i] = replay.FromPoints(s.Rule, s.EOF, points)
	}
	if f.Why != nil {
		var why []diagnose.Stretch
		for _, w := range stretches[f.Why] {
			why = append(why, diagnose.Stretch{From: g(w.From), To: g(w.To), Cause: w.Cause})
		}
		f.Why = strip(why)
	}
	for i := range f.Stalls {
		s := &f.Stalls[i]
		s.From, s.To = g(s.From), g(s.To)
	}
	return f
}

func same(n int64) int64 { return n }

// scaled is f, k times as slow and with n times the held bytes.
func scaled(f *figure.Figure, k time.Duration, n int64) *figure.Figure {
	return mapped(f, func(d time.Duration) time.Duration { return d * k }, func(v int64) int64 { return v * n })
}

// squeezed is f, k times as fast.
func squeezed(f *figure.Figure, k time.Duration) *figure.Figure {
	return mapped(f, func(d time.Duration) time.Duration { return d / k }, same)
}

// shifted is f, later by that much.
func shifted(f *figure.Figure, by time.Duration) *figure.Figure {
	return mapped(f, func(d time.Duration) time.Duration { return d + by }, same)
}

func draw(t testing.TB, f *figure.Figure, o figure.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := figure.SVG(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func stretch(from, to time.Duration, cause int) diagnose.Stretch {
	return diagnose.Stretch{From: from, To: to, Cause: diagnose.Cause(cause)}
}

// stretches are those of the strips that strip has made.
var stretches = map[*figure.Strip][]diagnose.Stretch{}

func strip(of []diagnose.Stretch) *figure.Strip {
	s := figure.NewStrip(slices.Values(of))
	stretches[s] = of
	return s
}
