package diagnose

import (
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// miscounts finds a reader whose running count of what parsed comes out short of
// the events that its held bytes show to have gone: it lost some on the way. A
// count may be of rows or of events. It is of events where some row raised it by
// more than one; else it is held to the rows that let an event go.
func (s *state) miscounts(x *replay.Series, l *ledger) (Finding, bool) {
	counted := s.t.Rows.Counted
	if counted == 0 {
		return Finding{}, false
	}
	given, parsed := s.eofRow()
	var events, rows int64
	first, firstRow, last := -1, 0, -1
	s.walk(x, l, x.EOF && !(given && parsed), func(k int, span framing.Span) {
		if span.Kind != framing.Event {
			return
		}
		if events++; k != last {
			rows++
			last = k
			if first < 0 && s.measured(k) && !s.t.Observed[k].Parsed {
				first, firstRow = int(events)-1, k
			}
		}
	})
	raised := int64(0)
	for _, o := range s.t.Observed {
		if o.Parsed {
			raised++
		}
	}
	short := rows - counted
	if counted > raised {
		short = max(short, events-counted)
	}
	if short <= 0 {
		return Finding{}, false
	}
	f := Finding{Code: Drops, Variant: "counted", Args: Args{"counted": counted, "events": short, "event": int64(first)}}
	if first < 0 {
		f.Variant = "counted.somewhere"
		return f, true
	}
	f.Evidence = s.evidence(x, firstRow)
	return f, true
}
