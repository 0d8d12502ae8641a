package record

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// mostEarly is how many reads are known by themselves until a reader says something
// of what it does; of more each second one.
const mostEarly = 10_000

// early is what came in before a reader said anything. What a reader says first can
// be at its end, and tells that it had let nothing go until then.
type early struct {
	reads []earlyRead
	total int64 // bytes
}

// earlyRead is a read by its time, and what had come with it.
type earlyRead struct {
	at    time.Duration
	total int64
}

func (e *early) read(at time.Duration, n int64) {
	e.total += n
	if len(e.reads) == mostEarly {
		for i := range mostEarly / 2 {
			e.reads[i] = e.reads[2*i+1]
		}
		e.reads = e.reads[:mostEarly/2]
	}
	e.reads = append(e.reads, earlyRead{at, e.total})
}

// before writes the rows in front of the first that there is something to say in,
// and returns how many bytes are left for that one; capture.None for all there are.
// A row has what the read before it brought, but the one of EOF by itself.
func (d *drain) before(first sample) int64 {
	reads := d.early.reads
	d.early.reads = nil
	if first.n == unset && first.more == 0 {
		return capture.None // marks alone
	}
	if alone := d.ended && time.Duration(d.end.Load()) != d.reads[1]; len(reads) > 0 && !alone {
		reads = reads[:len(reads)-1]
	}
	if len(reads) == 0 {
		return capture.None
	}
	rowed := int64(0)
	for _, r := range reads {
		row := Row{At: r.at, Held: capture.None, Before: capture.None}
		if first.n != unset {
			row.Held = r.total
		}
		d.writer.row(row, r.total-rowed)
		rowed = r.total
	}
	return d.early.total - rowed
}
