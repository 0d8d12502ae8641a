package analyzer

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// WriteSeries writes what a reader under rule r holds, as CSV with the columns
// i,t_ms,held_bytes,parsed,chunk_bytes,held_before; the row at EOF has no
// chunk_bytes. A line in front says by which rule, so that it is not read back
// as what a reader recorded of itself. It fails where the recording has no chunks.
func (a *Analysis) WriteSeries(w io.Writer, r replay.Rule) error {
	t := a.Timeline
	if len(t.Chunks) == 0 {
		return fmt.Errorf("analyzer: rule %v needs chunks, and these rows have no chunk_bytes", r)
	}
	bw := bufio.NewWriter(w)
	fmt.Fprintf(bw, "# heldbytes=%s held=%v\n", timeline.Version, r)
	fmt.Fprintln(bw, "i,t_ms,held_bytes,parsed,chunk_bytes,held_before")
	for i, p := range replay.Run(t, r).Points {
		parsed, bytes := "False", ""
		if p.Parsed {
			parsed = "True"
		}
		if i < len(t.Chunks) {
			bytes = fmt.Sprint(t.Chunks[i].Bytes)
		}
		fmt.Fprintf(bw, "%d,%s,%d,%s,%s,%d\n", i, capture.FormatMillis(p.Time), p.After, parsed, bytes, p.Before)
	}
	return bw.Flush()
}

// ProofTimes is, for each span of the timeline, when the chunk came that proved
// it, or EOF; 0 for one that is open.
func (a *Analysis) ProofTimes() []time.Duration {
	t := a.Timeline
	out := make([]time.Duration, len(t.Spans))
	k, received := -1, int64(0)
	for i, s := range t.Spans {
		switch {
		case s.End == framing.Open:
			continue
		case s.AtEOF:
			out[i] = t.EOF.Time
			continue
		}
		for received < s.Proof && k+1 < len(t.Chunks) {
			k++
			received += t.Chunks[k].Bytes
		}
		out[i] = t.Chunks[k].Time
	}
	return out
}
