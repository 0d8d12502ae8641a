package analyzer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// checkSums holds that parts sum to wholes, to the nanosecond and the byte:
// causes to time and kinds of bytes to what was held, for each series and each
// stall; and that no reader under a rule holds more than came, or takes back.
func checkSums(t *testing.T, a *analyzer.Analysis) {
	t.Helper()
	accounts := a.Diagnosis.Rules
	if a.Diagnosis.Observed != nil {
		accounts = append(accounts[:len(accounts):len(accounts)], *a.Diagnosis.Observed)
	}
	for _, x := range accounts {
		var points []replay.Point
		released := int64(0)
		for k, p := range x.Series.All() {
			points = append(points, p)
			if p.After < 0 || p.After > p.Before || p.After > p.Received || p.Before > p.Received && x.Series.Rule.Kind != replay.Observed {
				t.Errorf("%v: point %d holds %d, and %d after, of %d received", x.Series.Rule, k, p.Before, p.After, p.Received)
			}
			if p.Released < released && x.Series.Rule.Kind != replay.Observed {
				t.Errorf("%v: point %d takes back from %d to %d", x.Series.Rule, k, released, p.Released)
			}
			released = p.Released
		}
		whole := points[0].Time
		for _, p := range points {
			whole = max(whole, p.Time)
		}
		var sum diagnose.Times
		for s := range x.Stretches() {
			sum[s.Cause] += s.To - s.From
		}
		if sum != x.Times || x.Times[0]+x.Times[1]+x.Times[2]+x.Times[3] != whole {
			t.Errorf("%v: causes %v do not sum to %v", x.Series.Rule, x.Times, whole)
		}
		var held diagnose.ByteTime
		last := points[0].Time
		for k := range points[:len(points)-1] {
			if next := max(last, points[k+1].Time); next > last {
				held.Add(points[k].After, int64(next-last))
				last = next
			}
		}
		if parts, all := x.Area.Open.Plus(x.Area.Late).Plus(x.Area.Filler), held.Plus(x.Area.Early); parts != all {
			t.Errorf("%v: open+late+filler is %s byte·ms, held+early %s", x.Series.Rule, parts.Millis(), all.Millis())
		}
	}
	if m := a.Diagnosis.Marks; m != nil && m.Times[0]+m.Times[1]+m.Times[2] != m.Whole {
		t.Errorf("the stages %v do not sum to %v", m.Times, m.Whole)
	}
	for _, s := range a.Diagnosis.Stalls {
		if s.Times[0]+s.Times[1]+s.Times[2]+s.Times[3] != s.To-s.From {
			t.Errorf("the causes of the stall at %v do not sum to it", s.From)
		}
	}
}

// everyRule is a rule of each kind, some with numbers.
func everyRule() []replay.Rule {
	return []replay.Rule{{Kind: replay.ChunkEnd}, {Kind: replay.Never}, {Kind: replay.NextChunk},
		{Kind: replay.Lag, N: 1}, {Kind: replay.Lag, N: 4}, {Kind: replay.Block, N: 1}, {Kind: replay.Block, N: 7}, {Kind: replay.Block, N: 1 << 40}}
}

// FuzzSums makes a capture of a stream that is cut where cuts say, and rows of a
// reader that holds what rows say.
func FuzzSums(f *testing.F) {
	f.Add([]byte("data: {\"a\":1}\n\ndata: [DONE]\n\n: x\nevent: ping\ndata: 1\n\n"), []byte("\x05\x00\x30\xff"), []byte("\x00\x81\x02"), uint8(0), true)
	f.Add([]byte("{\"a\":1}\n{\n1\n"), []byte("\x09\xf0"), []byte("\x01"), uint8(1), false)
	f.Add([]byte("[1,{\"a\":2},\"x\"]"), []byte("\x01\x02\x03"), []byte{}, uint8(4), true)
	f.Add([]byte("\x00\x00\x00\x00\x02ab\x00\xff\xff\xff\xffzz"), []byte("\x06\x01"), []byte("\x80\x40"), uint8(6), true)
	f.Fuzz(func(t *testing.T, stream, cuts, rows []byte, name uint8, eof bool) {
		a := fuzzed(t, stream, cuts, rows, name, eof)
		if a == nil {
			return
		}
		checkSentences(t, a.Report())
		checkSums(t, a)
	})
}

// fuzzed is the analysis of a stream that is cut where cuts say, beside rows of a
// reader that holds what rows say, or nil where there is no chunk.
func fuzzed(t *testing.T, stream, cuts, rows []byte, name uint8, eof bool) *analyzer.Analysis {
	t.Helper()
	c := oracleCase{Framing: framings[int(name)%len(framings)].String()}
	at := time.Duration(0)
	for i := 0; len(stream) > 0 && len(c.Chunks) < 1<<10; i++ {
		n, cut := len(stream), byte(0)
		if i < len(cuts) {
			cut = cuts[i]
			n = min(n, int(cut&0x1f))
		}
		c.Chunks = append(c.Chunks, oracleChunk{json.Number(capture.FormatMillis(at)), stream[:n]})
		stream = stream[n:]
		at += time.Duration(cut>>5) * 77_777_777
	}
	if len(c.Chunks) == 0 {
		return nil
	}
	if eof {
		end := json.Number(capture.FormatMillis(at))
		c.EOFMs = &end
	}
	b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
	csv := "i,t_ms,held_bytes,parsed,accept_ms,read_ms,parse_ms,handoff_ms\n"
	held := int64(0)
	for i, chunk := range c.Chunks {
		b.Chunks = append(b.Chunks, bookChunk(chunk))
		how := byte(0)
		if len(rows) > 0 {
			how = rows[i%len(rows)]
		}
		if held += int64(len(chunk.B)); how < 0x80 {
			held = held * int64(how&0xf) / 15
		}
		csv += fmt.Sprintf("%d,%s,%d,%v,%d,,%d,%d\n", i, chunk.T, held, how&0x10 != 0, i, i+int(how&7), i*int(how&3))
	}
	o := b.options(t)
	o.Rules = everyRule()
	if len(rows) > 0 {
		o.Observed = strings.NewReader(csv)
	}
	a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
