package analyzer_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// FuzzInspection asks anything of any capture: nothing panics, and what is found
// is where it says.
func FuzzInspection(f *testing.F) {
	f.Add([]byte("data: {\"a\":1}\n\ndata: [DONE]\n\n: x\nevent: ping\ndata: 1\n\n"), []byte("\x05\x00\x30\xff"), []byte("\x00\x81\x02"), uint8(1), true, uint64(1))
	f.Add([]byte("{\"a\":1}\n{\n1\n"), []byte("\x09\xf0"), []byte("\x01"), uint8(0), false, uint64(2))
	f.Add([]byte("[1,{\"a\":2},\"x\"]"), []byte("\x01\x02\x03"), []byte{}, uint8(4), true, uint64(3))
	f.Add([]byte("\x00\x00\x00\x00\x02ab\x00\xff\xff\xff\xffzz"), []byte("\x06\x01"), []byte("\x80\x40"), uint8(6), true, uint64(4))
	f.Fuzz(func(t *testing.T, stream, cuts, rows []byte, name uint8, eof bool, seed uint64) {
		a := fuzzed(t, stream, cuts, rows, name, eof)
		if a == nil {
			return
		}
		rng := rand.New(rand.NewPCG(seed, seed))
		checkInspection(t, rng, a)
		v := a.Inspect()
		far := []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}
		for range 30 {
			at, n := far[rng.IntN(len(far))], int(far[rng.IntN(len(far))])
			l := analyzer.Look{At: at, Here: n, Lines: []string{"observed", "read-all", "", "block:3", "never"}, Rule: "lag:2"}
			switch rng.IntN(3) {
			case 0:
				l.Chunks = n
			case 1:
				l.Stalls = n
			case 2:
				l.Table, l.Row = append(tables, "none")[rng.IntN(5)], n
			}
			if got := v.Look(l); got.Chunk < 0 || got.Chunk >= a.Timeline.Points() {
				t.Fatalf("%+v finds %+v", l, got)
			}
			if _, err := v.Rows(analyzer.Rows{Table: tables[rng.IntN(4)], From: n, Count: int(far[rng.IntN(len(far))])}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
