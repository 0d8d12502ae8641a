package spool_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// writes are those to a file that is not kept.
type writes struct{ total, largest int }

func (w *writes) Write(p []byte) (int, error) {
	w.total += len(p)
	w.largest = max(w.largest, len(p))
	return len(p), nil
}

func (*writes) Close() error { return nil }

// TestReadThatLetsOutVeryMuchIsKeptInPieces records a body of which a small read
// inflates to many MB.
func TestReadThatLetsOutVeryMuchIsKeptInPieces(t *testing.T) {
	const size = 16 << 20
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	if _, err := z.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var file writes
	j := spool.NewJournal(record.PayloadMask, func(spool.Progress) {})
	defer j.Close()
	r := j.Begin(spool.Head{ContentType: "text/plain", ContentEncoding: "gzip"}, func() (io.WriteCloser, error) { return &file, nil })
	r.Read(j.Now(), bomb.Bytes())
	r.End(true)
	if s := r.Wait(); s.Err != nil || s.Reads != 1 || s.Bytes != int64(bomb.Len()) || !s.Inflated || !s.Whole {
		t.Errorf("it came to %+v", s)
	}
	if file.total < size || file.largest > 4<<20 {
		t.Errorf("%d bytes were written, at most %d at once", file.total, file.largest)
	}
}
