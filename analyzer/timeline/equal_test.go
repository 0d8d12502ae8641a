package timeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

func TestMoreThanNineInTenTimesWithinAMillisecondAreNoted(t *testing.T) {
	times := func(n int, step time.Duration, rest ...time.Duration) []time.Duration {
		var all []time.Duration
		for i := range n {
			all = append(all, time.Duration(i)*step)
		}
		return append(all, rest...)
	}
	for _, c := range []struct {
		name  string
		times []time.Duration
		level capture.Level
		want  bool
	}{
		{"all at once", times(8, 0), capture.LevelRead, true},
		{"within a millisecond", times(11, 100*time.Microsecond), capture.LevelEvent, true},
		{"fast, one after the other", times(1000, 500*time.Microsecond), capture.LevelRead, false},
		{"too few to tell", times(7, 0), capture.LevelRead, false},
		{"nine in ten", times(18, 0, time.Second, time.Second+2*time.Millisecond), capture.LevelRead, false},
		{"one more than nine in ten", times(19, 0, time.Second), capture.LevelRead, true},
		{"after a first line on its own", append([]time.Duration{-time.Second}, times(19, 0)...), capture.LevelRead, true},
		{"the clock of a network, on which a burst is one", times(20, 0), capture.LevelWire, false},
		{"times that run backwards", times(10, 0, -time.Hour, -time.Hour, -time.Hour, -time.Hour), capture.LevelRead, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := timeline.NewBuilder(capture.FormatCurl)
			for _, at := range c.times {
				if err := b.Chunk(at, 1); err != nil {
					t.Fatal(err)
				}
			}
			tl, err := b.Timeline(&capture.Exchange{Timed: true, Level: c.level}, timeline.Log{})
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Contains(tl.Notes, capture.NoteEqualTimes); got != c.want {
				t.Errorf("noted: %v", got)
			}
		})
	}
}
