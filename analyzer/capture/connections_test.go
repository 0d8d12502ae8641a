package capture_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// pieces is a PieceReader of pieces made by hand.
type pieces struct {
	list []capture.Piece
	next int
}

func (p *pieces) NextPiece() (capture.Piece, error) {
	if p.next == len(p.list) {
		return capture.Piece{}, io.EOF
	}
	p.next++
	return p.list[p.next-1], nil
}

// says makes pieces of a conversation, a second apart from 1 s on: what begins
// with "> " is the client's, with "< " the server's; "<|" and ">|" end a side.
func says(lines ...string) []capture.Piece {
	var list []capture.Piece
	for i, s := range lines {
		p := capture.Piece{Conn: 7, Reverse: s[0] == '<', Time: time.Duration(i+1) * time.Second}
		if s[1] == '|' {
			p.End = true
		} else {
			p.Data = []byte(s[2:])
			p.Len = int64(len(p.Data))
		}
		list = append(list, p)
	}
	return list
}

func readPieces(list []capture.Piece) recording {
	return readAll(capture.NewConnections(capture.FormatCurl, capture.LevelWire, true, "in", &pieces{list: list}))
}

// conversation is what was read: exchange, seconds and bytes of each record.
func conversation(r recording) string {
	var out []string
	for _, rec := range r.records {
		at := fmt.Sprintf("%d@%g ", rec.Exchange, rec.Time.Seconds())
		switch {
		case rec.Kind == capture.RecordEOF:
			out = append(out, at+"eof")
		case rec.Data == nil:
			out = append(out, at+fmt.Sprintf("len=%d", rec.Len))
		default:
			out = append(out, at+string(rec.Data))
		}
	}
	return strings.Join(out, "; ")
}

const get = "> GET / HTTP/1.1\r\nHost: h\r\n\r\n"

func TestResponsesComeOutOfConnections(t *testing.T) {
	for _, c := range []struct {
		name   string
		pieces []capture.Piece
		want   string
	}{
		{"by length", says(get, "< HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "< cde"), "0@2 ab; 0@3 cde; 0@3 eof"},
		{"chunked", says(get, "< HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n", "< ab\r\n1\r\nc\r\n", "< 0\r\n\r\n"), "0@3 abc; 0@4 eof"},
		{"by close", says(get, "< HTTP/1.1 200 OK\r\n\r\n", "< ab", "<|"), "0@3 ab; 0@4 eof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readPieces(c.pieces)
			if got.err != nil || conversation(got) != c.want {
				t.Errorf("got %s, %v, want %s", conversation(got), got.err, c.want)
			}
		})
	}
}
