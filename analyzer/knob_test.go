package analyzer_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// The pair of the report and every other rule that a diagnosis replays are what
// the knob says of them.
func TestTheKnobAgreesWithTheReport(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, b := range randomBook(23, 120) {
		o := b.options(t)
		o.Rules = append(everyRule(), replay.Rule{Kind: replay.Lag, N: 1 + rng.Int64N(9)}, replay.Rule{Kind: replay.Block, N: 1 + rng.Int64N(99)})
		a := analyze(t, string(b.form(-1)), o)
		v := a.Inspect()
		for i, want := range a.Report().Series {
			got, err := v.Turn(want.Rule)
			if err != nil {
				t.Fatal(err)
			}
			s := a.Diagnosis.Rules[i]
			if got.Rule != want.Rule || got.PeakBytes != want.PeakBytes || !sameMillis(got.FirstRelease, want.FirstRelease) || got.Release != want.Time.Release {
				t.Errorf("%s: the knob says a peak of %d, first %v, release %v; the report %d, %v, %v\n%s", want.Rule,
					got.PeakBytes, got.FirstRelease, got.Release, want.PeakBytes, want.FirstRelease, want.Time.Release, b.form(-1))
			}
			for k, p := range v.Figure([]string{want.Rule}, "").Lines[0].All() {
				if q := s.Series.At(k); p.Before != q.Before || p.After != q.After {
					t.Fatalf("%s: point %d is drawn at %d and %d, want %d and %d", want.Rule, k, p.Before, p.After, q.Before, q.After)
				}
			}
			knob := v.Figure([]string{"at-close"}, want.Rule)
			for k, p := range knob.Knob.All() {
				if q := s.Series.At(k); p.Before != q.Before || p.After != q.After {
					t.Fatalf("%s: point %d of the knob is drawn at %d and %d, want %d and %d", want.Rule, k, p.Before, p.After, q.Before, q.After)
				}
			}
		}
	}
}

// Lines of any number of blocks and lags do not share what they are kept in.
func TestLinesWithNumbersAreDrawnBesideEachOther(t *testing.T) {
	a := analyze(t, string(randomBook(24, 1)[0].form(-1)), analyzer.Options{})
	names := []string{"block:1", "block:2", "lag:1", "lag:2", "block:3"}
	lines := a.Inspect().Figure(names, "block:4").Lines
	if len(lines) != len(names)+1 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, s := range lines {
		want := replay.Run(a.Timeline, s.Rule)
		for k, p := range s.All() {
			if q := want.At(k); p.Before != q.Before || p.After != q.After {
				t.Fatalf("%v: point %d is drawn at %d and %d, want %d and %d", s.Rule, k, p.Before, p.After, q.Before, q.After)
			}
		}
	}
}

func sameMillis(a, b *analyzer.Millis) bool { return a == b || a != nil && b != nil && *a == *b }

// What the slow statement of the definitions says of every rule is what the knob
// says: the most that is held, the time that closed events wait, and when the
// first of them goes.
func TestTheKnobAgreesWithKeptVectors(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "oracle.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := json.NewDecoder(f); d.More(); n++ {
		var c oracleCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		name, err := framing.ParseName(c.Framing)
		if err != nil {
			t.Fatal(err)
		}
		b := bookCase{EOFMs: c.EOFMs}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		a := analyze(t, string(b.form(-1)), analyzer.Options{Framing: name})
		v := a.Inspect()
		for rule, want := range c.Rules {
			got, err := v.Turn(rule)
			if err != nil {
				t.Fatal(err)
			}
			if got.PeakBytes != want.Peak || int64(got.Release) != want.Time["release"] || !sameMillis(got.FirstRelease, firstOf(a, rule, want)) {
				t.Errorf("%s under %s: a peak of %d, release %d, first %v; want %d, %d, %v\n%s", c.Framing, rule,
					got.PeakBytes, got.Release, got.FirstRelease, want.Peak, want.Time["release"], firstOf(a, rule, want), b.form(-1))
			}
		}
	}
	if n < 100 {
		t.Errorf("%d captures, want 100 at least", n)
	}
}

// firstOf is when what a rule released has gone past the first event that is
// neither a heartbeat nor bad.
func firstOf(a *analyzer.Analysis, rule string, x oracleRule) *analyzer.Millis {
	t := a.Timeline
	for _, s := range t.Spans.All() {
		if s.End == framing.Open || s.Kind != framing.Event && s.Kind != framing.Sentinel {
			continue
		}
		for k, released := range x.Released {
			eof := k == len(t.Chunks)
			if released >= s.End && (eof || !s.AtEOF) && !(eof && rule == "never") {
				at := analyzer.Millis(t.PointTime(k))
				for j := range k {
					at = max(at, analyzer.Millis(t.PointTime(j)))
				}
				return &at
			}
		}
		return nil
	}
	return nil
}

