package framing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// result is all that a scanner says of a stream.
type result struct {
	Spans  []framing.Span
	Open   *framing.Span // after the last byte, and after EOF where there is one
	Traits framing.Traits
}

// scan pushes pieces through a new scanner, then EOF if eof is set.
func scan(t testing.TB, n framing.Name, o framing.Options, eof bool, pieces ...[]byte) result {
	t.Helper()
	var r result
	var seen int64
	s, err := framing.New(n, o, func(sp framing.Span) {
		if !sp.AtEOF && !sp.ProvedBy(seen) {
			t.Errorf("%v emitted after %d bytes, before its proof", sp, seen)
		}
		r.Spans = append(r.Spans, sp)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pieces {
		before := seen
		seen += int64(len(p))
		had := len(r.Spans)
		s.Write(p)
		for _, sp := range r.Spans[had:] {
			// What begins like a BOM and is none can only be told afterwards.
			if sp.Proof <= before && before >= int64(len(bom)) {
				t.Errorf("%v emitted with byte %d, after its proof", sp, seen)
			}
		}
	}
	if eof {
		s.Close()
	}
	if sp, ok := s.Open(); ok {
		r.Open = &sp
	}
	r.Traits = s.Traits()
	return r
}

// bytewise cuts b into pieces of one byte.
func bytewise(b []byte) [][]byte {
	var out [][]byte
	for i := range b {
		out = append(out, b[i:i+1])
	}
	return out
}

// same reports whether two results are equal, sooner than cmp.Diff does.
func same(a, b result) bool {
	opens := a.Open == nil && b.Open == nil || a.Open != nil && b.Open != nil && *a.Open == *b.Open
	return opens && a.Traits == b.Traits && slices.Equal(a.Spans, b.Spans)
}

// everyCut scans a stream whole, byte by byte and at cuts in two (all of them,
// or some of a long stream), and fails where the results differ.
func everyCut(t testing.TB, n framing.Name, o framing.Options, eof bool, b []byte) result {
	t.Helper()
	want := scan(t, n, o, eof, b)
	check := func(how string, pieces ...[]byte) {
		t.Helper()
		if got := scan(t, n, o, eof, pieces...); !same(want, got) {
			t.Errorf("%s, %v: -whole +%s\n%s", n, clip(b), how, cmp.Diff(want, got))
		}
	}
	check("byte by byte", bytewise(b)...)
	const work = 256 << 10 // bytes to scan, so that long streams do not take for ever
	cuts := max(10, work/(len(b)+1))
	rng := rand.New(rand.NewPCG(1, uint64(len(b))))
	for i := range min(len(b), cuts) {
		if len(b) > cuts {
			i = rng.IntN(len(b))
		}
		check(fmt.Sprintf("cut at %d", i), b[:i], b[i:])
		if t.Failed() {
			break
		}
	}
	return want
}

// clip shows the start of a stream.
func clip(b []byte) string { return fmt.Sprintf("%.200q", b) }

// show writes a result as the tables below have it: "0:19e-1" is an event that
// is ready one byte before its end, "38:52b.json" a bad one and why, "0:2e+"
// one that the byte after it proves, "0:5e$" one that EOF closes. An open span
// has no end: "20:e", or "20:e@28" where it is ready.
func show(r result) string {
	var out []string
	for _, s := range r.Spans {
		w := fmt.Sprintf("%d:%d%c", s.Start, s.End, s.Kind.Letter())
		if s.Reason != framing.NoReason {
			w += "." + s.Reason.String()
		}
		if s.Ready != s.End {
			w += fmt.Sprintf("-%d", s.End-s.Ready)
		}
		if s.Proof != s.End {
			w += "+"
		}
		if s.AtEOF {
			w += "$"
		}
		out = append(out, w)
	}
	if s := r.Open; s != nil {
		w := fmt.Sprintf("%d:%c", s.Start, s.Kind.Letter())
		if s.Ready != framing.Open {
			w += fmt.Sprintf("@%d", s.Ready)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// streamCase is a stream and what its scanner says of it.
type streamCase struct {
	name   string
	stream string
	want   string // before EOF
	atEOF  string // after it, where that differs
	traits string
	opts   framing.Options
}

func runStreams(t *testing.T, n framing.Name, cases []streamCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := []byte(c.stream)
			before := everyCut(t, n, c.opts, false, b)
			if got := show(before); got != c.want {
				t.Errorf("%s before EOF:\n got %s\nwant %s", clip(b), got, c.want)
			}
			want := c.atEOF
			if want == "" {
				want = c.want
			}
			if got := show(everyCut(t, n, c.opts, true, b)); got != want {
				t.Errorf("%s at EOF:\n got %s\nwant %s", clip(b), got, want)
			}
			if got := strings.Join(before.Traits.Names(), " "); got != c.traits {
				t.Errorf("%s: traits %q, want %q", clip(b), got, c.traits)
			}
		})
	}
}
