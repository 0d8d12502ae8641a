package record_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// stuck is a file whose writes return once it is let go.
type stuck struct {
	mu  sync.Mutex
	out bytes.Buffer
	go_ chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	<-s.go_
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func TestFileThatBlocksForEverBlocksNoRead(t *testing.T) {
	for _, payload := range []record.Payload{record.PayloadNone, record.PayloadRaw} {
		t.Run(payload.String(), func(t *testing.T) {
			const reads = 20_000
			file := &stuck{go_: make(chan struct{})}
			r := record.New(file, record.Options{Payload: payload, Samples: 64, Bytes: 1024, Every: time.Microsecond})
			in := r.Reader(endless{})
			buf := make([]byte, 16)
			for range reads {
				if n, err := in.Read(buf); n != len(buf) || err != nil {
					t.Fatal(n, err)
				}
				r.Released(8)
				r.HandedOff(1)
			}
			close(file.go_)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			got, err := capture.Open(bytes.NewReader(file.out.Bytes()), capture.Options{Name: "in"})
			if err != nil {
				t.Fatal(err)
			}
			chunks, rows, bytes, lost := 0, 0, int64(0), false
			for {
				rec, err := got.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				bytes += rec.Len
				if rec.Kind == capture.RecordChunk {
					chunks++
				} else {
					rows++
				}
			}
			x := got.Exchanges()[0]
			for _, n := range x.Notes {
				lost = lost || n == capture.NoteLost
			}
			least := reads // with payload what follows the first of them is left out
			if payload == record.PayloadRaw {
				least = 1
			}
			if x.Damage.Records < least || lost != (payload == record.PayloadRaw) {
				t.Errorf("%d dropped of %d chunks and %d rows, notes %v", x.Damage.Records, chunks, rows, x.Notes)
			}
			if payload == record.PayloadNone && bytes != reads*16 {
				t.Errorf("%d bytes, want %d", bytes, reads*16)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadAllocatesNothing(t *testing.T) {
	for _, payload := range []record.Payload{record.PayloadNone, record.PayloadMask} {
		r := record.New(io.Discard, record.Options{Payload: payload, Every: time.Hour, Samples: 1 << 14, Bytes: 1 << 20})
		in := r.Reader(endless{})
		buf := make([]byte, 256)
		r.Held(0)
		if got := testing.AllocsPerRun(2000, func() {
			in.Read(buf)
			r.Parsed()
			r.HandedOff(1)
			r.Released(256)
			r.Row()
		}); got != 0 {
			t.Errorf("%v: %v allocations a read", payload, got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The methods may be called while another goroutine reads.
func TestRecorderIsSafeAmongGoroutines(t *testing.T) {
	var out bytes.Buffer
	r := record.New(&out, record.Options{Payload: record.PayloadMask, Every: 100 * time.Microsecond, Samples: 256, Bytes: 1 << 14})
	in := r.Reader(io.LimitReader(endless{}, 1<<20))
	var all sync.WaitGroup
	stop := make(chan struct{})
	for _, say := range []func(){r.Parsed, func() { r.HandedOff(1) }, func() { r.Released(1) }, func() { r.Held(1) }} {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					say()
					runtime.Gosched() // where one thread runs all
				}
			}
		})
	}
	n, err := io.Copy(io.Discard, struct{ io.Reader }{in})
	if n != 1<<20 || err != nil {
		t.Error(n, err)
	}
	closed := make(chan error, 2)
	for range 2 {
		go func() { closed <- r.Close() }()
	}
	for range 2 {
		if err := <-closed; err != nil {
			t.Error(err)
		}
	}
	close(stop)
	all.Wait()
	if _, err := analyzer.Analyze(&out, analyzer.Options{Name: "in"}); err != nil {
		t.Error(err)
	}
}

func TestRecorderTellsThatItsFileFailed(t *testing.T) {
	r := record.New(&failing{room: 20}, record.Options{})
	io.Copy(io.Discard, r.Reader(strings.NewReader("abc")))
	if err := r.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
