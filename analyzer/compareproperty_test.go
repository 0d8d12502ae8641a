package analyzer_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Nothing is held between a recording and itself: its stalls, those that
// Analyze finds, all lie before point 1.
func TestRecordingsComparedWithThemselves(t *testing.T) {
	compared := 0
	eachRecording(t, func(t *testing.T, path string) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, err := analyzer.Analyze(bytes.NewReader(raw), analyzer.Options{More: importers})
		if err != nil || !a.Timeline.Timed || a.Timeline.Total() == 0 {
			t.Skip("no capture with times")
		}
		c, err := compareAll(analyzer.Options{More: importers}, nil, string(raw), string(raw), string(raw))
		if err != nil {
			t.Fatal(err)
		}
		compared++
		nothingHeld(t, c, a)
	})
	if compared < 40 {
		t.Errorf("only %d recordings were compared", compared)
	}
}

func TestRandomCapturesComparedWithThemselves(t *testing.T) {
	for i, c := range randomBook(31, 300) {
		form := string(c.form(-1))
		o := c.options(t)
		a := analyze(t, form, o)
		if a.Timeline.Total() == 0 {
			continue
		}
		got, err := compareAll(o, nil, form, form)
		if err != nil {
			t.Fatalf("capture %d: %v\n%s", i, err, form)
		}
		if nothingHeld(t, got, a); t.Failed() {
			t.Fatalf("capture %d:\n%s", i, form)
		}
	}
}

func nothingHeld(t *testing.T, c *analyzer.Comparison, a *analyzer.Analysis) {
	t.Helper()
	checkHops(t, c)
	if c.Finding.Code != diagnose.PassesOn && c.Finding.Code != diagnose.NoStall {
		t.Errorf("finding %+v", c.Finding)
	}
	for _, h := range c.Hops {
		if h.Series.Peak() != 0 || h.Slowest != 0 || h.Time != 0 {
			t.Errorf("%d bytes were held", h.Series.Peak())
		}
	}
	var want, got []diagnose.Stall
	for _, s := range a.Diagnosis.Stalls {
		want = append(want, diagnose.Stall{From: s.From, To: s.To, Last: s.Last})
	}
	for _, s := range c.Stalls {
		got = append(got, diagnose.Stall{From: s.From, To: s.To, Last: s.Last})
		if s.Before != s.To-s.From {
			t.Errorf("a stall of %v lies before point 1 for %v", s.To-s.From, s.Before)
		}
	}
	if a.Diagnosis.Observed == nil {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("stalls (-analyzed +compared):\n%s", diff)
		}
	}
}

// randomBook is random captures.
func randomBook(seed uint64, n int) []bookCase {
	var out []bookCase
	for _, c := range randomCaptures(rand.New(rand.NewPCG(seed, seed)), n) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		out = append(out, b)
	}
	return out
}

// What a reader passes on that follows a rule is held between its two sides as
// its rule says, byte for byte, and the events that waited are named.
func TestComparedWithWhatAReaderPassesOn(t *testing.T) {
	rules := []replay.Rule{
		{Kind: replay.AtClose}, {Kind: replay.ReadAll}, {Kind: replay.ChunkEnd}, {Kind: replay.NextChunk},
		{Kind: replay.Block, N: 16}, {Kind: replay.Block, N: 50}, {Kind: replay.Lag, N: 1}, {Kind: replay.Lag, N: 3},
	}
	codes := map[diagnose.Code]int{}
	for i, b := range randomBook(32, 250) {
		form := b.form(-1)
		o := b.options(t)
		a := analyze(t, string(form), o)
		var stream []byte
		for _, chunk := range b.Chunks {
			stream = append(stream, chunk.B...)
		}
		for _, r := range rules {
			s := replay.Run(a.Timeline, r)
			n := s.Len()
			if n == 0 || s.At(n-1).Released == 0 {
				continue // nothing comes out
			}
			c, err := compareAll(o, []time.Duration{0}, string(form), passedOn(s, stream))
			if err != nil {
				t.Fatalf("capture %d, %v: %v\n%s%s", i, r, err, form, passedOn(s, stream))
			}
			checkHops(t, c)
			agrees(t, c, s)
			waits := longestEvent(a.Timeline, s, c.End) >= diagnose.DefaultStall
			if held := c.Finding.Code == diagnose.HeldBetween && c.Finding.Variant == ""; held != waits {
				t.Errorf("finding %+v, but events waited: %v", c.Finding, waits)
			}
			codes[c.Finding.Code]++
			if t.Failed() {
				t.Fatalf("capture %d, %v:\n%s%s", i, r, form, passedOn(s, stream))
			}
		}
	}
	if len(codes) < 3 {
		t.Errorf("only these findings came up: %v", codes)
	}
}

