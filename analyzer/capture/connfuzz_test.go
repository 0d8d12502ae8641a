package capture_test

import (
	"errors"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Bits of the first byte of a piece in the fuzzer's form; its second byte is the
// number of bytes that follow, in units of one or, if long, sixteen.
const (
	fuzzReverse = 1 << iota
	fuzzOther   // another connection
	fuzzEnd
	fuzzLost
	fuzzJoined
	fuzzCut // a further 9 bytes were cut off
	fuzzLong
)

func fuzzedPieces(b []byte) (list []capture.Piece, size int64) {
	for len(b) > 1 {
		bits, n := b[0], int(b[1])
		if bits&fuzzLong != 0 {
			n *= 16
		}
		b = b[2:]
		data := b[:min(n, len(b))]
		b = b[len(data):]
		p := capture.Piece{Reverse: bits&fuzzReverse != 0, Conn: int64(bits & fuzzOther), Time: time.Duration(len(list)),
			Data: data, Len: int64(len(data)), End: bits&fuzzEnd != 0, Joined: bits&fuzzJoined != 0}
		if len(data) == 0 {
			p.Data = nil
		}
		if bits&fuzzLost != 0 {
			p.Lost = 1
		}
		if bits&fuzzCut != 0 {
			p.Cut, p.Len = true, p.Len+9
		}
		size += p.Len
		list = append(list, p)
	}
	return list, size
}

// fuzzForm writes pieces in the fuzzer's form.
func fuzzForm(list []capture.Piece) (out []byte) {
	for _, p := range list {
		bits, n := byte(0), len(p.Data)
		if p.Reverse {
			bits |= fuzzReverse
		}
		if p.End {
			bits |= fuzzEnd
		}
		if n > 255 {
			bits |= fuzzLong
			n = (n + 15) / 16
		}
		out = append(out, bits, byte(min(n, 255)))
		out = append(out, p.Data...)
		for i := len(p.Data); bits&fuzzLong != 0 && i < n*16; i++ {
			out = append(out, ' ')
		}
	}
	return out
}

// FuzzConnections makes exchanges of any pieces: their records hold together, a
// piece gives an exchange at most one chunk, and no byte is made up.
func FuzzConnections(f *testing.F) {
	for _, c := range whole {
		if b := fuzzForm(says(c.lines...)); len(b) < 4096 {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		list, size := fuzzedPieces(b)
		got := readPieces(list)
		var e *capture.Error
		if got.err != nil && (!errors.As(got.err, &e) || len(got.records) > 0 || e.Read == "" || e.Want == "") {
			t.Fatalf("error %v after %d records", got.err, len(got.records))
		}
		type chunk struct {
			exchange int
			time     time.Duration
		}
		seen := map[chunk]bool{}
		var sum int64
		for i, r := range got.records {
			checkRecord(t, got, i, r)
			if r.Kind != capture.RecordChunk {
				continue
			}
			at := chunk{r.Exchange, r.Time}
			if seen[at] || r.Len == 0 {
				t.Fatalf("record %d is %s", i, line(r))
			}
			seen[at] = true
			sum += r.Len
		}
		if sum > size {
			t.Fatalf("%d bytes of %d", sum, size)
		}
		if again := readPieces(list); again.String() != got.String() {
			t.Fatalf("got\n%s\nthen\n%s", got, again)
		}
	})
}
