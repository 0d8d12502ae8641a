package capture_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

const chunkedHead = "Transfer-Encoding: chunked"

// TestChunkedFramingComesOff cuts chunked bodies anywhere: each read gives the
// data in it, at its time, and nothing where it holds framing alone.
func TestChunkedFramingComesOff(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		w := trace{text: n%2 == 1, at: time.Hour}
		w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
		wire, isData := chunkedBody(r, w.text)
		var want []string
		var whole string
		for len(wire) > 0 {
			w.at += time.Millisecond
			cut := 1 + r.IntN(min(len(wire), 1+r.IntN(200)))
			w.data(wire[:cut])
			data := ""
			for i := range cut {
				if isData[i] {
					data += wire[i : i+1]
				}
			}
			wire, isData = wire[cut:], isData[cut:]
			if whole += data; data != "" {
				want = append(want, fmt.Sprintf("chunk 0 %s len=%d", capture.FormatMillis(w.at), len(data)))
			}
		}
		want = append(want, "eof 0 "+capture.FormatMillis(w.at))
		got := w.read()
		if got.err != nil {
			t.Fatalf("%v\n%s", got.err, w.String())
		}
		var have []string
		for _, rec := range got.records {
			rec.Data = nil
			have = append(have, line(rec))
		}
		if strings.Join(have, "\n") != strings.Join(want, "\n") {
			t.Fatalf("got\n%s\nwant\n%s\nof\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"), w.String())
		}
		if e := got.exchanges[0]; e.Payload && string(got.bytes()) != whole || !w.text && !e.Payload || len(e.Notes) > 0 && e.Payload {
			t.Fatalf("exchange %+v has\n%q\nwant\n%q\nof\n%s", e, got.bytes(), whole, w.String())
		}
	}
}

// chunkedBody makes a chunked body and says which of its bytes are data.
func chunkedBody(r *rand.Rand, text bool) (wire string, isData []bool) {
	add := func(s string, data bool) {
		wire += s
		for range s {
			isData = append(isData, data)
		}
	}
	for range 1 + r.IntN(5) {
		b := make([]byte, 1+r.IntN(300))
		for i := range b {
			b[i] = byte(r.IntN(128))
			if text && r.IntN(4) > 0 {
				b[i] = 'a' + byte(r.IntN(26))
			}
		}
		size := fmt.Sprintf([]string{"%x", "%X", "00%x", "%x ", "%x;name=v"}[r.IntN(5)], len(b))
		add(size+"\r\n", false)
		add(string(b), true)
		add("\r\n", false)
	}
	add("0\r\n"+[]string{"", "X-Sum: abc\r\n"}[r.IntN(2)]+"\r\n", false)
	return wire, isData
}

func TestBytesThatAreNotChunkedAreTheBody(t *testing.T) {
	for _, c := range []struct {
		name  string
		reads []string
		want  string
	}{
		{"at once", []string{"data: 1\n\n", "data: 2\n\n"}, "data: 1\n\n data: 2\n\n eof"},
		{"after what looked like a size", []string{"1", "2", "3xyz", "b"}, "1 2 3xyz b eof"},
		{"after what looked like a size line", []string{"12\r", "{}"}, "12\r {} eof"},
		{"a size that overflows", []string{"ffffffffffffffffff\r\nab"}, "ffffffffffffffffff\r\nab eof"},
		{"a size that is too large", []string{"fffffffffffffff\r\nab"}, "fffffffffffffff\r\nab eof"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := trace{}
			w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
			for _, s := range c.reads {
				w.at += time.Second
				w.data(s)
			}
			w.start("* Closing connection")
			got := w.read()
			if got.err != nil || records(got) != c.want || !got.has(capture.NoteChunkedBroken) {
				t.Errorf("got %q, %v, %v, want %q", records(got), got.err, got.exchanges, c.want)
			}
			for i, r := range got.records[:len(c.reads)] {
				if r.Time != time.Duration(i+1)*time.Second {
					t.Errorf("read %d is at %v", i, r.Time)
				}
			}
		})
	}
}

func TestChunkedThatBreaksKeepsWhatCameBefore(t *testing.T) {
	w := trace{}
	w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
	w.data("2\r\nab\r\n")
	w.data("1\r\nc!\r\n")
	w.data("2\r\nde\r\n")
	got := w.read()
	if got.err != nil || records(got) != "ab c" || !got.has(capture.NoteChunkedBroken) {
		t.Errorf("got %q, %v, %v", records(got), got.err, got.exchanges)
	}
}
