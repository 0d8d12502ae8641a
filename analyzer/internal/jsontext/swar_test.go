package jsontext_test

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// What looks at eight bytes at a time finds what a search byte by byte finds, at
// every length and beside every byte that a carry or a borrow could mistake.
func TestWordsFindWhatBytesFind(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	near := []byte("\n\x0b\x09\r\x8a\x8b\x00\x7f\x80\xff\x1e\x1f \"\\")
	for range 20_000 {
		p := make([]byte, rng.Intn(40))
		for i := range p {
			p[i] = near[rng.Intn(len(near))]
		}
		if got, want := jsontext.LineFeeds(p), bytes.Count(p, []byte("\n")); got != want {
			t.Fatalf("%q has %d line feeds, not %d", p, want, got)
		}
		for _, c := range []struct {
			what string
			got  int
			any  string
		}{
			{"LineFeed", jsontext.LineFeed(p), "\n"},
			{"LineEnd", jsontext.LineEnd(p), "\r\n"},
			{"Either", jsontext.Either(p, '\n', 0x1e), "\n\x1e"},
		} {
			want := bytes.IndexAny(p, c.any)
			if want < 0 {
				want = len(p)
			}
			if c.got != want {
				t.Fatalf("%s of %q is %d, not %d", c.what, p, c.got, want)
			}
		}
		control := 0
		for control < len(p) && p[control] >= ' ' {
			control++
		}
		if got := jsontext.Control(p); got != control {
			t.Fatalf("the first control of %q is at %d, not %d", p, control, got)
		}
		plain := 0
		for plain < len(p) && p[plain] >= ' ' && p[plain] < 0x80 && p[plain] != '"' && p[plain] != '\\' {
			plain++
		}
		if got := jsontext.Plain(p); got != plain {
			t.Fatalf("%q begins with %d plain bytes, not %d", p, plain, got)
		}
		blanks := len(p) - len(bytes.TrimLeft(p, " \t\r\n"))
		if got := jsontext.Blanks(p); got != blanks {
			t.Fatalf("%q begins with %d blanks, not %d", p, blanks, got)
		}
	}
}
