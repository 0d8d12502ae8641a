package figure

import (
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Labels are all the words of a figure: another language is another table.
// Where a number goes, there is a %s.
type Labels struct {
	Held  string // "%s held": what the y axis counts
	Bytes string // its unit, where that is not KiB, MiB, …
	Chunk Axis   // the x axis where points are chunks
	Row   Axis   // and where they are rows
	Point Axis   // and where lines are hops
	Made  Axis   // and where the times of the chunks are made up
	Why   string // the strip
	Empty string // in the place of a graph without points
	Comma string // between the parts of the title

	Chunks   Count  // parts of the title
	Points   Count  // in place of Chunks where points are rows
	Hops     Count  // and where lines are hops
	Received Count  // bytes
	Events   Count  // that closed
	Framed   string // events, and the code of their framing
	Peak     Count  // bytes
	NoStall  string // where there is none
	OneStall string // its length
	Stalls   string // how many
	Longest  string // the length of the longest of several

	Duration string // "%s ms"
	InAll    string // "%s in all": a cause and its time, stalls or not
	Rules    map[replay.RuleKind]string
	Between  string // two numbers of capture points
	Block    string // the bytes of a block
	Lag      Count  // events that a reader is behind
	Before   string // a recording before a fix
	After    string // and after it
	Lanes    [diagnose.StageCount]string
	Causes   [diagnose.CauseCount]string
	Meanings [diagnose.CauseCount]string // of the causes, where there is room
}

// Axis is the name of the x axis by its unit.
type Axis struct {
	Millis, Seconds string
	Untimed         string // where it counts points
}

// Count is a phrase with a number in it.
type Count struct {
	One, Many string
}

func (c Count) of(n int64) string {
	if n == 1 {
		return put(c.One, group(n))
	}
	return put(c.Many, group(n))
}

// put sets s in the place of %s.
func put(format, s string) string { return strings.Replace(format, "%s", s, 1) }

// rule is the name of r, as its own text where the table has none.
func (l *Labels) rule(r replay.Rule) string {
	switch {
	case r.Kind == replay.Between:
		return put(put(l.Between, group(r.N)), group(r.N+1))
	case r.Kind == replay.Block && l.Block != "":
		return put(l.Block, group(r.N))
	case r.Kind == replay.Lag && l.Lag.Many != "":
		return l.Lag.of(r.N)
	}
	if s := l.Rules[r.Kind]; s != "" {
		return s
	}
	return r.String()
}

// English is the table that is used where none is given.
var English = Labels{
	Held:  "%s held",
	Bytes: "bytes",
	Chunk: Axis{"ms since the first chunk", "s since the first chunk", "chunk"},
	Row:   Axis{"ms since the first row", "s since the first row", "row"},
	Point: Axis{"ms since the first chunk at point 1", "s since the first chunk at point 1", "moment"},
	Made:  Axis{"ms, made up, since the first chunk", "s, made up, since the first chunk", "chunk"},
	Why:   "why",
	Empty: "no chunks",
	Comma: ", ",

	Chunks:   Count{"%s chunk", "%s chunks"},
	Points:   Count{"%s row", "%s rows"},
	Hops:     Count{"%s hop", "%s hops"},
	Received: Count{"%s byte", "%s bytes"},
	Events:   Count{"%s event", "%s events"},
	Framed:   "%s (%s)",
	Peak:     Count{"%s byte held at most", "%s bytes held at most"},
	NoStall:  "no stall",
	OneStall: "1 stall of %s",
	Stalls:   "%s stalls",
	Longest:  "the longest %s",

	Duration: "%s ms",
	InAll:    "%s in all",
	Rules: map[replay.RuleKind]string{
		replay.Observed:  "observed",
		replay.AtClose:   "at close",
		replay.ReadAll:   "at EOF",
		replay.ChunkEnd:  "chunk end",
		replay.NextChunk: "next chunk",
		replay.Never:     "never",
		replay.Inflater:  "inflater",
	},
	Between:  "between %s and %s",
	Block:    "blocks of %s",
	Lag:      Count{"%s behind", "%s behind"},
	Before:   "before",
	After:    "after",
	Lanes:    [...]string{"accept \u2192 read", "read \u2192 parse", "parse \u2192 handoff"},
	Causes:   [...]string{"release", "open", "filler", "idle"},
	Meanings: [...]string{"closed, not let go", "begun, not closed", "bytes of no event", "nothing held"},
}
