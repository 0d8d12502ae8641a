package analyzer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// way is when each byte of a stream passed two points.
type way struct {
	in, out []time.Duration
}

// delayed is a second capture of b, cut anew, whose bytes come out some time
// after they went in.
func delayed(t *testing.T, rng *rand.Rand, b *bookCase) (second string, w way) {
	t.Helper()
	var form bytes.Buffer
	var stream []byte
	for _, c := range b.Chunks {
		at, err := capture.ParseMillis(string(c.T))
		if err != nil {
			t.Fatal(err)
		}
		for range c.B {
			w.in = append(w.in, at)
		}
		stream = append(stream, c.B...)
	}
	last := time.Duration(0)
	line := func(p []byte) {
		fmt.Fprintf(&form, `{"t_ms":%s,"b64":"%s"}`+"\n", capture.FormatMillis(last), base64.StdEncoding.EncodeToString(p))
	}
	for from := 0; from < len(stream); {
		to := from + 1 + rng.IntN(min(len(stream)-from, 60))
		last = max(last, w.in[to-1])
		if rng.IntN(3) == 0 {
			last += time.Duration(rng.Int64N(int64(500 * ms)))
		}
		line(stream[from:to])
		for range stream[from:to] {
			w.out = append(w.out, last)
		}
		from = to
	}
	if b.EOFMs != nil {
		end := json.Number(capture.FormatMillis(max(last, 20000*ms)))
		b.EOFMs = &end
		fmt.Fprintf(&form, `{"eof_ms":%s}`+"\n", end)
	}
	return form.String(), w
}

// passed is how many bytes have passed by a time.
func passed(at []time.Duration, now time.Duration) (n int64) {
	for _, t := range at {
		if t <= now {
			n++
		}
	}
	return n
}

// A comparison says what counting the bytes one by one says.
func TestCompareCountsBytesOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	placed := 0
	for i, b := range randomBook(34, 250) {
		second, w := delayed(t, rng, &b)
		if len(w.in) == 0 {
			continue
		}
		o := b.options(t)
		first := string(b.form(-1))
		c, err := compareAll(o, []time.Duration{0}, first, second)
		if err != nil {
			t.Fatal(err)
		}
		checkHops(t, c)
		h := c.Hops[0]
		for k, p := range h.Series.All() {
			if in, out := passed(w.in, p.Time), passed(w.out, p.Time); p.Received != in || p.Released != out {
				t.Errorf("at %v %d and %d bytes passed, want %d and %d", p.Time, p.Received, p.Released, in, out)
			}
			if k > 0 && passed(w.in, p.Time-1) != h.Series.At(k-1).Received {
				t.Errorf("something passed before %v", p.Time)
			}
		}
		var least, most time.Duration = 1 << 62, 0
		for k := range w.in {
			least, most = min(least, w.out[k]-w.in[k]), max(most, w.out[k]-w.in[k])
		}
		if h.Quickest != least || h.Slowest != most {
			t.Errorf("bytes take %v to %v, want %v to %v", h.Quickest, h.Slowest, least, most)
		}
		for _, s := range c.Stalls {
			needs, known := endedBy(c.Points[0].Timeline, w, s)
			if !known {
				continue
			}
			placed++
			if want := mostByByte(w, s.From, s.To); s.Hops[0].Held != want {
				t.Errorf("through the stall from %v to %v %d bytes lay between, want %d", s.From, s.To, s.Hops[0].Held, want)
			}
			want := placeByByte(w, s.From, s.To, needs)
			if got := [3]time.Duration{s.Before, s.Hops[0].Release, s.Hops[0].Open}; got != want {
				t.Errorf("the stall from %v to %v is placed %v, want %v", s.From, s.To, got, want)
			}
		}
		if t.Failed() {
			t.Fatalf("pair %d:\n%s\n%s", i, first, second)
		}
	}
	if placed < 100 {
		t.Errorf("only %d stalls were placed", placed)
	}
}

// endedBy is the last byte of the first event that came out at the end of a
// stall.
func endedBy(t *timeline.Timeline, w way, s diagnose.PlacedStall) (int64, bool) {
	for _, span := range t.Spans.All() {
		if span.Kind.IsEvent() && span.Kind != framing.Heartbeat && !span.AtEOF && span.End != framing.Open && w.out[span.Proof-1] == s.To {
			return span.Proof - 1, true
		}
	}
	return 0, false
}

// placeByByte is how long a stall's last byte had not come to point 1 and nothing
// else lay between, how long it lay between, and how long only others did.
func placeByByte(w way, from, to time.Duration, needs int64) (parts [3]time.Duration) {
	moments := append([]time.Duration{from, to}, append(w.in, w.out...)...)
	for now := from; now < to; {
		next := to
		for _, m := range moments {
			if m > now {
				next = min(next, m)
			}
		}
		part := 0
		switch {
		case w.in[needs] <= now:
			part = 1
		case passed(w.in, now) > passed(w.out, now):
			part = 2
		}
		parts[part] += next - now
		now = next
	}
	return parts
}

// mostByByte is the most bytes that lay between from one time to another.
func mostByByte(w way, from, to time.Duration) (most int64) {
	for _, m := range append([]time.Duration{from}, w.in...) {
		if m >= from && m < to {
			most = max(most, passed(w.in, m)-passed(w.out, m))
		}
	}
	return most
}

// What is compared comes back from the CSV of each capture, which has no
// payload, but for the clocks.
func TestTimelinesAreComparedAsTheirCaptures(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	for i, b := range randomBook(35, 80) {
		second, w := delayed(t, rng, &b)
		if len(w.in) == 0 {
			continue
		}
		o := b.options(t)
		var csv [2]bytes.Buffer
		for k, form := range []string{string(b.form(-1)), second} {
			if err := analyze(t, form, o).WriteCSV(&csv[k]); err != nil {
				t.Fatal(err)
			}
		}
		want, err := compareAll(o, nil, string(b.form(-1)), second)
		if err != nil {
			t.Fatal(err)
		}
		got, err := compareAll(analyzer.Options{}, nil, csv[0].String(), csv[1].String())
		if err != nil {
			t.Fatalf("pair %d: %v\n%s\n%s", i, err, csv[0].String(), csv[1].String())
		}
		a, z := want.Report(), got.Report()
		z.Hops[0].Clock.Offset = a.Hops[0].Clock.Offset
		if diff := cmp.Diff(a, z); diff != "" {
			t.Fatalf("pair %d (-captures +timelines):\n%s", i, diff)
		}
	}
}
