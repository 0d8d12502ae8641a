package diagnose

import (
	"maps"
	"strconv"
	"strings"
	"time"
)

// Catalogue is one language: a sentence for each code and variant. In a
// sentence {name} stands for a number, grouped by thousands; {name one many}
// for a number and its noun; {#name one many} for the word alone, such as a verb
// that agrees with the number; {name_ms} for a time with its unit; and {words}
// for the names of the codes that the finding carries, or {either} or {clauses}
// for these joined otherwise.
type Catalogue map[string]string

// Sentence renders the sentence of key.
func (c Catalogue) Sentence(key string, args Args, words []Word) string {
	return c.Say(c[key], args, words)
}

// Say renders a text that is written as the sentences are.
func (c Catalogue) Say(text string, args Args, words []Word) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		slot, after, _ := strings.Cut(rest, "}")
		b.WriteString(c.slot(slot, args, words))
		text = after
	}
}

func (c Catalogue) slot(slot string, args Args, words []Word) string {
	slot, alone := strings.CutPrefix(slot, "#")
	name, nouns, counted := strings.Cut(slot, " ")
	switch {
	case name == "words":
		return c.list(words, "list.comma", "list.and")
	case name == "either":
		return c.list(words, "list.comma", "list.or")
	case name == "clauses":
		return c.list(words, "list.clause", "list.clauses")
	case strings.HasSuffix(name, "_ms"):
		return Millis(time.Duration(args[name])) + " " + c["unit.ms"]
	}
	n := args[name]
	if !counted {
		return Group(n)
	}
	one, many, _ := strings.Cut(nouns, " ")
	if n == 1 {
		many = one
	}
	word := strings.ReplaceAll(many, "_", " ")
	if alone {
		return word
	}
	return Group(n) + " " + word
}

func (c Catalogue) list(words []Word, comma, last string) string {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = c.Sentence(w.Key, w.Args, nil)
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], c[comma]) + c[last] + names[n-1]
	}
	return strings.Join(names, "")
}

// Millis writes a time as people read it: whole milliseconds, grouped, or one
// digit after the point below ten.
func Millis(d time.Duration) string {
	if d < 0 {
		return "−" + Millis(-d)
	}
	if d < 10*time.Millisecond {
		tenths := (d + 50*time.Microsecond) / (100 * time.Microsecond)
		if tenths%10 != 0 && tenths < 100 {
			return strconv.FormatInt(int64(tenths/10), 10) + "." + strconv.FormatInt(int64(tenths%10), 10)
		}
	}
	return Group(int64((d + time.Millisecond/2) / time.Millisecond))
}

// Group writes n with a comma between thousands.
func Group(n int64) string {
	s := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// finding is f in the language of c, on the axis that c's keys name: reader,
// arrivals or stream.
func (c Catalogue) finding(axis string, f Finding) string {
	key := axis + "." + string(f.Code)
	if f.Variant != "" {
		key += "." + f.Variant
	}
	said := c.Sentence(key, f.Args, f.Words)
	if f.Tail != "" {
		said += c["list.sentences"] + c.Sentence(axis+"."+string(f.Code)+"."+f.Tail, f.Args, f.Words)
	}
	return said
}

// ReaderSentence says the reader finding.
func (c Catalogue) ReaderSentence(f Finding) string { return c.finding("reader", f) }

// ArrivalsSentence says the arrivals finding.
func (c Catalogue) ArrivalsSentence(f Finding) string { return c.finding("arrivals", f) }

// StreamSentence says the stream finding.
func (c Catalogue) StreamSentence(f Finding) string { return c.finding("stream", f) }

// Remarks says what the notes and traits of a timeline mean.
func (c Catalogue) Remarks(notes []string) []string {
	out := make([]string, len(notes))
	for i, n := range notes {
		out[i] = c["note."+n]
	}
	return out
}

// ResultSentence says the result, or nothing where there is none.
func (c Catalogue) ResultSentence(r Result) string {
	if r.Variant == "" {
		return ""
	}
	return c.Sentence("result."+r.Variant, r.Args, r.Words)
}

// ElsewhereSentence says, where there is no result, that the knob is not what
// to turn.
func (c Catalogue) ElsewhereSentence(d *Diagnosis) string {
	switch {
	case d.Result.Variant != "":
		return ""
	case d.Reader.Code == Early:
		return c["elsewhere.early"]
	case len(d.Rules) == 0 || d.Reader.Code == Late || d.Reader.Code == Undecidable || d.Reader.Code == SampledLate || d.Reader.Code == Drops:
		return c["elsewhere.unknown"]
	case !d.Timeline.Timed:
		return c["elsewhere.untimed"]
	case len(d.Stalls) == 0 && d.Reader.Code == SlowRead:
		return c["elsewhere.read"]
	case len(d.Stalls) == 0 && d.Reader.Code == SlowHandoff:
		return c["elsewhere.handoff"]
	case len(d.Stalls) == 0:
		return c["elsewhere.none"]
	}
	return c["elsewhere.stall"]
}

// Headline is up to three sentences: what the reader did, what the arrivals did
// and, where there were stalls, the ms of each cause.
func (c Catalogue) Headline(d *Diagnosis) []string {
	var release time.Duration
	if m := d.Measured(); m != nil {
		release = m.Times[Release]
	}
	key := "headline.reader." + string(d.Reader.Code)
	if own := key + "." + d.Reader.Variant; c[own] != "" {
		key = own
	}
	if release == 0 && c[key+".at-once"] != "" {
		key += ".at-once"
	}
	args := Args{"release_ms": int64(release)}
	maps.Copy(args, d.Reader.Args)
	parts := []string{
		c.Sentence(key, args, nil),
		c.headlineArrivals(d.Arrivals),
	}
	if len(d.Stalls) > 0 {
		parts = append(parts, c.stallsInAll(d))
	}
	return parts
}

func (c Catalogue) headlineArrivals(f Finding) string {
	key := "headline.arrivals." + string(f.Code)
	if v := key + "." + f.Variant; c[v] != "" {
		key = v
	}
	if f.Args["times"] > 1 && c[key+".times"] != "" {
		key += ".times"
	}
	return c.Sentence(key, f.Args, nil)
}

func (c Catalogue) stallsInAll(d *Diagnosis) string {
	var sum Times
	var whole time.Duration
	for _, s := range d.Stalls {
		whole += s.To - s.From
		for cause, t := range s.Times {
			sum[cause] += t
		}
	}
	var parts []string
	for cause := Release; cause < CauseCount; cause++ {
		if sum[cause] > 0 {
			parts = append(parts, c.Sentence("headline.cause."+cause.String(), Args{"cause_ms": int64(sum[cause])}, nil))
		}
	}
	args := Args{"stalls": int64(len(d.Stalls)), "whole_ms": int64(whole)}
	return c.Sentence("headline.stalls", args, nil) + strings.Join(parts, c["list.comma"]) + c["list.end"]
}
