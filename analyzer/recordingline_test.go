package analyzer_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// nearly is how far apart waits of a recording and of its server may lie, and
// lately the times of one read and one write: their machine was busy.
const (
	nearly = 20 * time.Millisecond
	lately = 50 * time.Millisecond
)

// found is what is found in one recording: a line of the table.
type found struct {
	recording string
	provenance
	format, level, framing string
	chunks                 int
	bytes                  int64
	events                 int
	bad                    []int // which events are, from 0
	reader                 diagnose.Code
	arrivals, stream       []diagnose.Code // the finding and what also holds
	stalls                 []time.Duration
	first                  capture.Mark  // the wait for the first chunk
	end                    time.Duration // since the first chunk
	silence                time.Duration // the longest wait for a chunk, the first one's too where that is known
	odd                    []string      // silences and stalls that do not belong together
	received               []timeline.Chunk
	body                   []byte
}

// findIn analyses a recording. It returns nil where that is refused.
func findIn(t *testing.T, name string, recording []byte) (*found, *analyzer.Analysis) {
	t.Helper()
	bodies := map[int][]byte{}
	a, err := analyzer.Analyze(bytes.NewReader(recording), analyzer.Options{Name: name, More: importers, Payload: func(x int, p []byte) {
		bodies[x] = append(bodies[x], p...)
	}})
	var refused *capture.Error
	switch {
	case errors.As(err, &refused):
		return nil, nil
	case err != nil:
		t.Fatalf("%s: %v", name, err)
	}
	r, d := a.Report(), a.Diagnosis
	f := &found{
		recording: name, format: r.Source.Format, level: r.Source.Level, framing: r.Framing.Name,
		chunks: r.Source.Chunks, bytes: r.Source.Bytes, events: r.Framing.Events,
		reader: d.Reader.Code, arrivals: codes(d.Arrivals), stream: codes(d.Stream),
		first: capture.Mark{Time: -a.Timeline.Accept.Time, Set: a.Timeline.Accept.Set}, end: a.Timeline.End(),
		received: a.Timeline.Chunks, body: bodies[a.Exchange],
	}
	n := 0
	for _, s := range a.Timeline.Spans.All() {
		if s.Kind == framing.Bad {
			f.bad = append(f.bad, n)
		}
		if s.Kind.IsEvent() {
			n++
		}
	}
	for _, s := range d.Stalls {
		f.stalls = append(f.stalls, s.To-s.From)
	}
	f.silences(a)
	return f, a
}

// silences looks for waits between chunks. The servers of the recordings stall
// by silence alone, once each time: every stall has one inside, and every one
// that is as long as a stall lies in one.
func (f *found) silences(a *analyzer.Analysis) {
	stalls := a.Diagnosis.Stalls
	inside := make([]int, len(stalls))
	before := a.Timeline.Accept.Time
	for i, c := range a.Timeline.Chunks {
		wait := c.Time - before
		f.silence = max(f.silence, wait)
		if i > 0 && wait >= diagnose.DefaultStall {
			k := slices.IndexFunc(stalls, func(s diagnose.Stall) bool { return s.From <= before && c.Time <= s.To })
			if k < 0 {
				f.odd = append(f.odd, fmt.Sprintf("silent for %v until %v without a stall", wait, c.Time))
			} else {
				inside[k]++
			}
		}
		before = c.Time
	}
	for k, n := range inside {
		if n != 1 {
			f.odd = append(f.odd, fmt.Sprintf("%d silences in the stall that begins at %v", n, stalls[k].From))
		}
	}
}

// codes are a finding's and, once each, those that also hold.
func codes(f diagnose.Finding) []diagnose.Code {
	all := []diagnose.Code{f.Code}
	for _, also := range f.Also {
		if !slices.Contains(all, also.Code) {
			all = append(all, also.Code)
		}
	}
	return all
}

// cells is the line in the table. Its times are ms, to the nearest ten.
func (f *found) cells() []string {
	first, longest := "-", "-"
	if f.first.Set {
		first = tens(f.first.Time)
	}
	if len(f.stalls) > 0 {
		longest = tens(slices.Max(f.stalls))
	}
	return []string{
		f.recording, f.sent, f.reads, f.told, f.format, f.level, f.framing,
		strconv.Itoa(f.chunks), strconv.FormatInt(f.bytes, 10), strconv.Itoa(f.events), list(f.bad),
		string(f.reader), list(f.arrivals), list(f.stream), strconv.Itoa(len(f.stalls)), longest, first, tens(f.silence), tens(f.end),
	}
}

