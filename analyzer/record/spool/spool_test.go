package spool_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

func TestWhatIsPutComesOutInOrder(t *testing.T) {
	s := spool.New(spool.NewBudget(1<<40), true)
	random := rand.New(rand.NewPCG(1, 2))
	source := make([]byte, 300<<10)
	for i := range source {
		source[i] = byte(random.Uint32())
	}
	sizes := make([]int, 3000)
	for i := range sizes {
		if sizes[i] = 1 + random.IntN(200); i%50 == 0 {
			sizes[i] = 1 + random.IntN(len(source)-1)
		}
	}
	go func() {
		for i, n := range sizes {
			s.Put(time.Duration(i), source[i%7:][:min(n, len(source)-7)])
		}
		s.End(time.Duration(len(sizes)), true)
	}()
	for i, n := range sizes {
		r := next(t, s)
		if want := source[i%7:][:min(n, len(source)-7)]; r.At != time.Duration(i) || !bytes.Equal(r.Data, want) || r.Len != int64(len(want)) || r.Last || r.Lost != 0 {
			t.Fatalf("read %d is %d bytes at %d, want %d", i, r.Len, r.At, len(want))
		}
	}
	if r := next(t, s); !r.Last || !r.EOF || r.At != time.Duration(len(sizes)) {
		t.Errorf("at the end %+v", r)
	}
	if r, ok := s.Next(); ok {
		t.Errorf("behind the end %+v", r)
	}
}

// next waits for a read.
func next(t *testing.T, s *spool.Spool) spool.Read {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		if r, ok := s.Next(); ok {
			return r
		}
	}
	t.Fatal("no read comes")
	return spool.Read{}
}

func TestWithoutRoomLengthsStayAndThenReadsAreCounted(t *testing.T) {
	budget := spool.NewBudget(300 << 10) // the first block, and one more
	s := spool.New(budget, true)
	chunk := make([]byte, 10<<10)
	var put int64
	for i := range 10000 {
		s.Put(time.Duration(i), chunk)
		put += int64(len(chunk))
	}
	s.End(10000, false)
	var kept, lengths, lost, total int64
	for {
		r, ok := s.Next()
		if !ok {
			break
		}
		total += r.Len
		switch {
		case r.Last:
			if lost = r.Lost; r.EOF {
				t.Error("it is said to be whole")
			}
		case r.Data != nil:
			if kept++; lengths > 0 {
				t.Error("bytes are kept behind a read without them")
			}
		default:
			lengths++
		}
	}
	if kept < 20 || lengths < 200 || lost == 0 || kept+lengths+lost != 10000 || total != put {
		t.Errorf("%d kept, %d lengths, %d lost of 10000; %d bytes of %d", kept, lengths, lost, total, put)
	}
	// All has been given back.
	again := spool.New(budget, true)
	again.Put(0, chunk)
	if r, ok := again.Next(); !ok || r.Data == nil {
		t.Error("there is no room for another one")
	}
}

func TestReadsThatWereLostAreToldWithTheNext(t *testing.T) {
	budget := spool.NewBudget(9000)
	s := spool.New(budget, false)
	for i := range 1000 {
		s.Put(time.Duration(i), make([]byte, 3))
	}
	var seen, total int64
	for {
		r, ok := s.Next()
		if !ok {
			break
		}
		seen += 1 + r.Lost
		total += r.Len
	}
	if seen == 1000 || total != 3*seen {
		t.Fatalf("%d reads of %d bytes came out", seen, total)
	}
	s.Put(1000, make([]byte, 3))
	r, ok := s.Next()
	if !ok || r.Lost != 1000-seen || r.Len != 3*(1001-seen) || r.At != 1000 {
		t.Errorf("then %+v after %d", r, seen)
	}
}

func TestPutAllocatesForManyReadsAtOnce(t *testing.T) {
	s := spool.New(spool.NewBudget(1<<40), true)
	chunk := make([]byte, 100)
	// Blocks that were taken are filled again.
	if n := testing.AllocsPerRun(100_000, func() {
		s.Put(0, chunk)
		s.Next()
	}); n != 0 {
		t.Errorf("%v allocations a read", n)
	}
}

func BenchmarkPut(b *testing.B) {
	for name, n := range map[string]int{"100 bytes": 100, "64 KiB": 64 << 10} {
		b.Run(name, func(b *testing.B) {
			s := spool.New(spool.NewBudget(1<<40), true)
			chunk := make([]byte, n)
			b.ReportAllocs()
			for b.Loop() {
				s.Put(0, chunk)
				s.Next()
			}
		})
	}
}
