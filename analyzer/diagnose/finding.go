package diagnose

import "time"

// Code names a finding.
type Code string

// The codes of the reader axis, in the order in which they are tried.
const (
	Unmeasured   Code = "unmeasured"    // no observed rows
	Undecidable  Code = "undecidable"   // the rows match no chunks, or are too few
	SampledLate  Code = "sampled-late"  // the rows were taken after the fact
	Early        Code = "early"         // an event was let go before it was whole
	NeverMatched Code = "never-matched" // EOF drops all and no row parsed
	Drops        Code = "drops"         // EOF drops closed events after earlier ones parsed
	KeepsBad     Code = "keeps-bad"     // a bad event's bytes are never let go
	SlowRead     Code = "slow-read"     // marks: the bytes were there and nobody read
	SlowHandoff  Code = "slow-handoff"  // marks: events were parsed and nobody acted
	Prompt       Code = "prompt"        // every closed event was handed off at once
	Late         Code = "late"          // anything else
)

// The codes of the arrivals axis, in the order in which they are tried.
const (
	Untimed   Code = "untimed"    // the source has no arrival times
	MidEvent  Code = "mid-event"  // an event began and its rest came late
	Alive     Code = "alive"      // only filler, heartbeats or white space came
	Burst     Code = "burst"      // events had waited before this point
	Silent    Code = "silent"     // nothing came
	FullReads Code = "full-reads" // every read filled its buffer
	Steady    Code = "steady"     // no gap
)

// The codes of the stream axis, in the order in which they are tried.
const (
	NoPayload    Code = "no-payload"    // lengths and times only
	OtherFraming Code = "other-framing" // the framing asked for finds no event, another does
	LostSync     Code = "lost-sync"     // garbage, and no event after it
	NoDelimiter  Code = "no-delimiter"  // bytes wait for a close that did not come
	BadEvents    Code = "bad-events"    // some event is bad
	LargeEvent   Code = "large-event"   // one event beyond common reader caps
	SingleValue  Code = "single-value"  // the body is one value
	Coded        Code = "coded"         // under a content coding, inflated as it came
	OK           Code = "ok"
)

// Finding is a code on one axis, the numbers of its sentence, and the chunks
// that prove it.
type Finding struct {
	Code     Code
	Variant  string // which of the code's sentences; may be empty
	Tail     string // a second sentence, or none
	Args     Args
	Words    []Word // things that the sentence names
	Evidence []Evidence
	Also     []Finding // others that hold on the axis
}

// Word is a thing with a name of its own in the catalogue.
type Word struct {
	Key  string
	Args Args
}

// words are things whose names have no numbers.
func words(keys ...string) []Word {
	out := make([]Word, len(keys))
	for i, k := range keys {
		out[i].Key = k
	}
	return out
}

// Args are the numbers of a sentence by name. A name that ends in _ms stands
// for a time in nanoseconds.
type Args map[string]int64

// Evidence is one row that proves a finding: a chunk (the number of chunks
// stands for EOF; of a bare CSV, a row) and what was held after it.
type Evidence struct {
	Chunk int
	Time  time.Duration
	Held  int64
}

// told is how many findings of one kind are told apart; sentences count all.
const told = 8

// first returns the first of fs with the rest as Also.
func first(fs []Finding) Finding {
	f := fs[0]
	f.Also = append(f.Also, fs[1:]...)
	return f
}