func TestWhatTheKnobSays(t *testing.T) {
	lines := func(n int, eof bool) string {
		text := ""
		for i := range n {
			text += fmt.Sprintf(`{"t_ms":%d,"text":"{\"a\":1}\n"}`+"\n", 100*i)
		}
		if eof {
			text += `{"eof_ms":1000}` + "\n"
		}
		return text
	}
	for _, c := range []struct {
		name, recording, rule, want string
	}{
		{"at event close is where it stands", lines(3, true), "at-close",
			"This is releasing at event close: no reader of whole events holds less."},
		{"a reader that waits for EOF", lines(3, true), "read-all",
			"On the same 3 chunks, releasing at event close instead of at EOF lowers peak held bytes from 24 to 8 and brings the first event forward from 1,000 ms to 0 ms."},
		{"one that never lets go", lines(3, true), "never",
			"On the same 3 chunks, releasing at event close instead of never lowers peak held bytes from 24 to 8 and lets the first event go at 0 ms."},
		{"a chunk alone", lines(1, true), "read-all",
			"On the same 1 chunk, releasing at event close instead of at EOF brings the first event forward from 1,000 ms to 0 ms."},
		{"a chunk alone that is never let go", lines(1, true), "never",
			"On the same 1 chunk, releasing at event close instead of never lets the first event go at 0 ms."},
		{"a rule that does no harm here", lines(3, true), "chunk-end",
			"On the same 3 chunks, releasing at event close instead of when a chunk ends with nothing open changes nothing."},
		{"blocks as large as events", lines(3, true), "block:8",
			"On the same 3 chunks, releasing at event close instead of in whole blocks of 8 bytes changes nothing."},
		{"a lag", lines(3, true), "lag:1",
			"On the same 3 chunks, releasing at event close instead of once 1 newer event has closed lowers peak held bytes from 16 to 8 and brings the first event forward from 100 ms to 0 ms."},
		{"a peak alone", `{"t_ms":0,"text":"1\n2\n"}` + "\n" + `{"t_ms":50,"text":"12345\n"}` + "\n" + `{"t_ms":90,"text":"{\"abcd\":1}\n\n"}` + "\n" + `{"eof_ms":95}` + "\n", "block:4",
			"On the same 3 chunks, releasing at event close instead of in whole blocks of 4 bytes lowers peak held bytes from 18 to 12."},
		{"neither the peak nor the first", `{"t_ms":0,"text":"1\n2\n"}` + "\n" + `{"t_ms":50,"text":"123456789012345\n"}` + "\n" + `{"t_ms":90,"text":"1\n"}` + "\n" + `{"eof_ms":95}` + "\n", "block:4",
			"On the same 3 chunks, releasing at event close instead of in whole blocks of 4 bytes lets closed events go that are otherwise kept for 5 ms in all."},
		{"without times", "{}\n{\"aaaaaaaa\":1}\n1\n", "next-chunk",
			"On the same 3 chunks, releasing at event close instead of with the chunk after lowers peak held bytes from 18 to 15."},
		{"without times, and without a lower peak", "{}\n{\"aaaaaaaa\":1}\n1\n", "block:3",
			"On the same 3 chunks, releasing at event close instead of in whole blocks of 3 bytes lets closed events go that are otherwise kept after 1 chunk."},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := analyze(t, c.recording, analyzer.Options{Framing: framing.Lines}).Inspect().Turn(c.rule)
			if err != nil {
				t.Fatal(err)
			}
			if k.Sentence != c.want {
				t.Errorf("%+v says\n%s, want\n%s", k, k.Sentence, c.want)
			}
		})
	}
}

func TestBoundsOfTheNumberOfARule(t *testing.T) {
	v := analyze(t, `{"t_ms":0,"text":"{}\n{}\n{}\n"}`, analyzer.Options{}).Inspect()
	for rule, want := range map[string]analyzer.Number{
		"block:4": {N: 4, Min: 1, Max: 9}, "lag:2": {N: 2, Min: 1, Max: 3}, "lag:900": {N: 900, Min: 1, Max: 3}, "read-all": {},
	} {
		if k, err := v.Turn(rule); err != nil || k.Number != want {
			t.Errorf("%s: got %+v, %v, want %+v", rule, k, err, want)
		}
	}
	for _, rule := range []string{"", "block", "block:0", "observed", "inflater", "block:-1"} {
		if _, err := v.Turn(rule); err == nil || !strings.Contains(err.Error(), "rule") {
			t.Errorf("the knob turns to %q: %v", rule, err)
		}
	}
	lengths := analyze(t, `{"t_ms":0,"len":5}`, analyzer.Options{}).Inspect()
	if k, err := lengths.Turn("read-all"); k != nil || err != nil {
		t.Errorf("without a close the knob says %+v, %v", k, err)
	}
}
