package framing_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// randomValue appends a JSON value that nests at most depth deep.
func randomValue(rng *rand.Rand, b []byte, depth int) []byte {
	pick := func(s ...string) { b = append(b, s[rng.IntN(len(s))]...) }
	gap := func() { pick("", "", "", "", " ", "\t", "\n", "\r\n", "          ") }
	str := func() {
		b = append(b, '"')
		for range rng.IntN(6) {
			pick("a", "abcdefgh", "the same again and again", `\"`, `\\`, `\/`, `\b\f\n\r\t`, `\u00e9`, `\uD83D\uDE00`, `\ud800`, "é", "€", "😀", "{", "]", ",", ":", "\x7f", "\xff", "\xe2\x82")
		}
		b = append(b, '"')
	}
	list := func(open, end byte, element func()) {
		b = append(b, open)
		gap()
		for i := range rng.IntN(4) {
			if i > 0 {
				b = append(b, ',')
			}
			gap()
			element()
			gap()
		}
		b = append(b, end)
	}
	kind := rng.IntN(7)
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0:
		pick("true", "false", "null")
	case 1, 2:
		str()
	case 3, 4:
		pick("", "-")
		pick("0", "1", "12", "9007199254740993", "100000000000000000000000")
		pick("", "", ".0", ".25", ".000000001")
		pick("", "", "e1", "E+07", "e-300", "E0")
	case 5:
		list('[', ']', func() { b = randomValue(rng, b, depth-1) })
	case 6:
		list('{', '}', func() {
			str()
			gap()
			b = append(b, ':')
			gap()
			b = randomValue(rng, b, depth-1)
		})
	}
	return b
}

// mutate changes, adds, drops or repeats a few bytes.
func mutate(rng *rand.Rand, b []byte) []byte {
	const bytesOfJSON = "{}[],:\"\\/0123456789-+.eEtrufalsn \t\r\n\v\f\x00\x1e\xef\xff"
	for range 1 + rng.IntN(2) {
		i := rng.IntN(len(b) + 1)
		c := bytesOfJSON[rng.IntN(len(bytesOfJSON))]
		switch j := min(len(b), i+1+rng.IntN(3)); rng.IntN(5) {
		case 0:
			b = slices.Insert(b, i, c)
		case 1:
			if i < len(b) {
				b[i] = c
			}
		case 2:
			b = slices.Delete(b, i, j)
		case 3:
			b = slices.Insert(b, i, bytes.Clone(b[i:j])...)
		case 4:
			b = b[:i]
		}
	}
	return b
}

// judged reports what each framing that judges JSON makes of one text: of those
// that it can stand in.
func judged(t *testing.T, text []byte) map[framing.Name]bool {
	t.Helper()
	out := map[framing.Name]bool{}
	one := func(n framing.Name, before, after string) {
		stream := slices.Concat([]byte(before), text, []byte(after))
		cut := len(stream) / 2
		r := scan(t, n, framing.Options{}, true, stream[:cut], stream[cut:])
		out[n] = len(r.Spans) == 1 && r.Spans[0].Kind == framing.Event
	}
	one(framing.ContentLength, fmt.Sprintf("Content-Length: %d\r\n\r\n", len(text)), "")
	if bytes.HasPrefix(text, []byte(bom)) {
		return out // it is free elsewhere
	}
	one(framing.JSON, "", "")
	if !bytes.ContainsAny(text, "\n") {
		one(framing.Lines, "", "\n")
		if !bytes.ContainsAny(text, "\x1e\v\f") {
			one(framing.JSONSeq, "\x1e", "\n")
		}
	}
	if !bytes.ContainsAny(text, "\r") { // a line's end in SSE, white space in JSON
		lines := bytes.ReplaceAll(text, []byte("\n"), []byte("\ndata: "))
		r := scan(t, framing.SSE, framing.Options{}, true, []byte("data: "), lines, []byte("\n\n"))
		out[framing.SSE] = len(r.Spans) == 1 && r.Spans[0].Kind == framing.Event
	}
	return out
}

