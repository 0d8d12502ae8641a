package lab_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// define says what a reader holds, by the definitions alone: from the spans of
// the whole stream, and with no buffer.
func define(t testing.TB, s lab.Stream, rule replay.Rule) []lab.Row {
	t.Helper()
	var spans []framing.Span
	scan, err := framing.New(s.Framing, framing.Options{LenientEOF: s.LenientEOF, Heartbeats: s.Heartbeats},
		func(span framing.Span) { spans = append(spans, span) })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Chunks {
		scan.Write(c.Data)
	}
	open, isOpen := scan.Open()
	if s.EOF {
		scan.Close()
	}
	free := func(received int64) int64 {
		for _, span := range spans {
			if !span.ProvedBy(received) && span.Start < received {
				return span.Start
			}
		}
		if isOpen && open.Start < received {
			return open.Start
		}
		return received
	}
	parses := func(from, to int64, eof bool) bool {
		for _, span := range spans {
			if span.Kind.Parses() && span.End > from && span.End <= to && (eof || !span.AtEOF) {
				return true
			}
		}
		return false
	}
	newest := func(received int64) int64 {
		var starts []int64
		for _, span := range spans {
			if span.Kind.IsEvent() && span.ProvedBy(received) {
				starts = append(starts, span.Start)
			}
		}
		if len(starts) < int(rule.N) {
			return 0
		}
		return starts[len(starts)-int(rule.N)]
	}
	var rows []lab.Row
	var received, released int64
	for _, c := range s.Chunks {
		before := received
		received += int64(len(c.Data))
		to := released
		switch g := free(received); rule.Kind {
		case replay.AtClose:
			to = g
		case replay.ChunkEnd:
			if g == received {
				to = g
			}
		case replay.NextChunk:
			to = free(before)
		case replay.Block:
			to = free(received / rule.N * rule.N)
		case replay.Lag:
			to = newest(received)
		}
		to = max(to, released)
		rows = append(rows, lab.Row{Before: received - released, Held: received - to, Parsed: parses(released, to, false)})
		released = to
	}
	if s.EOF {
		rows = append(rows, lab.Row{Before: received - released, Parsed: rule.Kind != replay.Never && parses(released, received, true)})
	}
	return rows
}

// bodies are streams in which something is special.
var bodies = map[framing.Name][]string{
	framing.Lines: {
		"", "\n", "1\n2\n", "  {\"a\":1} \r\n\r\n[2]", "{\n{}\n", "1e999\n-\n", "\ufeff1\n\ufeff2\n", "\"\xff\"\n\xff\n", "\xef", "\xef\xbb",
	},
	framing.SSE: {
		"", "data: 1\n\ndata: 2\n\n", ": hello\n\ndata: {}\r\n\r\ndata: [1,\ndata: 2]\n\n", "event: ping\ndata\n\nid: 1\n\ndata: {\n\n",
		"data: [DONE]\n\n", "data: 1\n", "data: 1\n:", "retry: 5\n\n\n\n: x", "\ufeffdata: \"\xff\"\r\rdata: 1e999\r\r",
	},
	framing.JSONArray:      {"[1,{\"a\":2},[3]]", "[1 2\n", "[{]\n1]"},
	framing.JSONSeq:        {"\x1e{}\n\x1e1\x1e[\n", "\x1e\f1\v\n", "\x1etrue"},
	framing.ContentLength:  {"Content-Length: 2\r\n\r\n{}content-length:3\r\nA: b\r\n\r\n{]}", "A: b\r\n\r\n{}", "\r\n\r\n1"},
	framing.GRPC:           {"\x00\x00\x00\x00\x02hi\x00\x00\x00\x00\x00", "\x00\xff\xff\xff\xffhi", "\x80\x00\x00"},
	framing.AWSEventStream: {"\x00\x00\x00\x10\x00\x00\x00\x00\x05\xc2\x48\xeb\x7d\x98\xc8\xff\x00\x00\x00\x10\x00\x00\x00\x00\x05\xc2\x48\xeb\x7d\x98\xc8\xfe", "\x00\x00\x00\x10\x00\x00\x00\x00\x05\xc2"},
	framing.SSEText:        {"data: hello\n\ndata: {\n\ndata\n\n", "data: [DONE]\n\n"},
	framing.JSON:           {"", "{\"a\":1}{\"b\":2}", "1 2 3", "12", "[1,2", "{\"a\":x} 5\n6 ", "\"a\"\"b\"truefalse", "{]\n{}", "01"},
}

