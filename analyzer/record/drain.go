package record

import (
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// drain is how far a Recorder's goroutine has come.
type drain struct {
	*Recorder
	accepted, ended   bool
	rows              bool             // one was written
	early             early            // the reads before it
	reads             [2]time.Duration // the times of the latest two, the later last, or unset
	wrote, wroteBytes int64            // of what was dropped
	bytes             []byte
}

// drain writes what a Recorder took, now and then, until the recording ends.
func (r *Recorder) drain(every time.Duration, accepted bool) {
	d := drain{Recorder: r, accepted: accepted, reads: [2]time.Duration{unset, unset}}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for going := true; going; {
		select {
		case <-tick.C:
		case <-r.done:
			going = false
		}
		d.write()
		if !going {
			d.last()
		}
		r.err = r.writer.Flush()
	}
	close(r.over)
}

// write writes what waits.
func (d *drain) write() {
	if at := d.accept.Load(); at != unset && !d.accepted {
		d.accepted = true
		d.writer.Accept(time.Duration(at))
	}
	end := d.end.Load() // looked at first: what came before it is there
	for {
		s, bytes, ok := d.ring.next(d.bytes[:0])
		d.bytes = bytes
		if !ok {
			break
		}
		switch s.kind {
		case tookRead:
			d.read(s, bytes)
		case tookRow:
			d.row(s)
		case tookNone:
			d.dropped(s.at, s.n, s.more)
		}
	}
	if end != unset && !d.ended {
		d.ended = true
		d.dropped(time.Duration(d.lostAt.Load()), d.lost.Load(), d.lostBytes.Load())
		d.writer.EOF(time.Duration(end))
	}
}

func (d *drain) read(s sample, bytes []byte) {
	if !d.rows {
		d.early.read(s.at, s.n)
	}
	d.reads = [2]time.Duration{d.reads[1], s.at}
	if d.keep {
		d.writer.Chunk(s.at, bytes)
	} else {
		d.writer.Length(s.at, s.n)
	}
}

// dropped writes what was dropped of all that was dropped so far, if that is not
// written yet.
func (d *drain) dropped(at time.Duration, samples, bytes int64) {
	if samples > d.wrote {
		d.writer.Dropped(at, samples-d.wrote, bytes-d.wroteBytes)
		d.early.total += bytes - d.wroteBytes
		d.wrote, d.wroteBytes = samples, bytes
	}
}

// last writes what is left to say when a recording ends.
func (d *drain) last() {
	d.dropped(time.Duration(d.lostAt.Load()), d.lost.Load(), d.lostBytes.Load())
	if d.rows || d.stated.Load() || d.fresh.Load() {
		d.row(d.account(d.now()))
	}
}

// row writes a row. Its marks are those of one event: the read before them, and none
// that lie in front of that.
func (d *drain) row(s sample) {
	covers := int64(capture.None)
	if !d.rows {
		covers = d.before(s)
	}
	d.rows = true
	row := Row{At: s.at, Held: s.n, Before: capture.None, Parsed: s.more}
	if s.parse != unset || s.handoff != unset {
		first := s.handoff
		if s.parse != unset && (s.handoff == unset || s.parse <= s.handoff) && s.parse >= d.reads[0] {
			first = s.parse
		}
		read := d.reads[1]
		if read > first { // it came while the event was on its way
			read = d.reads[0]
		}
		for i, at := range [...]time.Duration{capture.MarkRead: read, capture.MarkParse: s.parse, capture.MarkHandoff: s.handoff} {
			if i != capture.MarkAccept && at != unset && at >= read {
				row.Marks[i] = capture.Mark{Time: at, Set: true}
			}
		}
	}
	d.writer.row(row, covers)
}
