package analyzer

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// Sample is a built-in recording. Its chunks are made up, and the rows of its
// reader are made from them by replaying a release rule; nothing was recorded.
type Sample struct {
	Name  string // in links: sawtooth, buffered, bad-event, upstream
	Title string
	Blurb string

	rule  replay.RuleKind
	bad   int           // the event that is bad and never let go, or -1
	pause time.Duration // before the second half of event pauseAt
}

// The made-up stream: events of two chunks each.
const (
	sampleEvents = 15
	samplePause  = 7 // the event that a pause cuts
)

// Samples are the built-in recordings.
func Samples() []Sample {
	return []Sample{
		{Name: "sawtooth", Title: "A healthy sawtooth", Blurb: "held bytes fall at every close", rule: replay.AtClose, bad: -1},
		{Name: "buffered", Title: "Buffering the world", Blurb: "parsed once, at the end", rule: replay.ReadAll, bad: -1},
		{Name: "bad-event", Title: "A bad event, kept", Blurb: "the floor rises and stays", rule: replay.AtClose, bad: 4},
		{Name: "upstream", Title: "Not your buffer", Blurb: "the sender paused inside an event", rule: replay.AtClose, bad: -1, pause: 900 * time.Millisecond},
	}
}

// SampleNamed finds a sample.
func SampleNamed(name string) (Sample, bool) {
	for _, s := range Samples() {
		if s.Name == name {
			return s, true
		}
	}
	return Sample{}, false
}

// Open returns the two files of the sample: a capture, and the rows of its
// reader.
func (s Sample) Open() (recording, observed io.Reader) {
	var form, rows bytes.Buffer
	form.WriteString(`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read","synthetic":true}` + "\n")
	b := timeline.NewBuilder(capture.FormatCapture)
	scan, err := framing.New(framing.SSE, framing.Options{}, b.Span)
	if err != nil {
		panic(err) // a framing of this program's own
	}
	var at time.Duration
	chunk := func(text string) {
		fmt.Fprintf(&form, `{"t_ms":%s,"text":%q}`+"\n", capture.FormatMillis(at), text)
		if err := b.Chunk(at, int64(len(text))); err != nil {
			panic(err) // a few bytes of this program's own
		}
		scan.Write([]byte(text))
	}
	for i := range sampleEvents {
		event := s.event(i)
		cut := len(event) * (2 + i%3) / 6
		chunk(event[:cut])
		at += time.Duration(22+i*17%19) * time.Millisecond
		if i == samplePause {
			at += s.pause
		}
		chunk(event[cut:])
		at += time.Duration(30+i*29%23) * time.Millisecond
	}
	fmt.Fprintf(&form, `{"eof_ms":%s}`+"\n", capture.FormatMillis(at))
	b.EOF(at)
	scan.Close()
	t, err := b.Timeline(&capture.Exchange{Timed: true, Payload: true}, timeline.Log{})
	if err != nil {
		panic(err) // only a CSV's codes can fail
	}
	s.writeRows(&rows, t)
	return &form, &rows
}

// event is the text of event i: a token of a length that varies.
func (s Sample) event(i int) string {
	token := strings.Repeat("x", 12+i*31%40)
	if i == s.bad {
		return fmt.Sprintf("data: {\"i\":%d,\"token\":%s\n\n", i, token)
	}
	return fmt.Sprintf("data: {\"i\":%d,\"token\":\"%s\"}\n\n", i, token)
}

// writeRows writes what a reader under the sample's rule would have recorded of
// itself. One that keeps a bad event holds its bytes besides.
func (s Sample) writeRows(w io.Writer, t *timeline.Timeline) {
	kept := int64(0)
	bad := int64(-1)
	for _, span := range t.Spans.All() {
		if span.Kind == framing.Bad && s.bad >= 0 {
			bad, kept = span.End, span.Len()
		}
	}
	fmt.Fprintln(w, "i,t_ms,held_bytes,parsed")
	x := replay.Run(t, replay.Rule{Kind: s.rule})
	for i, p := range x.All() {
		held := p.After
		if bad >= 0 && p.Received >= bad && i < len(t.Chunks) {
			held += kept
		}
		parsed := "False"
		if p.Parsed {
			parsed = "True"
		}
		fmt.Fprintf(w, "%d,%s,%d,%s\n", i, capture.FormatMillis(p.Time), held, parsed)
	}
}
