package framing_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/tmaxmax/go-sse"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Another parser's events of random streams. It yields blocks without data too,
// with the data of an empty event, so only what has some is compared. It leaves
// bytes that are not UTF-8 as they are, and takes a BOM behind blank lines for
// one.
func TestEventsOfGoSSE(t *testing.T) {
	from := *seed
	if from == 0 {
		from = rand.Uint64()
	}
	rng := rand.New(rand.NewPCG(from, 0))
	compared := 0
	for _, b := range streams(rng, framing.SSEText, 5000) {
		if text := bytes.TrimLeft(b, "\r\n"); !utf8.Valid(b) || len(text) < len(b) && bytes.HasPrefix(text, []byte(bom)) {
			continue
		}
		var want, got []dispatched
		for e, err := range sse.Read(bytes.NewReader(b), nil) {
			if err != nil {
				t.Fatalf("%q: %v", b, err)
			}
			if e.Data != "" {
				want = append(want, dispatched{cmp.Or(e.Type, "message"), e.Data, e.LastEventID})
			}
		}
		id := ""
		for _, s := range scan(t, framing.SSEText, framing.Options{}, true, b).Spans {
			p := framing.Decode(framing.SSEText, b[s.Start:s.End])
			if p.ID != nil {
				id = *p.ID
			}
			if s.Kind.IsEvent() && p.Data != "" {
				got = append(got, dispatched{p.Event, p.Data, id})
			}
		}
		compared += len(want)
		if !slices.Equal(want, got) {
			t.Errorf("%q, -seed=%d:\ngo-sse %+v\n  here %+v", b, from, want, got)
		}
	}
	if compared < 1000 {
		t.Errorf("%d events compared", compared)
	}
}
