package analyzer

import (
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// event says what happened to which event at point k: which closed there, which
// is open, and how many that closed are held. It is empty where no close is
// known.
func (i *Inspection) event(k int) string {
	t := i.a.Timeline
	if len(i.a.Diagnosis.Rules) == 0 {
		return ""
	}
	var said []string
	before, after := i.closings(k)
	from, to := before.Sum(), after.Sum()
	n := to.Events.Count - from.Events.Count
	if n > 0 {
		said = append(said, i.closedHere(k, from.Events.Count, n, after))
	}
	if bad := to.Bad - from.Bad; bad > 0 {
		said = append(said, i.badHere(bad, n, before))
	}
	span, unproved := after.Next()
	open := unproved && span.Start < i.bytes(k)
	if open && span.Kind != framing.Filler {
		said = append(said, i.openEvent(k, to.Events.Count, span))
	}
	held, idle := i.a.Diagnosis.Rules[0].Series.After(k), "look.idle"
	if i.handoffs != nil {
		held, idle = i.a.Diagnosis.Observed.Series.After(k), "look.nothing"
		if n := i.handoffs.Waiting(k, after.Index()); n > 0 {
			said = append(said, i.say("look.waiting", arg("waiting", int64(n))))
		}
	}
	if k < len(t.Inflated) && t.Inflated[k].Held > 0 {
		said = append(said, i.say("look.inflater", arg("coded", t.Inflated[k].Held)))
	}
	switch {
	case len(said) > 0:
	case held > 0:
		said = append(said, i.words()["look.filler"])
	default:
		said = append(said, i.words()[idle])
	}
	return strings.Join(said, i.words()["look.and"])
}

// badHere says that of n events that closed some are bad, and why where it is
// one. before is the place among spans before them.
func (i *Inspection) badHere(bad, n int, before timeline.Walk) string {
	if bad > 1 {
		return i.say("look.bad.many", arg("bad", int64(bad)))
	}
	before.ToNumber(before.Sum().Bad, timeline.Bad)
	span, _ := before.Next()
	key := "look.bad"
	if n == 1 {
		key = "look.bad.it"
	}
	return i.say(key, arg("event", int64(before.Sum().Events.Count)),
		diagnose.Word{Key: diagnose.ReasonKey(i.a.Timeline.Framing, span)})
}

// closings are the places among spans before and after those that point k
// completes.
func (i *Inspection) closings(k int) (before, after timeline.Walk) {
	after = i.proved(k)
	if k == 0 {
		return i.a.Timeline.Spans.Walk(), after
	}
	return i.proved(k - 1), after
}

// closedHere says that n events from number first on closed at point k, and when
// the observed reader let go of the last of them.
func (i *Inspection) closedHere(k, first, n int, after timeline.Walk) string {
	args := diagnose.Args{"event": int64(first), "last": int64(first + n - 1)}
	many := ""
	if n > 1 {
		many = ".many"
	}
	said := i.say("look.closed"+many, args)
	if i.handoffs == nil {
		return said
	}
	after.ToNumber(first+n-1, timeline.Closed)
	point, gone := i.handoffs.Of(after.Index(), k)
	args["wait_ms"], args["late"] = int64(i.time(point)-i.time(k)), int64(point-k)
	switch {
	case !gone:
		return said + i.words()["look.never"+many]
	case point <= k:
		return said + i.words()["look.at-once"]
	case !i.a.Timeline.Timed:
		return said + i.say("look.later.untimed"+many, args)
	}
	return said + i.say("look.later"+many, args)
}

// openEvent says of the span that is open at point k how long it is so.
func (i *Inspection) openEvent(k, number int, span framing.Span) string {
	if !span.Kind.IsEvent() {
		return i.words()["look.open.block"]
	}
	from, to := i.opened(span), i.closed(span)
	args := diagnose.Args{"event": int64(number), "at_ms": int64(i.time(from)), "wait_ms": int64(i.time(to) - i.time(k)), "to": int64(to - k)}
	key := "look.open"
	if !i.a.Timeline.Timed {
		key += ".untimed"
	}
	if span.End == framing.Open {
		key += ".never"
	}
	return i.say(key, args)
}

// opened is the point at which a span began.
func (i *Inspection) opened(s framing.Span) int { return i.received(s.Start + 1) }

// closed is the point at which a span was complete, the last where it never was.
func (i *Inspection) closed(s framing.Span) int {
	if s.AtEOF || s.End == framing.Open {
		return i.n - 1
	}
	return i.received(s.Proof)
}
