package diagnose

import (
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Knob turns the release rule over one timeline. It keeps what all rules share,
// so that a turn costs a pass over the chunks.
type Knob struct {
	t      *timeline.Timeline
	floor  *Account
	clock  clock
	closed []int64      // by point: where the last event ends that has closed
	first  framing.Span // the first event that is neither a heartbeat nor bad,
	some   bool         // if there is one
}

// Turn is what a reader under a rule holds.
type Turn struct {
	Series  *replay.Series
	First   capture.Mark  // handoff of an event, neither heartbeat nor bad
	Release time.Duration // in which a closed event is held
	Late    int           // points after which one is
	Key     string        // of the sentence that says what releasing at event close instead changes,
	Args    Args          // and what is in it
	Words   []Word
}

// NewKnob is nil where no close is known.
func NewKnob(d *Diagnosis) *Knob {
	if len(d.Rules) == 0 {
		return nil
	}
	t := d.Timeline
	k := &Knob{t: t, floor: &d.Rules[0]}
	n := k.floor.Series.Len()
	k.clock = newClock(n, t.PointTime)
	k.closed = make([]int64, n)
	next, last := t.Spans.Closes(), int64(0)
	for i := range t.Chunks {
		for ; next.Proof <= t.Chunks[i].End; next.Step() {
			if next.Event {
				last = next.End
			}
		}
		k.closed[i] = last
	}
	if n > len(t.Chunks) { // EOF closes what it can, and lets all go
		k.closed[n-1] = last
	}
	for _, span := range t.Spans.All() {
		if span.End != framing.Open && (span.Kind == framing.Event || span.Kind == framing.Sentinel) {
			k.first, k.some = span, true
			break
		}
	}
	return k
}

// Turn replays rule r. It keeps its numbers in room where that is large enough.
func (k *Knob) Turn(r replay.Rule, room []int64) *Turn {
	x := replay.Rerun(k.floor.Series, r, room)
	out := &Turn{Series: x, First: k.handoff(x)}
	since, gone := -1, x.Room() // since is the point from which on a closed event is held
	for i, closed := range k.closed {
		late := closed > 0 && i < len(k.t.Chunks)
		if gone != nil {
			late = closed > gone[i]
		}
		switch {
		case late:
			if out.Late++; since < 0 {
				since = i
			}
		case since >= 0:
			out.Release += k.clock.at(i) - k.clock.at(since)
			since = -1
		}
	}
	if since >= 0 {
		out.Release += k.clock.at(x.Len()-1) - k.clock.at(since)
	}
	if !k.t.Timed {
		out.Release = 0
	}
	k.say(out)
	return out
}

// handoff is when x hands off the first event. No rule takes back what it let
// go, so the place is found by halves.
func (k *Knob) handoff(x *replay.Series) capture.Mark {
	n := x.Len()
	if x.EOF && x.Rule.Kind == replay.Never {
		n-- // EOF drops it all
	}
	if !k.some || !k.t.Timed {
		return capture.Mark{}
	}
	from := 0
	if k.first.AtEOF {
		from = len(k.t.Chunks)
	}
	at := from + sort.Search(max(n-from, 0), func(i int) bool { return x.Released(from+i) >= k.first.End })
	if at >= n {
		return capture.Mark{}
	}
	return capture.Mark{Time: k.clock.at(at), Set: true}
}

// say chooses the sentence: that of the result where one number of it is better
// at event close, else whether any event goes sooner.
func (k *Knob) say(t *Turn) {
	a, b := t.Series.Peak(), k.floor.Series.Peak()
	t.Args = Args{"chunks": int64(len(k.t.Chunks)), "peak": a, "floor": b, "late": int64(t.Late), "release_ms": int64(t.Release)}
	rule := t.Series.Rule
	name := "knob." + rule.Name()
	if rule.Kind == replay.Block {
		name += ".one"
	}
	t.Words = []Word{{Key: name, Args: Args{"n": rule.N}}}
	first, floor := t.First, k.floor.First
	t.Args["first_ms"], t.Args["floor_ms"] = int64(first.Time), int64(floor.Time)
	sooner := floor.Set && (!first.Set || first.Time > floor.Time)
	switch {
	case rule.Kind == replay.AtClose:
		t.Key = "turn.at-close"
	case a > b && sooner:
		t.Key = "result.observed.both"
	case a > b:
		t.Key = "result.observed.peak"
	case sooner:
		t.Key = "result.observed.first"
	case t.Release > 0:
		t.Key = "turn.release"
	case t.Late > 0:
		t.Key = "turn.late"
	default:
		t.Key = "turn.nothing"
	}
	if sooner && !first.Set {
		t.Key += ".never"
	}
}

// TurnSentence says what releasing at event close instead would change.
func (c Catalogue) TurnSentence(t *Turn) string { return c.Sentence(t.Key, t.Args, t.Words) }
