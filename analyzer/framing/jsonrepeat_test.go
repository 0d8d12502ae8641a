package framing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Values as they come one after the other in one stream: alike but for a few
// bytes, cut short, or of another kind in between.
var alikeValues = []string{
	`{"id":"chatcmpl-%d","object":"chat.completion.chunk","created":%d,"choices":[{"index":0,"delta":{"content":" %s"},"finish_reason":null}]}`,
	`{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1719000000,"choices":[{"index":%d,"delta":{"role":"assistant","content":%d,"x":"%s"}}]}`,
	`{"type":"content_block_delta","index":%d,"delta":{"type":"text_delta","n":[%d,"a","b"],"text":"%s"}}`,
	`{"a":{"b":{"c":["%d","%d",["%s"]]}},"a":{"b":{"c":["x"]}}}`,
	`["%d",["%d"],"%s"]`,
}

var alikeTexts = []string{"a", "word", "jumps", `\"q\"`, `\n`, "F\u00fcchse", "\u8df3\u8fc7", "", `\u00e9`, `"}],"x":"`, `"`, `\`, "\xff", "\x01", "\n", `","`}

func alikeStream(rng *rand.Rand, before, after string) []byte {
	var b []byte
	value := alikeValues[rng.IntN(len(alikeValues))]
	deep := strings.Repeat("[", rng.IntN(80))
	for range 3 + rng.IntN(30) {
		if rng.IntN(8) == 0 {
			value = alikeValues[rng.IntN(len(alikeValues))]
		}
		one := fmt.Sprintf(value, rng.IntN(3), rng.IntN(1000), alikeTexts[rng.IntN(len(alikeTexts))])
		if rng.IntN(8) == 0 {
			one = deep + one + strings.ReplaceAll(deep, "[", "]")
		}
		at := len(b)
		b = append(b, before+one+after...)
		if rng.IntN(6) == 0 { // a byte is another, or missing, or one of several
			at += rng.IntN(len(b) - at)
			switch rng.IntN(3) {
			case 0:
				b[at] = ` "{}[],:1\n`[rng.IntN(10)]
			case 1:
				b = append(b[:at], b[at+1:]...)
			default:
				b = append(b[:at], append([]byte(`"`), b[at:]...)...)
			}
		}
	}
	return b
}

// TestWhatRepeatsIsJudgedAsAnythingElse compares streams of like values with the
// same bytes one at a time, between which nothing is known to repeat.
func TestWhatRepeatsIsJudgedAsAnythingElse(t *testing.T) {
	const rounds = 200
	for _, c := range []struct {
		framing       framing.Name
		before, after string
	}{
		{framing.SSE, "data: ", "\n\n"},
		{framing.SSE, "event: delta\ndata: ", "\n\n"},
		{framing.SSE, "data: ", "\r\n\r\n"},
		{framing.SSE, "data: {\"a\":\"b\",\ndata: \"c\":", "}\n\n"},
		{framing.Lines, "", "\n"},
		{framing.Lines, " ", " \r\n"},
		{framing.JSON, "", ""},
		{framing.JSON, "", "\n"},
		{framing.JSONArray, "", ","},
		{framing.JSONSeq, "\x1e", "\n"},
		{framing.JSONSeq, "\x1e\v ", "\f\n"},
	} {
		t.Run(fmt.Sprintf("%s %q", c.framing, c.before+c.after), func(t *testing.T) {
			for i := range rounds {
				rng := rand.New(rand.NewPCG(11, uint64(i)))
				b := alikeStream(rng, c.before, c.after)
				want := scan(t, c.framing, framing.Options{}, true, bytewise(b)...)
				if got := scan(t, c.framing, framing.Options{}, true, b); !same(want, got) {
					t.Fatalf("stream %d, %s: -byte by byte +whole\n%s", i, clip(b), cmp.Diff(want, got))
				}
				if got := scanBuffered(t, c.framing, b, 1+rng.IntN(len(b))); !same(want, got) {
					t.Fatalf("stream %d, %s: -byte by byte +from one buffer\n%s", i, clip(b), cmp.Diff(want, got))
				}
			}
		})
	}
}

// What repeats must not be compared anew as far as it goes on repeating: then a
// Write would take the square of its events. Pieces of 4 KiB, between which
// nothing is known to repeat, are what it must not be much slower than; the
// square would be so by a factor of hundreds.
func TestEqualEventsInOneWriteTakeTheTimeOfOnesInMany(t *testing.T) {
	const least, size, slack, tries = 1 << 20, 4 << 10, 20, 5
	event := `{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"a"}}]}`
	for _, c := range []struct {
		framing       framing.Name
		before, after string
	}{
		{framing.SSE, "data: ", "\n\n"},
		{framing.Lines, "", "\n"},
		{framing.JSON, "", ""},
		{framing.JSONArray, "", ","},
		{framing.JSONSeq, "\x1e", "\n"},
	} {
		t.Run(c.framing.String(), func(t *testing.T) {
			one := c.before + event + c.after
			b := bytes.Repeat([]byte(one), least/len(one))
			took := func(size int) (least time.Duration) {
				for try := range tries {
					s, err := framing.New(c.framing, framing.Options{}, func(framing.Span) {})
					if err != nil {
						t.Fatal(err)
					}
					start := time.Now()
					for p := range slices.Chunk(b, size) {
						s.Write(p)
					}
					if d := time.Since(start); try == 0 || d < least {
						least = d
					}
				}
				return least
			}
			if many, one := took(size), took(len(b)); one > slack*many {
				t.Errorf("one Write takes %v, many take %v", one, many)
			}
		})
	}
}

// scanBuffered writes b through one buffer that its owner overwrites after each
// Write, as readers do.
func scanBuffered(t *testing.T, n framing.Name, b []byte, size int) (r result) {
	t.Helper()
	s, err := framing.New(n, framing.Options{}, func(sp framing.Span) { r.Spans = append(r.Spans, sp) })
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, size)
	for len(b) > 0 {
		n := copy(buf, b)
		s.Write(buf[:n])
		clear(buf)
		b = b[n:]
	}
	s.Close()
	if sp, ok := s.Open(); ok {
		r.Open = &sp
	}
	r.Traits = s.Traits()
	return r
}
