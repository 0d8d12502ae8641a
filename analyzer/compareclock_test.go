package analyzer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

func TestCompareLaysClocksTogether(t *testing.T) {
	form := func(zero string) string {
		return fmt.Sprintf(`{"t_ms":%s000,"text":"{\"n\":0}\n"}`+"\n"+`{"t_ms":%[1]s100,"text":"{\"n\":1}\n"}`+"\n", zero)
	}
	stamped := func(first, second string) string {
		return first + ` {"n":0}` + "\n" + second + ` {"n":1}` + "\n"
	}
	for _, tc := range []struct {
		name          string
		first, second string
		offsets       []time.Duration
		want          diagnose.HopClock
		zero          time.Duration // of the second
	}{
		{"clocks of their own", form("5"), form("77"), nil, diagnose.HopClock{From: diagnose.ClockQuickest, Offset: 72000 * ms}, 0},
		{"both from 1970", stamped("1796081140.000000", "1796081140.100000"), form("1796081141"), nil, diagnose.HopClock{From: diagnose.ClockShared}, 1000 * ms},
		{"both from 1970, the second behind", form("1796081141"), stamped("1796081140.000000", "1796081140.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared, Offset: -1000 * ms, Early: 1000 * ms, Swapped: true}, 0},
		{"times of day over midnight", stamped("23:59:59.950000", "00:00:00.050000"), stamped("00:00:00.000000", "00:00:00.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockQuickest, Offset: -86399950 * ms}, 0},
		{"times of day", stamped("12:59:59.950000", "13:00:00.050000"), stamped("13:00:00.000000", "13:00:00.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared}, 50 * ms},
		{"1970 beside a time of day, in another zone", form("1796081140"), stamped("05:25:41.000000", "05:25:41.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared}, 1000 * ms},
		{"1970 beside a time of day, behind it", form("1796081140"), stamped("05:10:30.000000", "05:10:30.100000"), nil,
			diagnose.HopClock{From: diagnose.ClockShared, Offset: -10000 * ms, Early: 10000 * ms, Swapped: true}, 0},
		{"a time of day beside 1970", stamped("05:25:30.000000", "05:25:30.100000"), form("1796081140"), nil, diagnose.HopClock{From: diagnose.ClockShared}, 10000 * ms},
		{"a time of day beside 1970, a zone further", stamped("20:59:50.000000", "20:59:50.100000"), form("1796081100"), nil,
			diagnose.HopClock{From: diagnose.ClockShared, Offset: -290000 * ms, Early: 290000 * ms, Swapped: true}, 0},
		{"an offset given to clocks of their own", form("5"), form("77"), []time.Duration{71000 * ms}, diagnose.HopClock{From: diagnose.ClockGiven, Offset: 71000 * ms}, 1000 * ms},
		{"an offset given to one clock", stamped("1796081140.000000", "1796081140.100000"), form("1796081141"), []time.Duration{400 * ms},
			diagnose.HopClock{From: diagnose.ClockGiven, Offset: 400 * ms}, 600 * ms},
		{"an offset that cannot be", form("5"), form("77"), []time.Duration{72050 * ms},
			diagnose.HopClock{From: diagnose.ClockGiven, Offset: 72000 * ms, Early: 50 * ms, Swapped: true}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := compareAll(analyzer.Options{}, tc.offsets, tc.first, tc.second)
			if err != nil {
				t.Fatal(err)
			}
			checkHops(t, c)
			if diff := cmp.Diff(tc.want, c.Hops[0].Clock); diff != "" {
				t.Errorf("clock (-want +got):\n%s", diff)
			}
			if c.Zero(1) != tc.zero {
				t.Errorf("the second begins at %v, want %v", c.Zero(1), tc.zero)
			}
		})
	}
}
