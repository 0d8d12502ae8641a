package diagnose

import (
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// The codes of a change, in the order in which they are tried.
const (
	Unseen   Code = "unseen"   // one reader at least was not measured
	Unfitted Code = "unfitted" // no rule fits one reader at least
	Kept     Code = "kept"     // one rule fits both
	Moved    Code = "moved"    // the moment of release is another
)

// SameStream is the code of what a change says of the chunks that the two
// readers took.
const SameStream Code = "same"

// Change is what differs between a reader before a fix and the reader after it.
type Change struct {
	Before, After *Diagnosis
	Finding       Finding // its Words are clauses: what the fix did to peak and first event
	From, To      []Word  // the moments of release, where both are known
	Stream        Finding // whether both took the same chunks
}

// NewChange lays two diagnoses beside each other, of any two recordings.
func NewChange(before, after *Diagnosis) *Change {
	c := &Change{Before: before, After: after}
	c.Stream = sameChunks(before.Timeline, after.Timeline)
	c.Finding = Finding{Code: Unseen}
	blind := before.Line() == nil || after.Line() == nil
	switch {
	case blind:
		c.Finding.Variant = "lengths"
		return c
	case before.unshown() || after.unshown():
		c.Finding.Variant = "rows"
		return c
	case !before.reliable() && !after.reliable():
		c.Finding.Variant = "both"
		c.clauses(true)
		return c
	case !before.reliable() || !after.reliable():
		c.Finding.Variant = which(!before.reliable(), !after.reliable())
		return c
	}
	c.From, c.To = before.moment(), after.moment()
	switch {
	case c.From == nil || c.To == nil:
		c.Finding.Code, c.Finding.Variant = Unfitted, which(c.From == nil, c.To == nil)
	case common(before, after):
		c.Finding.Code = Kept
	default:
		c.Finding.Code = Moved
	}
	c.clauses(c.Stream.Variant == "other" || c.Stream.Variant == "untold")
	return c
}

// which names the sides of which something holds.
func which(before, after bool) string {
	switch {
	case before && after:
		return "both"
	case before:
		return "before"
	}
	return "after"
}

// reliable reports whether the rows show what the reader held.
func (d *Diagnosis) reliable() bool {
	return d.Observed != nil && d.Reader.Code != SampledLate && d.Reader.Code != Undecidable
}

// unshown reports whether Line is the rows though they do not show what their
// reader did: without chunks there is no other.
func (d *Diagnosis) unshown() bool { return d.Line() == d.Observed && !d.reliable() }

// Line is the series that stands for the diagnosis where two are on one axis:
// what was observed where the rows can be relied on, else at-close's, else the
// rows all the same; nil where nothing says what was held.
func (d *Diagnosis) Line() *Account {
	if !d.reliable() && len(d.Rules) > 0 {
		return &d.Rules[0]
	}
	return d.Observed
}

// moment names when the observed reader lets go; nil where no rule says it.
func (d *Diagnosis) moment() []Word {
	switch {
	case d.Reader.Code == KeepsBad:
		return words("moment.keeps-bad")
	case d.Reader.Code == NeverMatched:
		return words("moment.never")
	case d.Fit != nil && len(d.Fit.Rules) > 0:
		return d.Fit.words("moment")
	}
	return nil
}

// common reports whether some moment of release explains both readers.
func common(a, b *Diagnosis) bool {
	special := func(d *Diagnosis) Code {
		if d.Reader.Code == KeepsBad || d.Reader.Code == NeverMatched {
			return d.Reader.Code
		}
		return ""
	}
	if special(a) != "" || special(b) != "" {
		return special(a) == special(b)
	}
	return slices.ContainsFunc(a.Fit.Rules, func(r Fitted) bool {
		return slices.ContainsFunc(b.Fit.Rules, r.overlaps)
	})
}

// overlaps reports whether some rule is of both.
func (r Fitted) overlaps(o Fitted) bool {
	if r.Kind != o.Kind {
		return false
	}
	if r.Kind == replay.Block {
		return r.Min <= o.Max && o.Min <= r.Max
	}
	return r.N == o.N
}

// clauses say what became of the peak and of the first event. each tells both
// numbers as they are: what differs may not be the fix's doing.
func (c *Change) clauses(each bool) {
	a, b := c.Before.Line(), c.After.Line()
	was, is := a.Series.Peak(), b.Series.Peak()
	args := Args{"before": was, "after": is}
	say := func(key string) { c.Finding.Words = append(c.Finding.Words, Word{Key: key, Args: args}) }
	switch {
	case was == is:
		say("change.peak.same")
	case each:
		say("change.peak.each")
	case is < was:
		say("change.peak.fall")
	default:
		say("change.peak.rise")
	}
	if !c.Before.Timeline.Timed || !c.After.Timeline.Timed {
		return
	}
	args["before_ms"], args["after_ms"] = int64(a.First.Time), int64(b.First.Time)
	switch {
	case !a.First.Set && !b.First.Set:
	case !a.First.Set:
		say("change.first.now")
	case !b.First.Set:
		say("change.first.gone")
	case a.First.Time == b.First.Time:
		say("change.first.same")
	case each:
		say("change.first.each")
	default:
		say("change.first.moved")
	}
	late := [2]time.Duration{a.Times[Release], b.Times[Release]}
	if was == is && a.First == b.First && late[0] != late[1] {
		args["before_late_ms"], args["after_late_ms"] = int64(late[0]), int64(late[1])
		say("change.late")
	}
}

// sameChunks says how far the chunks of the two are the same.
func sameChunks(a, b *timeline.Timeline) Finding {
	f := Finding{Code: SameStream, Args: Args{
		"chunks": int64(len(a.Chunks)), "bytes": a.Total(), "other_chunks": int64(len(b.Chunks)), "other_bytes": b.Total(),
	}}
	known := a.Payload == b.Payload && SameBytes(a, b)
	switch {
	case len(a.Chunks) == 0 || len(b.Chunks) == 0:
		f.Variant = "untold"
	case known && slices.Equal(a.Chunks, b.Chunks) && a.EOF == b.EOF:
		f.Variant = "chunks"
	case known && a.Payload:
		f.Variant = "stream"
	default:
		f.Variant = "other"
	}
	return f
}

// SameBytes reports whether two recordings may be of one stream: as many bytes,
// measured alike, and events of the same lengths as far as they are known.
func SameBytes(a, b *timeline.Timeline) bool {
	return a.Total() == b.Total() && sameMeasure(a, b, 0, 1) == nil && (!a.Payload || !b.Payload || sameStream(a, b, 0, 1) == nil)
}

// ChangeSentence says a finding of a Change, with the moments of release in
// their places.
func (c Catalogue) ChangeSentence(x *Change, f Finding) string {
	key := "change." + string(f.Code)
	if f.Variant != "" {
		key += "." + f.Variant
	}
	text := strings.Replace(c[key], "{from}", c.list(x.From, "list.comma", "list.or"), 1)
	text = strings.Replace(text, "{to}", c.list(x.To, "list.comma", "list.or"), 1)
	return c.Say(text, f.Args, f.Words)
}
