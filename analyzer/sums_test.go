package analyzer_test

import (
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// checkSums holds that parts sum to wholes: causes to time, for each series and
// each stall.
func checkSums(t *testing.T, a *analyzer.Analysis) {
	t.Helper()
	accounts := a.Diagnosis.Rules
	if a.Diagnosis.Observed != nil {
		accounts = append(accounts[:len(accounts):len(accounts)], *a.Diagnosis.Observed)
	}
	for _, x := range accounts {
		var points []replay.Point
		for _, p := range x.Series.All() {
			points = append(points, p)
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
	for _, s := range a.Diagnosis.Stalls {
		if s.Times[0]+s.Times[1]+s.Times[2]+s.Times[3] != s.To-s.From {
			t.Errorf("the causes of the stall at %v do not sum to it", s.From)
		}
	}
}
