package capture_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Rows that are taken by the hundred are those that are taken one by one, and so
// are the errors and notes around them.
func TestRowsAtOnceAreTheRowsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	ends := []string{"\n", "\n", "\n", "\r\n", "\n\n", "\nx", " \n", ",\n"}
	words := []string{"True", "False", "true", "false", "TRUE", "1", "0", "2", "Trua", "T", "falsy", ""}
	atOnce := 0
	for range 1000 {
		var b strings.Builder
		b.WriteString("i,t_ms,held_bytes,parsed\n")
		odd := rng.IntN(40) // one row in so many is unusual
		for i := range rng.IntN(60) {
			word, end, ms, held := words[rng.IntN(2)], "\n", fmt.Sprint(i*7), fmt.Sprint(rng.IntN(5000))
			if rng.IntN(odd+1) == 0 {
				word = words[rng.IntN(len(words))]
			}
			if rng.IntN(odd+1) == 0 {
				end = ends[rng.IntN(len(ends))]
			}
			if rng.IntN(odd+1) == 0 {
				ms = []string{"0.5", "3.25", ".5", "1e3", "-4", "9999999999999999", "5.1234567", "2"}[rng.IntN(8)]
			}
			if rng.IntN(odd+1) == 0 {
				held = []string{"", "00", "123456789012345678", "x"}[rng.IntN(4)]
			}
			fmt.Fprintf(&b, "%d,%s,%s,%s%s", i, ms, held, word, end)
		}
		text := b.String()
		text = text[:len(text)-rng.IntN(2)]
		want, _, wantErr := readRows(t, text, 0)
		for _, room := range []int{1, 7, 512} {
			got, n, err := readRows(t, text, room)
			if diff := cmp.Diff(want, got); diff != "" || fmt.Sprint(wantErr) != fmt.Sprint(err) {
				t.Fatalf("room for %d (-one by one +at once):\n%s\nerrors %v and %v, of\n%s", room, diff, wantErr, err, text)
			}
			atOnce += n
		}
	}
	if atOnce < 10_000 {
		t.Errorf("only %d rows were taken at once", atOnce)
	}
}

// readRows lists rows, and the notes in the end; with room, as many at once as
// there are plain ones. n is how many were taken so.
func readRows(t *testing.T, text string, room int) (out []string, n int, err error) {
	t.Helper()
	r, err := capture.Open(strings.NewReader(text), capture.Options{Name: "rows"})
	if err != nil {
		return nil, 0, err
	}
	for {
		rec, err := r.Next()
		if err != nil {
			for _, x := range r.Exchanges() {
				out = append(out, fmt.Sprint(x.Notes))
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return out, n, err
		}
		out = append(out, fmt.Sprint(rec.Exchange, rec.Time, rec.Sample.Held, rec.Sample.Parsed))
		for rows := make([]capture.Row, room); room > 0; {
			k := r.(capture.RowReader).Rows(rows)
			if k == 0 {
				break
			}
			for _, row := range rows[:k] {
				out = append(out, fmt.Sprint(rec.Exchange, row.Time, row.Held, row.Parsed))
			}
			n += k
		}
	}
}
