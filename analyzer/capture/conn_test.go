package capture_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// pieces is a PieceReader of pieces made by hand.
type pieces struct {
	list []capture.Piece
	next int
	err  error // after the last, io.EOF where nil
}

func (p *pieces) NextPiece() (capture.Piece, error) {
	if p.next == len(p.list) {
		if p.err != nil {
			return capture.Piece{}, p.err
		}
		return capture.Piece{}, io.EOF
	}
	p.next++
	return p.list[p.next-1], nil
}

// says makes pieces of a conversation, the first at 1 s and each a second after
// the one before. A line begins with > for the client or < for the server, and
// what follows a blank is what was said. Marks may stand in between: | the
// direction ends, ! bytes are missing before, ~ the recording begins inside, ?N
// further N bytes were cut off.
func says(lines ...string) []capture.Piece {
	var list []capture.Piece
	for i, s := range lines {
		marks, data, _ := strings.Cut(s, " ")
		p := capture.Piece{Conn: 7, Reverse: marks[0] == '<', Time: time.Duration(i+1) * time.Second}
		if data != "" {
			p.Data = []byte(data)
		}
		p.Len = int64(len(data))
		if marks, n, cut := strings.Cut(marks, "?"); cut {
			var more int64
			fmt.Sscan(n, &more)
			p.Len, p.Cut = p.Len+more, true
			_ = marks
		}
		p.End = strings.Contains(marks, "|")
		p.Joined = strings.Contains(marks, "~")
		if strings.Contains(marks, "!") {
			p.Lost = 5
		}
		list = append(list, p)
	}
	return list
}

func readPieces(list []capture.Piece) recording {
	return readAll(capture.NewConnections(capture.FormatCurl, capture.LevelWire, true, "in", &pieces{list: list}))
}

// conversation is what was read: exchange, seconds and bytes of each record, and
// the notes of each exchange.
func conversation(r recording) string {
	var out []string
	for _, rec := range r.records {
		at := fmt.Sprintf("%d@%g ", rec.Exchange, rec.Time.Seconds())
		switch {
		case rec.Kind == capture.RecordEOF:
			out = append(out, at+"eof")
		case rec.Data == nil:
			out = append(out, at+fmt.Sprint(rec.Len))
		default:
			out = append(out, at+string(rec.Data))
		}
	}
	for i, e := range r.exchanges {
		for _, n := range e.Notes {
			out = append(out, fmt.Sprintf("%d:%v", i, n))
		}
	}
	return strings.Join(out, "; ")
}

const (
	get     = "> GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	head    = "> HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"
	chunked = "Transfer-Encoding: chunked\r\n\r\n"
	length  = "< HTTP/1.1 200 OK\r\nContent-Length: "
	closing = "< HTTP/1.1 200 OK\r\n\r\n"
	upgrade = "< HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: "
	preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
)

// frame is a frame of HTTP/2.
func frame(kind, flags byte, stream uint32, payload string) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	return string(binary.BigEndian.AppendUint32(append(b, flags), stream)) + payload
}

// longMessage is one whose length takes eight bytes.
var longMessage = strings.Repeat("y", 1<<16)

// The frames that the tests need.
func settings() string                       { return frame(4, 0, 0, "\x00\x03\x00\x00\x00\x64") }
func heads(flags byte, stream uint32) string { return frame(1, flags|4, stream, "\x88") }
func body(flags byte, stream uint32, s string) string {
	return frame(0, flags, stream, s)
}

// message is a frame of a WebSocket; first has its FIN, RSV and opcode bits.
func message(first byte, payload string, mask ...byte) string {
	b := []byte{first}
	second := byte(0)
	if mask != nil {
		second = 0x80
	}
	switch n := len(payload); {
	case n < 126:
		b = append(b, second|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, second|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, second|127), uint64(n))
	}
	b = append(b, mask...)
	for i := range len(payload) {
		c := payload[i]
		if mask != nil {
			c ^= mask[i%4]
		}
		b = append(b, c)
	}
	return string(b)
}