// passedOn is the capture form of what a reader lets go of, when it does.
func passedOn(s *replay.Series, stream []byte) string {
	var b bytes.Buffer
	from := int64(0)
	for k, p := range s.All() {
		if p.Released > from || k == 0 {
			fmt.Fprintf(&b, `{"t_ms":%s,"b64":"%s"}`+"\n", capture.FormatMillis(p.Time), base64.StdEncoding.EncodeToString(stream[from:p.Released]))
			from = p.Released
		}
	}
	if s.EOF {
		fmt.Fprintf(&b, `{"eof_ms":%s}`+"\n", capture.FormatMillis(s.At(s.Len()-1).Time))
	}
	return b.String()
}

// agrees holds that the hop held after each moment what the reader did.
func agrees(t *testing.T, c *analyzer.Comparison, s *replay.Series) {
	t.Helper()
	h := c.Hops[0]
	k := 0
	for n := range s.Len() {
		p := s.At(n)
		if n+1 < s.Len() && s.At(n+1).Time == p.Time || p.Time > c.End {
			continue // not the last word of its moment
		}
		for k+1 < h.Series.Len() && h.Series.At(k+1).Time <= p.Time {
			k++
		}
		if got := h.Series.At(k); got.Received != p.Received || got.Released != p.Released || got.After != p.After {
			t.Errorf("at %v the hop holds %+v, the reader %+v", p.Time, got, p)
		}
	}
	var area diagnose.ByteTime
	for n := range max(s.Len()-1, 0) {
		from, to := s.At(n), min(s.At(n+1).Time, c.End)
		if to > from.Time {
			area.Add(from.After, int64(to-from.Time))
		}
	}
	if area != h.Area {
		t.Errorf("the hop holds %s byte·ms, the reader %s", h.Area.Millis(), area.Millis())
	}
}

// longestEvent is the longest that a reader keeps an event whose close it has
// seen, as far as a time.
func longestEvent(t *timeline.Timeline, s *replay.Series, end time.Duration) (longest time.Duration) {
	for _, span := range t.Spans.All() {
		if !span.Kind.IsEvent() || span.AtEOF || span.End == framing.Open {
			continue
		}
		in, out := end, end
		for k := s.Len() - 1; k >= 0; k-- {
			if p := s.At(k); p.Received >= span.Proof {
				in = p.Time
			}
			if p := s.At(k); p.Released >= span.Proof {
				out = min(p.Time, end)
			}
		}
		longest = max(longest, out-in)
	}
	return longest
}

// Three points are no other than two: what lies in the hops adds up to what lies
// between the first and the last.
func TestHopsAddUp(t *testing.T) {
	for i, b := range randomBook(33, 300) {
		o := b.options(t)
		form := string(b.form(-1))
		a := analyze(t, form, o)
		var stream []byte
		for _, chunk := range b.Chunks {
			stream = append(stream, chunk.B...)
		}
		if len(stream) == 0 || b.EOFMs == nil {
			continue // the readers would let go of different bytes
		}
		second := passedOn(replay.Run(a.Timeline, replay.Rule{Kind: replay.AtClose}), stream)
		third := passedOn(replay.Run(a.Timeline, replay.Rule{Kind: replay.Lag, N: 2}), stream)
		all, err := compareAll(o, []time.Duration{0, 0}, form, second, third)
		if err != nil {
			t.Fatal(err)
		}
		ends, err := compareAll(o, []time.Duration{0}, form, third)
		if err != nil {
			t.Fatal(err)
		}
		checkHops(t, all)
		if sum, whole := all.Hops[0].Area.Plus(all.Hops[1].Area), ends.Hops[0].Area; sum != whole {
			t.Errorf("capture %d: %s byte·ms in the hops, %s in all\n%s", i, sum.Millis(), whole.Millis(), form)
		}
		if len(all.Stalls) != len(ends.Stalls) {
			t.Fatalf("capture %d: %d stalls, and %d", i, len(all.Stalls), len(ends.Stalls))
		}
		for k, s := range ends.Stalls {
			o := all.Stalls[k]
			if o.From != s.From || o.To != s.To || o.Before != s.Before ||
				o.Hops[0].Release+o.Hops[1].Release != s.Hops[0].Release || o.Hops[0].Open+o.Hops[1].Open != s.Hops[0].Open {
				t.Errorf("capture %d: stall %+v, and in two hops %+v", i, s, o)
			}
		}
	}
}