func tens(d time.Duration) string {
	return strconv.FormatInt(d.Round(10*time.Millisecond).Milliseconds(), 10)
}

// list joins a list in one cell.
func list[T any](all []T) string {
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(all), "[]")), ",")
}

func near(a, b time.Duration) bool { return (a - b).Abs() <= nearly }

// apart is how far apart the times are at most at which each write of the server
// had come whole, and the offset of that write's end. Both count from the first
// chunk.
func (f *found) apart(sent *found) (most time.Duration, offset int64) {
	for _, w := range sent.received {
		k, _ := slices.BinarySearchFunc(f.received, w.End, func(c timeline.Chunk, end int64) int { return cmp.Compare(c.End, end) })
		if k == len(f.received) {
			return math.MaxInt64, w.End
		}
		if d := (f.received[k].Time - w.Time).Abs(); d > most {
			most, offset = d, w.End
		}
	}
	return most, offset
}

// check compares the line with what the server sent, column by column: with the
// bytes and events of its log, and with what is found in its own writes.
func (f *found) check(t *testing.T, a *analyzer.Analysis, sent *truth) {
	t.Helper()
	want, _ := findIn(t, f.recording+" as sent", sent.asSeenBy(a.Timeline))
	if want == nil {
		t.Fatalf("%s: what was sent cannot be read", f.recording)
	}
	stream, ok := streams[sent.Stream]
	if !ok {
		t.Fatalf("%s: no stream is called %s", f.recording, sent.Stream)
	}
	e := exempt[f.recording]
	exempted := strings.Fields(e.columns)
	compare := func(column string, same bool, got, want any) {
		if exempt := slices.Contains(exempted, column); same == exempt {
			t.Errorf("%s: %s: got %v, what was sent has %v; exempt are %q %s", f.recording, column, got, want, exempted, e.why)
		}
	}
	reads, err := strconv.Atoi(f.reads)
	switch {
	case err == nil:
		compare("chunks", f.chunks == reads, f.chunks, reads)
	case f.level == capture.LevelEvent.String() && a.Timeline.Timed && f.format != capture.FormatStamped.String():
		compare("chunks", f.chunks == sent.Events, f.chunks, sent.Events)
	case !a.Timeline.Timed && f.format != capture.FormatCurl.String():
		made := (len(sent.body()) + 4095) / 4096
		compare("chunks", f.chunks == made, f.chunks, made)
	default:
		lines := bytes.Count(sent.body(), []byte("\n"))
		compare("chunks", f.chunks == want.chunks || f.chunks == lines, f.chunks, fmt.Sprintf("%d writes, %d lines", want.chunks, lines))
	}
	if a.Timeline.Payload {
		compare("bytes", bytes.Equal(f.body, sent.body()) && f.bytes == int64(len(f.body)), f.bytes, len(sent.body()))
		compare("framing", f.framing == stream.framing.String(), f.framing, stream.framing)
		compare("events", f.events == sent.Events, f.events, sent.Events)
		compare("bad", slices.Equal(f.bad, stream.bad), f.bad, stream.bad)
	} else {
		compare("bytes", f.bytes == want.bytes, f.bytes, want.bytes)
		compare("framing", f.framing == framing.Unknown.String(), f.framing, framing.Unknown)
		compare("events", f.events == 0, f.events, 0)
		compare("bad", f.bad == nil, f.bad, nil)
	}
	compare("reader", f.reader == diagnose.Unmeasured, f.reader, diagnose.Unmeasured)
	compare("arrivals", slices.Equal(f.arrivals, want.arrivals), f.arrivals, want.arrivals)
	compare("stream", slices.Equal(f.stream, want.stream), f.stream, want.stream)
	compare("first", f.first.Set == want.first.Set && near(f.first.Time, want.first.Time), f.first.Time, want.first.Time)
	late, offset := f.apart(want)
	compare("times", late <= lately, fmt.Sprintf("byte %d %v away", offset, late), "it within "+lately.String())
	compare("end", near(f.end, want.end), f.end, want.end)
	compare("stalls", slices.EqualFunc(f.stalls, want.stalls, near), f.stalls, want.stalls)
	switch told, err := strconv.Atoi(f.told); {
	case err == nil && a.Timeline.Timed:
		compare("silence", near(f.silence, time.Duration(told)*time.Millisecond), f.silence, f.told)
	case f.told == "none":
		compare("silence", f.silence < diagnose.DefaultStall, f.silence, f.told)
	}
	for _, odd := range f.odd {
		t.Errorf("%s: %s", f.recording, odd)
	}
}