// whole are conversations of which all is there.
var whole = []struct {
	name  string
	lines []string
	want  string
}{
	{"a body by length", []string{get, length + "5\r\n\r\nab", "< cde"}, "0@2 ab; 0@3 cde; 0@3 eof"},
	{"a body in the piece of its head", []string{get, length + "2\r\n\r\nab"}, "0@2 ab; 0@2 eof"},
	{"a chunked body", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\n", "< ab\r\n1\r\nc\r\n", "< 0\r\n\r\n"}, "0@3 abc; 0@4 eof"},
	{"a chunked body with extensions and trailers", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked, "< 2;a=b\r\nab\r\n0\r\nX: y\r\n\r\n"}, "0@3 ab; 0@3 eof"},
	{"an empty chunked body", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "0\r\n\r\n"}, "0@2 eof"},
	{"a body by close", []string{get, closing, "< ab", "<|"}, "0@3 ab; 0@4 eof"},
	{"a body by close, with its last bytes", []string{get, closing, "<| ab"}, "0@3 ab; 0@3 eof"},
	{"a body by close, which the recording does not show", []string{get, closing, "< ab"}, "0@3 ab"},
	{"a body of a length that does not come", []string{get, length + "5\r\n\r\nab", "<|"}, "0@2 ab; 0:cut-short"},
	{"a chunked body whose last chunk does not come", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\nab\r\n", "<|"}, "0@2 ab; 0:cut-short"},
	{"a body of a length that does not come while it is recorded", []string{get, length + "5\r\n\r\nab"}, "0@2 ab"},
	{"a body that reads like a response", []string{get, length + "8\r\n\r\n", "< HTTP/1.1"}, "0@3 HTTP/1.1; 0@3 eof"},
	{"chunks said to be in a coding, and the other way about", []string{get, "< HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", "< 2\r\n\x1f\x8b\r\n", "< 0\r\n\r\n"}, "0@3 \x1f\x8b; 0@4 eof"},
	{"chunks in a coding", []string{get, "< HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", "< \x1f\x8b\r\n", "<|"}, "0@3 \x1f\x8b\r\n; 0@4 eof"},
	{"a request with chunks said to be in a coding", []string{"> POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n3\r\nGET\r\n0\r\n\r\n" + head[2:], length + "1\r\n\r\na" + length[2:] + "9\r\n\r\n"}, "0@2 a; 0@2 eof"},
	{"empty lines before the first messages", []string{"> \r\n" + get[2:], "< \r\n\n" + length[2:] + "1\r\n\r\na"}, "0@2 a; 0@2 eof"},
	{"empty lines before what is none", []string{"< \r\n\r\n\x16\x03\x03\x00\x02\x02\x00", "<|"}, "0@1 \r\n\r\n\x16\x03\x03\x00\x02\x02\x00; 0@2 eof"},
	{"empty lines and nothing else", []string{"< " + strings.Repeat("\r\n", 20), "<|"}, "0@1 " + strings.Repeat("\r\n", 20) + "; 0@2 eof"},
	{"a body of two lengths", []string{get, length + "5\r\nContent-Length: 6\r\n\r\nab", "<|"}, "0@2 ab; 0@3 eof"},
	{"chunked beats length", []string{get, length + "1\r\n" + chunked + "2\r\nab\r\n0\r\n\r\n"}, "0@2 ab; 0@2 eof"},
	{"chunked, ended before its trailers", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\nab\r\n", "< 0\r\n", "<|"}, "0@2 ab; 0@3 eof"},
	{"chunked, recorded up to its last chunk", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\nab\r\n", "< 0\r\n"}, "0@2 ab; 0@3 eof"},
	{"bare line feeds", []string{get, "< HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nab\n0\n\n"}, "0@2 ab; 0@2 eof"},
	{"responses without bodies before it", []string{head, length + "9\r\n\r\n", get, "< HTTP/1.1 204 No Content\r\n\r\n", get, "< HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
		get, length + "0\r\n\r\n", get, length + "1\r\n\r\na"}, "0@10 a; 0@10 eof"},
	{"interim responses before it", []string{"> POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n", "< HTTP/1.1 100 Continue\r\n\r\n", "> ab",
		"< HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + length[2:] + "1\r\n\r\na"}, "0@4 a; 0@4 eof"},
	{"requests in one piece, responses in one piece", []string{get + get[2:] + head[2:] + get[2:],
		length + "1\r\n\r\na" + length[2:] + "2\r\n\r\nbc" + length[2:] + "7\r\n\r\n" + length[2:] + "3\r\n\r\ndef"},
		"0@2 a; 0@2 eof; 1@2 bc; 1@2 eof; 2@2 def; 2@2 eof"},
	{"a request whose body is chunked", []string{"> POST / HTTP/1.1\r\n" + chunked + "3\r\nGET\r\n0\r\n\r\n" + head[2:], length + "1\r\n\r\na" + length[2:] + "9\r\n\r\n"}, "0@2 a; 0@2 eof"},
	{"a request by a URL", []string{"> GET http://h/ HTTP/1.1\r\n\r\n", length + "1\r\n\r\na"}, "0@2 a; 0@2 eof"},
	{"the server alone", []string{length + "1\r\n\r\na" + length[2:] + "1\r\n\r\nb"}, "0@1 a; 0@1 eof; 1@1 b; 1@1 eof"},
	{"a tunnel of TLS", []string{"> CONNECT h:443 HTTP/1.1\r\n\r\n", "< HTTP/1.1 200 OK\r\n\r\n", "> \x16\x03\x01\x00\x02\x01\x00", "< \x16\x03\x03\x00\x02\x02\x00", "<|"},
		"0@4 7; 0@5 eof; 0:encrypted"},
	{"a WebSocket", []string{get, upgrade + "websocket\r\n\r\n" + message(0x81, "ab"), "> " + message(0x81, "client", 1, 2, 3, 4),
		"< " + message(0x89, "ping") + message(0x01, "c") + message(0x8a, "") + message(0x00, "d"), "< " + message(0x80, "e") + message(0x82, "f"), "< " + message(0x88, "\x03\xe8bye") + "after"},
		"0@2 ab; 0@4 cd; 0@5 ef; 0@6 eof; 0:messages"},
	{"a WebSocket with long frames and masks", []string{get, upgrade + "websocket\r\n\r\n", "< " + message(0x81, strings.Repeat("x", 126), 9, 8, 7, 6), "< " + message(0x82, longMessage), "<|"},
		"0@3 " + strings.Repeat("x", 126) + "; 0@4 " + longMessage + "; 0@5 eof; 0:messages"},
	{"compressed messages", []string{get, upgrade + "websocket\r\n\r\n", "< " + message(0x41, "ab") + message(0x80, "c"), "< " + message(0x81, "d")}, "0@3 3; 0@4 d; 0:messages; 0:coded"},
	{"an upgrade to what is raw", []string{get, upgrade + "tcp\r\n\r\nab", "> cd", "< ef", "<|"}, "0@2 ab; 0@4 ef; 0@5 eof"},
	{"HTTP/2", []string{"> " + preface + settings() + heads(1, 1) + heads(1, 3), "< " + settings() + frame(4, 1, 0, "") + heads(0, 1) + body(0, 1, "ab"),
		"< " + heads(0, 3) + body(0, 3, "x") + body(0, 1, "c") + body(0, 3, "y") + body(1, 1, "d"), "< " + frame(6, 0, 0, "12345678") + frame(8, 0, 3, "\x00\x00\x00\x01") + frame(77, 0, 9, "?") + heads(1, 3)},
		"0@2 ab; 1@3 xy; 0@3 cd; 0@3 eof; 1@4 eof"},
	{"HTTP/2 with padding", []string{"> " + preface, "< " + settings() + body(8, 1, "\x03abPAD") + body(8, 1, "\x00c") + body(9, 1, "\x02PA")}, "0@2 abc; 0@2 eof"},
	{"HTTP/2 without the client", []string{"< " + settings() + body(1, 1, "ab")}, "0@1 ab; 0@1 eof"},
	{"a stream that is reset", []string{"< " + settings() + body(0, 1, "ab") + frame(3, 0, 1, "\x00\x00\x00\x08")}, "0@1 ab"},
	{"a stream that the connection ends in", []string{"< " + settings() + body(0, 1, "ab") + body(1, 3, "x"), "<|"}, "0@1 ab; 1@1 x; 1@1 eof; 0:cut-short"},
	{"an upgrade to HTTP/2", []string{get, upgrade + "h2c\r\n\r\n" + settings() + body(1, 1, "ab"), "> " + preface + settings() + heads(1, 3), "< " + body(1, 3, "cd")},
		"0@2 ab; 0@2 eof; 1@4 cd; 1@4 eof"},
	{"TLS", []string{"> \x16\x03\x01\x00\x02\x01\x00", "< \x16\x03\x03\x00\x02\x02\x00", "< \x17\x03\x03\x00\x01x", "> \x17\x03\x03\x00\x01x", "<|"}, "0@2 7; 0@3 6; 0@5 eof; 0:encrypted"},
	{"TLS refused", []string{"> \x16\x03\x01\x00\x02\x01\x00", "< \x15\x03\x03\x00\x02\x02\x28"}, "0@2 7; 0:encrypted"},
	{"anything else, both ways", []string{"> {\"id\":1}\n", "< {\"id\":1,\"result\":2}\n", ">|", "<|"}, "0@1 {\"id\":1}\n; 1@2 {\"id\":1,\"result\":2}\n; 0@3 eof; 1@4 eof"},
	{"what only begins like a response", []string{"< HTTP is a protocol", "<|"}, "0@1 HTTP is a protocol; 0@2 eof"},
	{"what only begins like a request", []string{"< GET away", "<|"}, "0@1 GET away; 0@2 eof"},
	{"a word that may begin a request", []string{"< GET", "<|"}, "0@1 GET; 0@2 eof"},
	{"what only begins like TLS", []string{"< \x16\x03\x09abcdef", "<|"}, "0@1 \x16\x03\tabcdef; 0@2 eof"},
	{"what only begins like HTTP/2", []string{"< \x00\x00\x07\x04\x00\x00\x00\x00\x00", "<|"}, "0@1 \x00\x00\x07\x04\x00\x00\x00\x00\x00; 0@2 eof"},
}

func TestExchangesComeOutOfConnections(t *testing.T) {
	for _, c := range whole {
		t.Run(c.name, func(t *testing.T) {
			got := readPieces(says(c.lines...))
			if got.err != nil || conversation(got) != c.want {
				t.Errorf("got %s, %v\nwant %s", conversation(got), got.err, c.want)
			}
		})
	}
}

// bodies are the bytes of each exchange and whether it ended, whatever chunks
// they came in.
func bodies(r recording) string {
	var out []string
	for i, e := range r.exchanges {
		var s strings.Builder
		n := int64(0)
		for _, rec := range r.records {
			if rec.Exchange != i {
				continue
			}
			s.Write(rec.Data)
			if n += rec.Len; rec.Kind == capture.RecordEOF {
				s.WriteByte('$')
			}
		}
		out = append(out, fmt.Sprintf("%s of %d %q %s %d %v", &s, n, e.ContentType, e.Method, e.Status, e.Notes))
	}
	slices.Sort(out) // a later first byte may put an exchange behind another
	return strings.Join(out, "\n")
}

// TestExchangesDoNotDependOnCuts cuts each conversation in two everywhere, and
// into single bytes.
func TestExchangesDoNotDependOnCuts(t *testing.T) {
	for _, c := range whole {
		t.Run(c.name, func(t *testing.T) {
			list := says(c.lines...)
			edge := 200 // the heads of pieces are where cuts matter
			if len(c.want) > 1<<16 {
				edge = 20
			}
			want := bodies(readPieces(list))
			if got := bodies(readPieces(single(list))); got != want {
				t.Errorf("byte by byte: got\n%s\nwant\n%s", got, want)
			}
			for i, p := range list {
				for n := 1; n < min(len(p.Data), edge); n++ {
					first, second := p, p
					first.Data, first.Len, first.End = p.Data[:n], int64(n), false
					second.Data, second.Len = p.Data[n:], int64(len(p.Data)-n)
					two := slices.Concat(list[:i:i], []capture.Piece{first, second}, list[i+1:])
					if got := bodies(readPieces(two)); got != want {
						t.Fatalf("cut at %d of piece %d: got\n%s\nwant\n%s", n, i, got, want)
					}
				}
			}
		})
	}
}

// single cuts pieces into bytes.
func single(list []capture.Piece) []capture.Piece {
	var out []capture.Piece
	for _, p := range list {
		if len(p.Data) == 0 {
			out = append(out, p)
		}
		for i := range p.Data {
			one := p
			one.Data, one.Len, one.End = p.Data[i:i+1], 1, p.End && i == len(p.Data)-1
			one.Lost = 0
			out = append(out, one)
		}
	}
	return out
}

func TestExchangesOfWhatIsNotWhole(t *testing.T) {
	tail := "< " + chunkedTail
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"the payload is cut off inside a length", []string{get, length + "100\r\n\r\nab", "<?50", "<?48", get, length + "1\r\n\r\nx"}, "0@2 ab; 0@3 50; 0@4 48; 0@4 eof; 1@6 x; 1@6 eof; 0:snapped"},
		{"pieces keep their first bytes, by length", []string{get, "<?60 HTTP/1.1 200 OK", "<?90 ab", "<?10 HTTP/1.1 200 OK"}, "0@2 75; 0@3 92; 1@4 25; 0:snapped; 1:snapped"},
		{"pieces keep their first bytes, chunked", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked, "<?6 8\r\nabcd", "<?3 4\r\nxyz", "< 3\r\nabc\r\n0\r\n\r\n"}, "0@3 8; 0@4 4; 0@5 3; 0@5 eof; 0:snapped"},
		{"pieces keep their first bytes, and the last chunk is cut off", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked, "<?9 4\r\nab"}, "0@3 4; 0@3 eof; 0:snapped"},
		{"chunked framing that does not show any more", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\nab\r\n", "<?57", "<?57", "< HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"}, "0@2 ab; 0@3 57; 0@4 57; 1@5 x; 1@5 eof; 0:snapped"},
		{"a guess at chunked framing that was wrong", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "4\r\n", "<?6", "< what?", "< 1\r\n"}, "0@3 4; 0@4 5; 0@5 3; 0:snapped"},
		{"nothing but lengths", []string{">?100", "<?200", "<?50", ">?70", "<?|"}, "0@2 200; 0@3 50; 0@5 eof; 0:snapped"},
		{"nothing but lengths of one side", []string{"<?200", "<?50", "<?|"}, "0@1 200; 0@2 50; 0@3 eof; 0:snapped"},
		{"nothing but lengths, and both sides begun before", []string{">~?100", "<~?200"}, "0@1 100; 1@2 200; 0:snapped; 0:mid-stream; 1:snapped; 1:mid-stream"},
		{"a request that is cut off", []string{">?100 HEAD / HTTP", length + "9\r\n\r\n", ">?100 GET / HTTP/1.1\r\n", length + "1\r\n\r\nx"}, "0@4 x; 0@4 eof"},
		{"the body of a request is cut off", []string{"> POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n", ">?9", head, length + "1\r\n\r\nx" + length[2:] + "3\r\n\r\n"}, "0@4 x; 0@4 eof"},
		{"a head that is cut off, of a response without body", []string{head, "<?40 HTTP/1.1 200 OK\r\n", get, length + "1\r\n\r\nx"}, "0@4 x; 0@4 eof"},
		{"frames of HTTP/2 cut off, their heads there", []string{"<?10 " + settings() + body(0, 1, "0123456789")[:9], "<?2 " + body(1, 1, "abc")[:10]}, "0@1 10; 0@2 3; 0@2 eof; 0:snapped"},
		{"frames of HTTP/2 cut off", []string{"< " + settings() + body(0, 1, "ab"), "<?10", "<?20"}, "0@1 ab; 1@2 10; 1@3 20; 0:snapped; 1:snapped"},
		{"messages cut off, their heads there", []string{get, upgrade + "websocket\r\n\r\n", "<?10 " + message(0x81, "0123456789ab")[:4], "< " + message(0x81, "x")}, "0@3 12; 0@4 x; 0:messages; 0:snapped"},
		{"messages cut off", []string{get, upgrade + "websocket\r\n\r\n", "<?10", "< " + message(0x81, "x")}, "0@3 10; 0@4 3; 0:messages; 0:snapped"},
		{"a WebSocket with a masked message cut off inside", []string{get, upgrade + "websocket\r\n\r\n", "<?1 " + message(0x81, "abc", 1, 2, 3, 4)[:7], "< " + message(0x81, "abc", 1, 2, 3, 4)[8:]}, "0@3 2; 0@4 c; 0:messages; 0:snapped"},
		{"a piece that does not show yet what it is, cut off", []string{"<?9 HT", "<|"}, "0@1 11; 0@2 eof; 0:snapped"},
		{"raw bytes cut off", []string{"< ab", "<?3", "< de"}, "0@1 ab; 0@2 3; 0@3 2; 0:snapped"},

		{"bytes are missing in a body", []string{get, length + "9\r\n\r\nab", "<! cd", "< ef", get, "< HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"}, "0@2 ab; 1@6 x; 1@6 eof; 0:lost-bytes"},
		{"bytes are missing, and a response comes in pieces", []string{closing, "< ab", "<! cd", "< HT", "< TP/1.1 200 OK\r\n\r\nx"}, "0@2 ab; 1@5 x; 0:lost-bytes"},
		{"bytes are missing, and what follows reads like a request", []string{closing, "< ab", "<! GET /cd", "< HTTP/1.1 200 OK\r\n\r\nx"}, "0@2 ab; 1@4 x; 0:lost-bytes"},
		{"bytes are missing, and one was the end of a word", []string{closing, "< ab", "<! H", "< HTTP/1.1 200 OK\r\n\r\nx"}, "0@2 ab; 1@4 x; 0:lost-bytes"},
		{"bytes are missing in a stream", []string{"< " + settings() + body(0, 1, "ab"), "<! " + body(0, 1, "cd")}, "0@1 ab; 0:lost-bytes"},
		{"bytes are missing among messages", []string{get, upgrade + "websocket\r\n\r\n" + message(0x81, "ab"), "<! " + message(0x81, "cd")}, "0@2 ab; 0:messages; 0:lost-bytes"},
		{"bytes are missing in TLS", []string{"< \x16\x03\x03\x00\x02\x02\x00", "<! \x17\x03\x03\x00\x01x"}, "0@1 7; 0:encrypted; 0:lost-bytes"},
		{"bytes are missing in raw bytes", []string{"< ab", "<! cd"}, "0@1 ab; 0:lost-bytes"},
		{"bytes of a request are missing", []string{head, "> HEAD /", ">! x\r\n\r\n", get, length + "1\r\n\r\nx"}, "0@5 x; 0@5 eof"},

		{"begun inside a body, then a response", []string{"<~ " + chunkedTail, get, length + "1\r\n\r\nx", get, length + "1\r\n\r\ny"}, "0@3 x; 0@3 eof; 1@5 y; 1@5 eof"},
		{"begun inside a body, and no response", []string{"<~ " + chunkedTail, tail, "<|"}, "0@1 " + chunkedTail + "; 0@2 " + chunkedTail + "; 0@3 eof; 0:mid-stream"},
		{"begun before a response", []string{get[:1] + "~ " + get[2:], "<~" + length[1:] + "1\r\n\r\nx"}, "0@2 x; 0@2 eof"},
		{"begun inside TLS", []string{">~ \x17\x03\x03\x00\x01x", "<~ \x17\x03\x03\x00\x01xy"}, "0@1 6; 1@2 7; 0:encrypted; 0:mid-stream; 1:encrypted; 1:mid-stream"},

		{"chunked framing that breaks", []string{get, "< HTTP/1.1 200 OK\r\n" + chunked + "2\r\nab\r\nx\r\ncd", "< HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"}, "0@2 ab; 1@3 x; 1@3 eof; 0:chunked-broken"},
		{"no requests, and answers to HEAD", []string{length + "9\r\n\r\n", "< HTTP/1.1 200 OK\r\n" + chunked, length + "2\r\n\r\nab", closing, length + "1\r\n\r\nc"}, "0@3 ab; 0@3 eof; 1@5 c; 1@5 eof"},
		{"no requests, and a body that goes on like a response", []string{length + "9\r\n\r\na", "< HTTP/1.1", length + "1\r\n\r\nb"}, "0@1 a; 0@2 HTTP/1.1; 0@2 eof; 1@3 b; 1@3 eof"},
		{"more than the length says", []string{get, length + "2\r\n\r\nabcd", "< ef", get, length + "1\r\n\r\nx"}, "0@2 ab; 0@2 eof; 1@5 x; 1@5 eof"},
		{"a request that is none", []string{get + "junk\r\n\r\n", get, length + "1\r\n\r\nx"}, "0@3 x; 0@3 eof"},
		{"the client says what is no request", []string{length + "1\r\n\r\nx", "> junk", get, length + "1\r\n\r\ny"}, "0@1 x; 0@1 eof; 1@4 y; 1@4 eof"},
		{"a frame of HTTP/2 that cannot be", []string{"< " + settings() + body(0, 1, "ab") + frame(6, 0, 0, "short") + body(0, 1, "cd")}, "0@1 ab; 0:damaged"},
		{"padding that is longer than its frame", []string{"< " + settings() + body(0, 1, "ab") + body(8, 1, "\x09cd")}, "0@1 ab; 0:damaged"},
		{"a frame of a WebSocket that cannot be", []string{get, upgrade + "websocket\r\n\r\n" + message(0x81, "ab") + message(0x83, "x")}, "0@2 ab; 0:messages; 0:damaged"},
		{"a piece after the end", []string{closing, "<| a", "< b", "<|"}, "0@2 a; 0@2 eof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readPieces(says(c.lines...))
			if got.err != nil || conversation(got) != c.want {
				t.Errorf("got %s, %v\nwant %s", conversation(got), got.err, c.want)
			}
		})
	}
}

