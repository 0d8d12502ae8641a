package framing_test

import (
	"encoding/json"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// lawful scans b whole and in pieces, whose lengths are the bytes of cuts over
// and over, and fails where the results differ or break a law of spans. It
// returns the result at EOF.
func lawful(t *testing.T, n framing.Name, o framing.Options, b, cuts []byte) result {
	t.Helper()
	var pieces [][]byte
	for rest, i := b, 0; len(rest) > 0; i++ {
		cut := 1
		if len(cuts) > 0 {
			cut = int(cuts[i%len(cuts)])
		}
		if cut = min(cut, len(rest)); cut == 0 && i >= len(cuts) {
			cut = 1
		}
		pieces = append(pieces, rest[:cut])
		rest = rest[cut:]
	}
	var atEOF result
	for _, eof := range []bool{false, true} {
		whole := scan(t, n, o, eof, b)
		if got := scan(t, n, o, eof, pieces...); !same(whole, got) {
			t.Fatalf("%s of %q, EOF %t:\nwhole %s\n  cut %s", n, b, eof, show(whole), show(got))
		}
		var past int64
		for _, s := range whole.Spans {
			if s.Start < past || s.Ready <= s.Start || s.Ready > s.End || s.End > int64(len(b)) ||
				s.Proof != s.End && s.Proof != s.End+1 || s.Proof > int64(len(b)) ||
				s.AtEOF && (!eof || s.End != int64(len(b))) || (s.Kind == framing.Bad) != (s.Reason != framing.NoReason) {
				t.Fatalf("%s of %q: span %+v", n, b, s)
			}
			past = s.End
		}
		if s := whole.Open; s != nil && (s.Start < past || s.Start >= int64(len(b)) || s.End != framing.Open || s.Proof != framing.Open ||
			s.Ready != framing.Open && (s.Ready <= s.Start || s.Ready > int64(len(b)))) {
			t.Fatalf("%s of %q: open span %+v", n, b, *s)
		}
		atEOF = whole
	}
	if spans := len(atEOF.Spans); spans > len(b) {
		t.Fatalf("%s of %q: %d spans", n, b, spans)
	}
	return atEOF
}

// valid reports whether encoding/json takes b for one value.
func valid(b []byte) bool { return json.Valid(b) }

func FuzzLines(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		for _, s := range lawful(t, framing.Lines, framing.Options{}, b, cuts).Spans {
			if raw := b[s.Start:s.End]; s.Kind != framing.Filler && valid(raw) != (s.Kind == framing.Event) {
				t.Errorf("line %q is %s (%s), encoding/json disagrees", raw, s.Kind, s.Reason)
			}
		}
	})
}

func FuzzSSE(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte, lenient bool) {
		o := framing.Options{LenientEOF: lenient}
		judged := lawful(t, framing.SSE, o, b, cuts)
		plain := lawful(t, framing.SSEText, o, b, cuts)
		if len(judged.Spans) != len(plain.Spans) {
			t.Fatalf("%q: sse finds %s, sse-text %s", b, show(judged), show(plain))
		}
		for i, s := range judged.Spans {
			want := plain.Spans[i]
			if want.Kind == framing.Event {
				raw := b[s.Start:s.End]
				if data := framing.Decode(framing.SSE, raw).Data; valid([]byte(data)) != (s.Kind == framing.Event) {
					t.Errorf("data %q of %q is %s (%s), encoding/json disagrees", data, raw, s.Kind, s.Reason)
				}
				want.Kind, want.Reason = s.Kind, s.Reason
			}
			if s != want {
				t.Errorf("%q: sse finds %+v, sse-text %+v", b, s, plain.Spans[i])
			}
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Fuzz(func(t *testing.T, b, cuts []byte) {
		r := lawful(t, framing.JSON, framing.Options{}, b, cuts)
		events := 0
		for _, s := range r.Spans {
			if raw := b[s.Start:s.End]; s.Kind == framing.Event && !valid(raw) || s.Kind == framing.Bad && valid(raw) {
				t.Errorf("value %q is %s (%s), encoding/json disagrees", raw, s.Kind, s.Reason)
			}
			events++
		}
		if one := events == 1 && r.Spans[0].Kind == framing.Event; valid(b) && !one {
			t.Errorf("%q: encoding/json finds one value, not %s", b, show(r))
		}
	})
}

func FuzzDetect(f *testing.F) {
	f.Fuzz(func(t *testing.T, contentType string, b []byte) {
		n := framing.Detect(contentType, b)
		if long := len(b) > framing.Window; long && n != framing.Detect(contentType, b[:framing.Window]) {
			t.Errorf("Detect(%q, %q) looks past its window", contentType, b)
		}
		if n == framing.Unknown {
			return // it has no scanner
		}
		if _, err := framing.New(n, framing.Options{}, func(framing.Span) {}); err != nil {
			t.Errorf("Detect(%q, %q) chose %s: %v", contentType, b, n, err)
		}
		if r := scan(t, n, framing.Options{}, true, b); r.Open != nil && r.Open.Kind != framing.Filler && n != framing.SSE && n != framing.SSEText {
			t.Errorf("%s of %q is open at EOF: %s", n, b, show(r))
		}
	})
}