// What is JSON to encoding/json, which does not mind what is not UTF-8 either,
// is JSON in every framing, and nothing else is.
func TestVerdictsOfEncodingJSON(t *testing.T) {
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(from, 1))
	texts := map[bool]int{}
	check := func(text []byte) {
		t.Helper()
		want := json.Valid(text)
		texts[want]++
		for n, got := range judged(t, text) {
			if got != want {
				t.Errorf("%s of %s: good %t, encoding/json says %t (-seed=%d)", n, clip(text), got, want, from)
			}
		}
	}
	for range 20000 {
		text := randomValue(rng, nil, 4)
		check(text)
		check(mutate(rng, text))
	}
	for _, deep := range []int{framing.MaxDepth - 1, framing.MaxDepth, framing.MaxDepth + 1} {
		check([]byte(strings.Repeat("[", deep) + strings.Repeat("]", deep)))
		check([]byte(strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep)))
	}
	if texts[true] < 20000 || texts[false] < 10000 {
		t.Errorf("texts that are JSON or not: %v", texts)
	}
}

// The elements of an array are those that encoding/json finds in it.
func TestElementsOfEncodingJSON(t *testing.T) {
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(from, 2))
	total := 0
	for range 5000 {
		b := []byte(" [\n")
		for i := range rng.IntN(6) {
			if i > 0 {
				b = append(b, " ,\r\n"[rng.IntN(2):2+rng.IntN(3)]...)
			}
			b = randomValue(rng, b, 3)
		}
		b = append(b, "\t]\n"...)
		var want []json.RawMessage
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		r := scan(t, framing.JSONArray, framing.Options{}, true, b[:len(b)/2], b[len(b)/2:])
		equal := len(r.Spans) == len(want)
		for i := range want {
			equal = equal && r.Spans[i].Kind == framing.Event && string(b[r.Spans[i].Start:r.Spans[i].End]) == string(want[i])
		}
		if !equal {
			t.Errorf("%q: encoding/json finds %d elements: %s (-seed=%d)", b, len(want), show(r), from)
		}
		total += len(want)
	}
	if total < 5000 {
		t.Errorf("%d elements", total)
	}
}

// Texts that follow each other are mostly alike, which must not make one of
// them good or bad for what another is.
func TestVerdictsOfTextsThatRepeat(t *testing.T) {
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(from, 3))
	good, bad := 0, 0
	for range 4000 {
		text := randomValue(rng, nil, 3)
		var texts [][]byte
		for range 2 + rng.IntN(6) {
			alike := bytes.Clone(text)
			if rng.IntN(2) == 0 {
				alike = mutate(rng, alike)
			}
			// What would end a text, or be white space, in some framing.
			alike = bytes.Trim(bytes.Map(func(r rune) rune {
				if strings.ContainsRune("\r\n\v\f\x1e", r) {
					return ' '
				}
				return r
			}, alike), " \t")
			if len(alike) > 0 && !bytes.HasPrefix(alike, []byte(bom)) {
				texts = append(texts, alike)
			}
		}
		for _, c := range []struct {
			framing framing.Name
			write   func(text []byte) string
		}{
			{framing.Lines, func(text []byte) string { return string(text) + "\n" }},
			{framing.SSE, func(text []byte) string { return "data: " + string(text) + "\n\n" }},
			{framing.JSONSeq, func(text []byte) string { return "\x1e" + string(text) + "\n" }},
			{framing.ContentLength, func(text []byte) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }},
		} {
			var b []byte
			for _, text := range texts {
				b = append(b, c.write(text)...)
			}
			cut := rng.IntN(len(b) + 1)
			r := scan(t, c.framing, framing.Options{}, true, b[:cut], b[cut:])
			if len(r.Spans) != len(texts) {
				t.Fatalf("%s of %q: %d texts: %s (-seed=%d)", c.framing, b, len(texts), show(r), from)
			}
			for i, s := range r.Spans {
				want := json.Valid(texts[i])
				if want != (s.Kind == framing.Event) {
					t.Errorf("%s of %q, text %d: good %t, encoding/json says %t (-seed=%d)", c.framing, b, i, !want, want, from)
				}
				if want {
					good++
				} else {
					bad++
				}
			}
		}
	}
	if good < 10000 || bad < 10000 {
		t.Errorf("%d good texts, %d bad ones", good, bad)
	}
}