const chunkedTail = "tail\r\n5\r\nhello\r\n0\r\n\r\n"

func TestConnectionsAreToldApart(t *testing.T) {
	a, b := says(get, closing, "< a", "< c"), says(get, closing, "< b", "<| d")
	var list []capture.Piece
	for i := range a {
		b[i].Conn = 8
		b[i].Reverse = !b[i].Reverse // which direction is which shows in the bytes
		list = append(list, a[i], b[i])
	}
	if got := readPieces(list); got.err != nil || conversation(got) != "0@3 a; 1@3 b; 0@4 c; 1@4 d; 1@4 eof" {
		t.Errorf("got %s, %v", conversation(got), got.err)
	}
}

func TestExchangeKnowsItsRequestAndHead(t *testing.T) {
	got := readPieces(says("> POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n", "> ab", "> cd"+get[2:],
		"< HTTP/1.1 404 Not Found\r\ncontent-type: Text/Event-Stream; charset=x\r\nContent-Encoding: GZIP\r\nContent-Length: 1\r\n\r\nx", closing, "< y",
		"> PUT / HTTP/1.1\r\n\r\n"))
	want := []capture.Exchange{
		{ContentType: "text/event-stream", Coding: "gzip", Method: "POST", Status: 404, Accept: capture.Mark{Time: 3 * time.Second, Set: true}},
		{Method: "GET", Status: 200, Accept: capture.Mark{Time: 3 * time.Second, Set: true}},
	}
	if len(got.exchanges) != len(want) {
		t.Fatalf("%d exchanges, %v", len(got.exchanges), got.err)
	}
	for i, e := range got.exchanges {
		w := want[i]
		w.Level, w.Timed, w.Payload = capture.LevelWire, true, true
		if fmt.Sprintf("%+v", *e) != fmt.Sprintf("%+v", w) {
			t.Errorf("got %+v\nwant %+v", *e, w)
		}
	}
}

