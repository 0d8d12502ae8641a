package capture_test

import (
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func TestClocksAreToldFromTimes(t *testing.T) {
	const epoch = 1_796_081_140 * time.Second
	for _, tc := range []struct {
		name   string
		format capture.Format
		time   time.Duration
		want   capture.Clock
	}{
		{"a curl trace", capture.FormatCurl, 10 * time.Minute, capture.ClockRough},
		{"stamps since 1970", capture.FormatStamped, epoch, capture.ClockEpoch},
		{"stamps of the time of day", capture.FormatStamped, time.Hour, capture.ClockDay},
		{"stamps since the start", capture.FormatStamped, time.Hour - 1, capture.ClockOwn},
		{"the capture form with a clock of its own", capture.FormatCapture, 100 * time.Hour, capture.ClockOwn},
		{"the capture form since 1970", capture.FormatCapture, epoch, capture.ClockEpoch},
		{"a timeline", capture.FormatSamples, 0, capture.ClockOwn},
	} {
		if got := capture.ClockOf(tc.format, tc.time); got != tc.want {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestClocksReadAlikeAfterAWhile(t *testing.T) {
	for _, tc := range []struct {
		a, b capture.Clock
		want time.Duration
		ok   bool
	}{
		{capture.ClockEpoch, capture.ClockEpoch, 0, true},
		{capture.ClockDay, capture.ClockDay, 24 * time.Hour, true},
		{capture.ClockDay, capture.ClockRough, 24 * time.Hour, true},
		{capture.ClockRough, capture.ClockRough, 24 * time.Hour, true},
		{capture.ClockEpoch, capture.ClockRough, 15 * time.Minute, true},
		{capture.ClockRough, capture.ClockOwn, 0, false},
		{capture.ClockDay, capture.ClockEpoch, 15 * time.Minute, true},
		{capture.ClockEpoch, capture.ClockDay, 15 * time.Minute, true},
		{capture.ClockOwn, capture.ClockEpoch, 0, false},
		{capture.ClockDay, capture.ClockOwn, 0, false},
		{capture.ClockOwn, capture.ClockOwn, 0, false},
	} {
		if d, ok := capture.Period(tc.a, tc.b); d != tc.want || ok != tc.ok {
			t.Errorf("%v beside %v: got %v, %v", tc.a, tc.b, d, ok)
		}
	}
}