func TestReadersHoldWhatTheDefinitionsSay(t *testing.T) {
	for name, list := range bodies {
		for i, body := range list {
			for _, n := range []int{1, 3, 1000} {
				for _, lenient := range []bool{false, true} {
					s := cut(body, n, name)
					s.LenientEOF = lenient
					t.Run(fmt.Sprintf("%v %d by %d, lenient %v", name, i, n, lenient), func(t *testing.T) { agree(t, s) })
				}
			}
		}
	}
	t.Run("the made-up stream", func(t *testing.T) { agree(t, madeUp(t)) })
}

// releases are the rules that readers follow.
var releases = []replay.Rule{
	{Kind: replay.AtClose}, {Kind: replay.ReadAll}, {Kind: replay.ChunkEnd}, {Kind: replay.Never}, {Kind: replay.NextChunk},
	{Kind: replay.Block, N: 1}, {Kind: replay.Block, N: 7}, {Kind: replay.Block, N: 64},
	{Kind: replay.Lag, N: 1}, {Kind: replay.Lag, N: 2}, {Kind: replay.Lag, N: 5},
}

// agree runs every release over s, with EOF and without, and compares it with
// the definitions. What it decoded is compared with what the framing judged.
func agree(t *testing.T, s lab.Stream) {
	t.Helper()
	for _, eof := range []bool{true, false} {
		s.EOF = eof
		for i, rule := range releases {
			other := releases[(i+1)%len(releases)]
			x, err := lab.New(s, lab.Arm{Release: rule}, lab.Arm{Release: other})
			if err != nil {
				t.Fatal(err)
			}
			runs := x.Plan()
			x.Execute(runs, 0, ticking())
			r := runs[0]
			if d := cmp.Diff(define(t, s, rule), r.Rows); d != "" && len(r.Rows) > 0 {
				t.Errorf("%v, EOF %v (-defined +held):\n%s", rule, eof, d)
			}
			peak := int64(0)
			for _, row := range r.Rows {
				peak = max(peak, row.Before)
			}
			if r.Peak != peak {
				t.Errorf("%v, EOF %v: a peak of %d, want %d", rule, eof, r.Peak, peak)
			}
			if rule.Kind != replay.AtClose && (rule.Kind != replay.ReadAll || !eof) {
				continue // it does not release all that closed
			}
			events, bad := judge(t, s)
			if r.Events != events || r.Bad != bad {
				t.Errorf("%v, EOF %v: decoded %d events and %d bad, the framing found %d and %d", rule, eof, r.Events, r.Bad, events, bad)
			}
		}
	}
}

// judge counts what the framing alone makes of the stream.
func judge(t *testing.T, s lab.Stream) (events, bad int) {
	t.Helper()
	scan, err := framing.New(s.Framing, framing.Options{LenientEOF: s.LenientEOF, Heartbeats: s.Heartbeats}, func(span framing.Span) {
		switch {
		case span.Kind.Parses():
			events++
		case span.Kind == framing.Bad:
			bad++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Chunks {
		scan.Write(c.Data)
	}
	if s.EOF {
		scan.Close()
	}
	return events, bad
}

// FuzzReaders cuts any bytes anywhere: the readers must hold what the definitions
// say, and decode what the framing judged.
func FuzzReaders(f *testing.F) {
	for name, list := range bodies {
		for _, body := range list {
			f.Add([]byte(body), uint8(name)-1, uint8(3), false)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, name, size uint8, lenient bool) {
		if strings.HasPrefix(string(body), "\xef") && !strings.HasPrefix(string(body), "\ufeff") {
			t.Skip("a part of a BOM, which a scanner can tell from one a byte or two later only")
		}
		body = body[:min(len(body), 2000)] // the definitions are slow
		names := []framing.Name{framing.Lines, framing.SSE, framing.SSEText, framing.JSON,
			framing.JSONArray, framing.JSONSeq, framing.ContentLength, framing.GRPC, framing.AWSEventStream}
		s := cut(string(body), int(size)%64+1, names[int(name)%len(names)])
		s.LenientEOF = lenient
		agree(t, s)
	})
}