func TestStreamWaitsFromItsRequestOn(t *testing.T) {
	got := readPieces(says("> "+preface+settings()+heads(0, 1), "> "+body(1, 1, "request"), "> "+heads(1, 3), "< "+settings()+body(0, 1, "a")+body(0, 3, "b")))
	if len(got.exchanges) != 2 || got.exchanges[0].Accept.Time != 2*time.Second || got.exchanges[1].Accept.Time != 3*time.Second {
		t.Errorf("got %+v, %v", got.exchanges, got.err)
	}
}

func TestConnectionsWithoutTimesHaveNone(t *testing.T) {
	got := readAll(capture.NewConnections(capture.FormatCurl, capture.LevelRead, false, "in", &pieces{list: says(get, length+"1\r\n\r\nx")}))
	if e := got.exchanges[0]; e.Timed || e.Accept.Set || e.Level != capture.LevelRead || conversation(got) != "0@0 x; 0@0 eof" {
		t.Errorf("got %s, %+v", conversation(got), e)
	}
}

func TestConnectionsWithoutABodyAreRefused(t *testing.T) {
	many := capture.Piece{Data: []byte(closing[2:] + "x"), Len: int64(len(closing) - 1)}
	var flood []capture.Piece
	for i := range int64(1<<16 + 1) {
		many.Conn = i
		flood = append(flood, many)
	}
	ended := slices.Clone(flood)
	for i := range ended {
		ended[i].End = true
		ended[i].Data = []byte(length[2:] + "1\r\n\r\nx")
		ended[i].Len = int64(len(ended[i].Data))
	}
	for _, c := range []struct {
		name string
		list []capture.Piece
		want []string
	}{
		{"nothing at all", nil, []string{"0 connections and no response with a body", "want a response with a body"}},
		{"requests alone", says(get, get), []string{"1 connection and no response with a body"}},
		{"a length that overflows", says(get, "< HTTP/1.1 200 OK\r\n"+chunked+"10000000000000000\r\n\r\n"), []string{`"10000000000000000" as chunked framing, 14 bytes into the body of a response`}},
		{"a request whose length overflows", says("> POST / HTTP/1.1\r\n" + chunked + "10000000000000000\r\n\r\n"), []string{`"10000000000000000" as chunked framing, 14 bytes into the body of a request`}},
		{"a size that is none", says(get, "< HTTP/1.1 200 OK\r\n"+chunked, "< 5", "< x\r\n"), []string{`"x" as chunked framing, 1 bytes into`}},
		{"frames that cannot be", says("< " + settings() + frame(6, 0, 0, "short")), []string{"frame of HTTP/2, 15 bytes into the connection"}},
		{"messages that cannot be", says(get, upgrade+"websocket\r\n\r\n"+message(0x83, "x")), []string{"frame of a WebSocket"}},
		{"a head that is lost", says(get, "<! x", "< y"), []string{"bytes are missing"}},
		{"a head without end", says(get, "< HTTP/1.1 200 OK\r\nX: "+strings.Repeat("x", 1<<20)), []string{"1 connection and no response with a body"}},
		{"too many connections", flood, []string{"too many"}},
		{"too many exchanges", ended, []string{"too many"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantError(t, readPieces(c.list).err, c.want...) })
	}
}

func TestErrorOfTheSourceIsTheReaders(t *testing.T) {
	broken := &capture.Error{File: "in", Line: 3, Offset: capture.None, Read: "x", Want: "y"}
	got := readAll(capture.NewConnections(capture.FormatCurl, capture.LevelWire, true, "in", &pieces{list: says(closing, "< a"), err: broken}))
	if !errors.Is(got.err, broken) || conversation(got) != "0@2 a" {
		t.Errorf("got %s, %v", conversation(got), got.err)
	}
}

func TestLongTailOfAConnectionIsNotHeld(t *testing.T) {
	piece := "<~ " + strings.Repeat("x", 64<<10)
	var lines []string
	for range 40 {
		lines = append(lines, piece)
	}
	lines = append(lines, length+"1\r\n\r\ny")
	got := readPieces(says(lines...))
	if n := len(got.records); got.err != nil || n != 42 || !got.has(capture.NoteMidStream) || len(got.exchanges) != 2 {
		t.Errorf("%d records of %d exchanges, %v", n, len(got.exchanges), got.err)
	}
}
