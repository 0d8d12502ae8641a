package capture

import "time"

// Clock says what the times of a recording are counted from: two recordings
// can be laid beside each other without further word only where both say.
type Clock uint16

const (
	ClockOwn   Clock = iota // a moment of the recorder's own
	ClockDay                // midnight, somewhere on earth
	ClockRough              // the same, to within RoughBy
	ClockEpoch              // 1970 (UTC)
)

// RoughBy bounds how far a rough clock is off, by as much all the time: curl
// long took the fraction of a second from a clock other than that of the
// seconds, and its traces do not tell which version wrote them.
const RoughBy = time.Second

var clockNames = [...]string{"own", "time-of-day", "rough", "epoch"}

func (c Clock) String() string { return name(clockNames[:], int(c)) }

// stampedDay is the least time of day that a stamp is taken for, where it may
// also be a time since the start.
const stampedDay = time.Hour

// ClockOf tells the clock of a recording of format f from the time of one of
// its chunks. Times beyond 1973 are counted from 1970. Those of a curl trace are
// rough times of day. Those that lines begin with, and those of an strace, are
// times of day, but for such as lie within an hour after midnight: they can also
// be the time since the first line.
func ClockOf(f Format, t time.Duration) Clock {
	switch {
	case t >= epochFrom:
		return ClockEpoch
	case f == FormatCurl:
		return ClockRough
	case (f == FormatStamped || f == FormatStrace) && t >= stampedDay:
		return ClockDay
	}
	return ClockOwn
}

// Period is the time after which two clocks read alike that differ in kind: a
// day where both tell the time of day, a quarter of an hour where one does and
// the other counts from 1970, since time zones are quarters of an hour apart.
// It is 0 where both count from 1970. ok is false where no more is known of one
// than that it has a clock of its own.
func Period(a, b Clock) (d time.Duration, ok bool) {
	switch epochs := a == ClockEpoch; {
	case a == ClockOwn || b == ClockOwn:
		return 0, false
	case epochs != (b == ClockEpoch):
		return 15 * time.Minute, true
	case epochs:
		return 0, true
	}
	return day, true
}
