package document

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// points is what the cursor reads off, as columns: a value for each point, which
// is a chunk, EOF, or a row.
type points struct {
	Unit    string            `json:"unit"` // chunk or row
	EOF     int               `json:"eof"`  // the number that stands for EOF, or -1
	Timed   bool              `json:"timed"`
	Tick    int64             `json:"tick_ns"`           // what Times count
	Times   []int64           `json:"times"`             // each from the one before it
	Numbers []int             `json:"numbers,omitempty"` // each from the one before it; absent where no point is left out
	Bytes   []int64           `json:"bytes,omitempty"`   // received since the point before; absent where that is not known
	Lines   []held            `json:"lines"`             // as the graph has them
	Events  []int             `json:"events,omitempty"`  // the number of the event, each from the one before it
	Kinds   string            `json:"kinds"`             // a letter each: its kind, a capital where it has begun and not closed, or - for none
	Stalls  []int             `json:"stalls"`            // the numbers at which stalls begin
	At      int               `json:"at"`                // the number that the cursor begins at
	Plots   []plot            `json:"plots"`             // by graph
	Words   map[string]string `json:"words"`             // of the script, by their English

	all  int   // points that there are
	most int64 // bytes that any line holds
}

// held is the held bytes of a line. Before is absent where it is what was held
// after the point before and what came since.
type held struct {
	After  []int64 `json:"after"`
	Before []int64 `json:"before,omitempty"`
}

// plot is where a graph draws the points.
type plot struct {
	Left   int   `json:"left"` // pixels
	Right  int   `json:"right"`
	Top    int   `json:"top"`
	Bottom int   `json:"bottom"`
	High   int   `json:"high"` // where Most is
	Most   int64 `json:"most"` // bytes
	From   int64 `json:"from"` // ns, or numbers where there are no times
	To     int64 `json:"to"`
}

var scriptWords = []string{"chunk", "row", "EOF", "begun", "closed", "none", "then", "Copied", "Selected",
	"sentinel", "heartbeat", "bad", "block", "filler", ", "}

// lines are the lines of the graph that have as many points as the first.
func (d *Document) lines() []*replay.Series {
	var out []*replay.Series
	for _, s := range d.Figure.Lines {
		if s.Len() > 0 && (out == nil || s.Len() == out[0].Len()) {
			out = append(out, s)
		}
	}
	return out
}

// points collects what the cursor stops at.
func (d *Document) points() *points {
	t := d.Diagnosis.Timeline
	out := &points{Unit: d.unit(), EOF: -1, Timed: t.Timed, Times: []int64{}, Stalls: []int{}, Lines: []held{}, Plots: []plot{}, Words: map[string]string{}}
	for _, w := range scriptWords {
		out.Words[w] = d.t(w)
	}
	if !d.alone() {
		out.EOF = len(t.Chunks)
	}
	lines := d.lines()
	if len(lines) == 0 {
		return out
	}
	first := lines[0]
	out.all = first.Len()
	for _, s := range lines {
		out.most = max(out.most, s.Peak(), s.PeakAfter())
	}
	for k, p := range first.All() {
		if p.Before == first.Peak() {
			out.At = k
			break
		}
	}
	shown := d.Diagnosis.Stalls[:min(len(d.Diagnosis.Stalls), MaxStalls)]
	referred := []int{out.At}
	for _, s := range shown {
		out.Stalls = append(out.Stalls, s.First)
		referred = append(referred, s.First, s.Last)
	}
	kept := keep(lines, referred)
	out.times(first, kept)
	if len(kept) < out.all {
		out.Numbers = differences(kept)
	}
	if !d.alone() {
		received := make([]int64, len(kept))
		for i, k := range kept {
			received[i] = first.At(k).Received
		}
		out.Bytes = differences(received)
	}
	if t.Payload {
		var numbers []int
		numbers, out.Kinds = events(t, kept)
		out.Events = differences(numbers)
	}
	for _, s := range lines {
		bytes := out.Bytes
		if s.Rule.Kind == replay.Inflater {
			bytes = nil // it has bytes of its own
		}
		out.Lines = append(out.Lines, heldOf(s, kept, bytes))
	}
	return out
}

// keep are the numbers of the points that the report holds: all of them or, of
// too many, in each of as many stretches those at which a line held most and the
// last, and besides those that the report refers to.
func keep(lines []*replay.Series, referred []int) []int {
	n := lines[0].Len()
	kept := make([]int, 0, min(n, MaxPoints+len(referred)))
	if n <= MaxPoints {
		for k := range n {
			kept = append(kept, k)
		}
		return kept
	}
	stretches := MaxPoints / (len(lines) + 1)
	each := (n + stretches - 1) / stretches
	for from := 0; from < n; from += each {
		to := min(from+each, n)
		for _, s := range lines {
			top, most := from, int64(-1)
			for k := from; k < to; k++ {
				if before := s.At(k).Before; before > most {
					top, most = k, before
				}
			}
			kept = append(kept, top)
		}
		kept = append(kept, to-1)
	}
	kept = append(kept, referred...)
	slices.Sort(kept)
	return slices.Compact(kept)
}

// times writes times in the coarsest unit that is exact.
func (p *points) times(s *replay.Series, kept []int) {
	at := make([]int64, len(kept))
	p.Tick = int64(time.Millisecond)
	for i, k := range kept {
		for at[i] = int64(s.At(k).Time); at[i]%p.Tick != 0; {
			p.Tick /= 1000
		}
	}
	for i := range at {
		at[i] /= p.Tick
	}
	p.Times = differences(at)
}

// differences are numbers, each from the one before it.
func differences[T int | int64](numbers []T) []T {
	out := make([]T, len(numbers))
	var before T
	for i, n := range numbers {
		out[i], before = n-before, n
	}
	return out
}

// heldOf is a series at the points that are kept. bytes are what came with each
// point, nil where what was held before does not follow from them.
func heldOf(s *replay.Series, kept []int, bytes []int64) held {
	var out held
	derived := bytes != nil
	var after int64
	for i, k := range kept {
		p := s.At(k)
		derived = derived && p.Before == after+bytes[i]
		after = p.After
		out.After = append(out.After, p.After)
		out.Before = append(out.Before, p.Before)
	}
	if derived {
		out.Before = nil
	}
	return out
}

// place adds where a graph draws the points.
func (p *points) place(at figure.Plot) {
	x := plot{Most: p.most, Left: at.Left, Right: at.Right, Top: at.Top, Bottom: at.Bottom}
	if p.Timed {
		x.From, x.To = int64(at.Time(at.Left)), int64(at.Time(at.Right))
	} else {
		x.From, x.To = int64(at.Chunk(at.Left)), int64(at.Chunk(at.Right))
	}
	_, x.High = at.Spot(figure.Mark{Held: x.Most})
	p.Plots = append(p.Plots, x)
}

// json is the columns, in which no text of a recording can be: numbers, letters
// and words of the program.
func (p *points) json() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // numbers and strings always marshal
	}
	return string(text)
}
