package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

// paced is a stream whose chunks come at times of their own. It is read in a bubble
// whose clock is not the wall's.
type paced struct {
	chunks []string
	pause  time.Duration
	last   time.Duration // before the end
}

func (s *paced) Read(p []byte) (int, error) {
	if len(s.chunks) == 0 {
		time.Sleep(s.last)
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	n := copy(p, s.chunks[0])
	if s.chunks[0] = s.chunks[0][n:]; s.chunks[0] == "" {
		s.chunks = s.chunks[1:]
	}
	return n, nil
}

func events(n int) *paced {
	s := &paced{pause: 100 * ms}
	for i := range n {
		s.chunks = append(s.chunks, fmt.Sprintf("data: {\"n\":%d,", i), fmt.Sprintf("\"token\":\"%s\"}\n\n", strings.Repeat("ab", i)))
	}
	return s
}

// recorded records what a reader does with a stream.
func recorded(t *testing.T, o record.Options, in io.Reader, reader func(*record.Recorder, io.Reader)) string {
	t.Helper()
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		r := record.New(&out, o)
		reader(r, r.Reader(in))
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return out.String()
}

func TestRecorderWritesWhatAReaderReads(t *testing.T) {
	got := recorded(t, record.Options{Head: record.Head{ContentType: "text/event-stream"}, Payload: record.PayloadMask}, events(2),
		func(r *record.Recorder, in io.Reader) { io.Copy(io.Discard, in) })
	want := `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}
{"accept_ms":0}
{"t_ms":100,"text":"data: {\"x\":0,"}
{"t_ms":200,"text":"\"xxxxx\":\"\"}\n\n"}
{"t_ms":300,"text":"data: {\"x\":1,"}
{"t_ms":400,"text":"\"xxxxx\":\"xx\"}\n\n"}
{"eof_ms":400}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRecorderTakesLengthsUnlessAskedForMore(t *testing.T) {
	got := recorded(t, record.Options{Head: record.Head{ContentType: "text/event-stream"}}, events(1), func(r *record.Recorder, in io.Reader) { io.Copy(io.Discard, in) })
	if strings.Contains(got, "token") || !strings.Contains(got, `{"t_ms":100,"len":13}`) {
		t.Error(got)
	}
}

func TestRowsSayWhatWasHeldAndWhen(t *testing.T) {
	got := recorded(t, record.Options{}, &paced{chunks: []string{"12", "34\n", "5\n"}, pause: 100 * ms}, func(r *record.Recorder, in io.Reader) {
		r.Held(0)
		buf := make([]byte, 64)
		in.Read(buf)
		in.Read(buf)
		time.Sleep(10 * ms)
		r.Parsed()
		time.Sleep(20 * ms)
		r.HandedOff(1)
		r.Released(5)
		in.Read(buf)
		r.HandedOff(1)
		r.Held(0)
		r.Row()
		in.Read(buf)
		r.Row() // of EOF is one row alone
	})
	want := `{"heldbytes":"capture/1","level":"read"}
{"accept_ms":0}
{"t_ms":100,"len":2}
{"row":{"t_ms":100,"held_bytes":2,"parsed":0}}
{"t_ms":200,"len":3}
{"row":{"t_ms":200,"held_bytes":0,"parsed":1,"read_ms":200,"parse_ms":210,"handoff_ms":230}}
{"t_ms":330,"len":2}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2,"read_ms":330,"handoff_ms":330}}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2}}
{"eof_ms":330}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2}}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A read that fails keeps what came, and is no end.
func TestReadThatFailsIsNoEnd(t *testing.T) {
	broken := errors.New("reset")
	got := recorded(t, record.Options{}, io.MultiReader(strings.NewReader("ab"), errReader{broken}), func(r *record.Recorder, in io.Reader) {
		if _, err := io.ReadAll(in); !errors.Is(err, broken) {
			t.Error(err)
		}
	})
	if !strings.Contains(got, `"len":2`) || strings.Contains(got, "eof_ms") {
		t.Error(got)
	}
}

type errReader struct{ err error }

func (e errReader) Read([]byte) (int, error) { return 0, e.err }
