package figure

import (
	"sort"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

const (
	laneHeight = 10
	lanePitch  = 18  // from lane to lane with their names beside them
	laneNamed  = 30  // the same with their names above them
	laneGap    = 10  // above the first
	lanesWide  = 560 // the least width that has the names beside the lanes
)

// Lanes are the way of the events of a reader that recorded marks: for each
// stage, when some event was between its two marks. The figures of one
// recording share one.
type Lanes struct {
	stages [diagnose.StageCount]track
}

// NewLanes are the lanes of marks by row, or nil where there are none. A parse
// without a handoff lasts to the end.
func NewLanes(marks []timeline.Marks, end time.Duration) *Lanes {
	some := false
	for _, row := range marks {
		for _, m := range row {
			if m.Set {
				some, end = true, max(end, m.Time)
			}
		}
	}
	if !some {
		return nil
	}
	lanes := &Lanes{}
	for stage := range lanes.stages {
		var between []span
		for _, row := range marks {
			from, to := row[stage], row[stage+1]
			if diagnose.Stage(stage) == diagnose.ToHandoff && from.Set && !to.Set {
				to.Time, to.Set = end, true
			}
			if from.Set && to.Set && to.Time > from.Time {
				between = append(between, span{int64(from.Time), int64(to.Time)})
			}
		}
		inOrder := func(i, j int) bool { return between[i].from < between[j].from }
		if !sort.SliceIsSorted(between, inOrder) {
			sort.Slice(between, inOrder)
		}
		for _, s := range between {
			lanes.stages[stage].add(s.from, s.to, 0)
		}
	}
	return lanes
}

// span is a stretch of time, in nanoseconds.
type span struct{ from, to int64 }

// extent is when the first lane begins and the last ends.
func (l *Lanes) extent() (first, last time.Duration, some bool) {
	first, last = maxTime, -maxTime
	if l == nil {
		return first, last, false
	}
	for i := range l.stages {
		if t := &l.stages[i]; len(t.ends) > 0 {
			first, last, some = min(first, time.Duration(t.begin)), max(last, time.Duration(t.end())), true
		}
	}
	return first, last, some
}

// laneRows are where lanes are drawn.
type laneRows struct {
	lanes  *Lanes
	names  []string
	beside bool // the names are, else above
	gutter int  // that the names take at the left
	top    int
}

func (l *Lanes) rows(words *Labels, width int) laneRows {
	r := laneRows{lanes: l, beside: width >= lanesWide}
	if l == nil {
		return r
	}
	for _, name := range words.Lanes {
		r.names = append(r.names, name)
		if r.beside {
			r.gutter = max(r.gutter, textWidth(name))
		}
	}
	return r
}

// height is that of all lanes.
func (r *laneRows) height() int {
	switch {
	case r.lanes == nil:
		return 0
	case r.beside:
		return laneGap + len(r.names)*lanePitch
	}
	return laneGap + len(r.names)*laneNamed
}

// lane is where the bar of a lane begins, and the baseline of its name.
func (r *laneRows) lane(i int) (top, name int) {
	if r.beside {
		top = r.top + laneGap + i*lanePitch
		return top, top + laneHeight - 1
	}
	top = r.top + laneGap + i*laneNamed + lineHeight
	return top, top - edge - 1
}

// bar is a row of pixels of a lane that are filled to the same height.
type bar struct{ from, to, height int }

// bars gives each pixel of a lane a height by how much of its time some event
// was there, so that few short ones are seen and do not look like many.
func bars(t *track, x scale) (out []bar) {
	t.pixels(x, func(px int, spent [kinds]int64) {
		whole := max(min(x.after(px), x.to)-max(x.after(px-1), x.from), spent[0])
		height := int(mulDiv(uint64(spent[0]), laneHeight, uint64(whole), uint64(whole)-1))
		if n := len(out); n > 0 && out[n-1].to == px && out[n-1].height == height {
			out[n-1].to++
			return
		}
		out = append(out, bar{px, px + 1, height})
	})
	return out
}

// total is the time in which some event was in a stage.
func (t *track) total() time.Duration {
	if len(t.ends) == 0 {
		return 0
	}
	return time.Duration(t.before(t.end(), len(t.ends))[0])
}

// drawLanes draws each lane on a level that shows how long it is.
func (d *drawing) drawLanes() {
	for i, bars := range d.bars {
		top, name := d.lanes.lane(i)
		if d.lanes.beside {
			d.label(d.left-2*edge, name, End, d.lanes.names[i])
		} else {
			d.label(d.left, name, Start, d.lanes.names[i])
		}
		d.Rect(d.left, top+laneHeight, d.right-d.left, 1, 0, Ink{Colour: d.theme.grid})
		var p []byte
		for _, b := range bars {
			p = box(p, d.left+b.from, top+laneHeight-b.height, b.to-b.from, b.height)
		}
		if p != nil {
			d.Fill(p, d.inks[int(diagnose.CauseCount)+i])
		}
	}
}
