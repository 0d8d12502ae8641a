package packets_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// Anything is read to its end or to one *Error, the same however the bytes come,
// and its pieces hold together.
func FuzzPackets(f *testing.F) {
	for _, b := range small(f) {
		f.Add(b)
	}
	f.Add(conversation(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := packets.Pieces(bytes.NewReader(b), "in")
		ended := map[string]bool{}
		for err == nil {
			var p capture.Piece
			if p, err = r.NextPiece(); err != nil {
				break
			}
			if p.Len < int64(len(p.Data)) || p.Len > 1<<28 || p.Lost < 0 || p.Lost > 1<<30 || p.Cut != (p.Len > int64(len(p.Data))) ||
				p.Len == 0 && !p.End || p.Time > 1<<62 || p.Time < -1<<62 {
				t.Fatalf("piece %+v", p)
			}
			way := fmt.Sprint(p.Conn, p.Reverse)
			if ended[way] {
				t.Fatalf("piece %+v after the end", p)
			}
			ended[way] = p.End
		}
		o := capture.Options{Name: "in", Format: capture.FormatPcap, More: append(capture.Further(), packets.Importer)}
		got := readWith(bytes.NewReader(b), o)
		var e *capture.Error
		if got.err != nil && (!errors.As(got.err, &e) || e.File != "in" || e.Read == "" && e.Want == "" && e.Err == nil) {
			t.Fatalf("error %v", got.err)
		}
		for i, r := range got.records {
			if r.Exchange < 0 || r.Exchange >= len(got.exchanges) || r.Len < int64(len(r.Data)) || r.Len > 1<<48 {
				t.Fatalf("record %d is %s", i, line(r))
			}
		}
		if again := readWith(iotest.OneByteReader(bytes.NewReader(b)), o); again.String() != got.String() {
			t.Fatalf("byte by byte: got\n%s\nwant\n%s", again, got)
		}
		if n := len(got.exchanges); n > len(b)/4+1 {
			t.Fatalf("%d exchanges in %d bytes", n, len(b))
		}
	})
}
