package lab_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

func TestThePairIsRunFiveTimesAndTakesTurns(t *testing.T) {
	x, err := lab.New(madeUp(t), incremental, buffered)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range x.Plan() {
		got = append(got, fmt.Sprint(r.Pair, ".", r.Place, " ", r.Release))
		if r.Executed || r.Rows != nil || r.First.Set || r.Join != 0 || r.Parse != 0 {
			t.Errorf("pair %d, place %d: a plan has numbers: %+v", r.Pair, r.Place, r)
		}
	}
	want := []string{
		"1.1 at-close", "1.2 read-all", "2.1 read-all", "2.2 at-close", "3.1 at-close", "3.2 read-all",
		"4.1 read-all", "4.2 at-close", "5.1 at-close", "5.2 read-all",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("runs (-want +got):\n%s", d)
	}
}

func TestHalfOfTheMadeUpChunksCloseAnEventAndOneIsBad(t *testing.T) {
	s := madeUp(t)
	closing, bad := 0, 0
	closed := 0
	scan, err := framing.New(s.Framing, framing.Options{}, func(span framing.Span) {
		closed++
		if span.Kind == framing.Bad {
			bad++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Chunks {
		closed = 0
		scan.Write(c.Data)
		if closed > 0 {
			closing++
		}
	}
	if len(s.Chunks) != 30 || closing != 15 || bad != 1 || !s.EOF {
		t.Errorf("%d chunks, %d of them close an event, %d bad, EOF %v", len(s.Chunks), closing, bad, s.EOF)
	}
}

func TestTheMadeUpPairDiffersInWhenAndNotInWhat(t *testing.T) {
	s := madeUp(t)
	total := int64(0)
	for _, c := range s.Chunks {
		total += int64(len(c.Data))
	}
	for _, r := range execute(t, s, incremental, buffered) {
		if !r.Executed || r.Events != 14 || r.Bad != 1 || len(r.Rows) != 31 {
			t.Errorf("pair %d, %v: executed %v, %d events, %d bad, %d rows", r.Pair, r.Release, r.Executed, r.Events, r.Bad, len(r.Rows))
		}
		if r.Join <= 0 || r.Parse <= 0 || r.First.Work <= 0 {
			t.Errorf("pair %d, %v: join %v, parse %v, first handoff after %v", r.Pair, r.Release, r.Join, r.Parse, r.First.Work)
		}
		switch r.Arm {
		case 0:
			if r.First.Chunk != 0 || r.First.Time != 0 || r.Peak >= total/4 {
				t.Errorf("incremental: first handoff after chunk %d at %v, peak %d of %d", r.First.Chunk, r.First.Time, r.Peak, total)
			}
		case 1:
			if r.First.Chunk != 30 || r.First.Time != s.End || r.Peak != total {
				t.Errorf("buffered: first handoff after chunk %d at %v, peak %d of %d", r.First.Chunk, r.First.Time, r.Peak, total)
			}
		}
	}
}

func TestRunsOfOneArmHoldTheSameBytes(t *testing.T) {
	runs := execute(t, madeUp(t), incremental, buffered)
	for _, r := range runs {
		if &r.Rows[0] != &runs[r.Arm].Rows[0] {
			t.Errorf("pair %d, %v: rows are kept twice, or differ", r.Pair, r.Release)
		}
	}
}

func TestARunCanBeMadeAnew(t *testing.T) {
	x, err := lab.New(cut("1\n2\n", 1, framing.Lines), incremental, buffered)
	if err != nil {
		t.Fatal(err)
	}
	runs := x.Plan()
	x.Execute(runs, 0, ticking())
	once := runs[0]
	x.Execute(runs, 0, ticking())
	if d := cmp.Diff(once, runs[0]); d != "" {
		t.Errorf("the second time (-first +second):\n%s", d)
	}
}

func TestAReaderThatWaitsForEOFHandsNothingOffWithoutIt(t *testing.T) {
	s := cut("1\n2\n", 2, framing.Lines)
	s.EOF = false
	runs := execute(t, s, incremental, buffered)
	if r := runs[0]; !r.First.Set || r.Events != 2 {
		t.Errorf("incremental: %+v", r)
	}
	if r := runs[1]; r.First.Set || r.Events != 0 || r.Rows[1].Held != 4 {
		t.Errorf("buffered: %+v", r)
	}
}

func TestHeartbeatsAndBadEventsAreNoFirstHandoff(t *testing.T) {
	s := cut("event: ping\ndata: {}\n\n"+"data: {\n\n"+"event: up\ndata: {}\n\n"+"data: [DONE]\n\n", 1, framing.SSE)
	s.Heartbeats = []string{"up"}
	for _, r := range execute(t, s, incremental, buffered) {
		if r.Events != 3 || r.Bad != 1 || !r.First.Set {
			t.Errorf("%v: %d events, %d bad, %+v", r.Release, r.Events, r.Bad, r.First)
		}
	}
	if r := execute(t, s, incremental, buffered)[0]; r.First.Chunk != len(s.Chunks)-1 {
		t.Errorf("first handoff after chunk %d of %d", r.First.Chunk, len(s.Chunks))
	}
}

// On a clock that moves by 1 ms at each reading, costs count the readings.
func TestCostsAreReadOffTheClock(t *testing.T) {
	runs := execute(t, cut("1\n", 2, framing.Lines), incremental, buffered)
	for _, c := range []struct {
		run               lab.Run
		join, parse, work time.Duration
	}{
		{runs[0], 3, 3, 3}, // joins, looks and lets go at the chunk; joins and looks at EOF
		{runs[1], 2, 2, 5}, // takes the chunk; joins and looks at EOF
	} {
		join, parse, work := c.run.Join/time.Millisecond, c.run.Parse/time.Millisecond, c.run.First.Work/time.Millisecond
		if join != c.join || parse != c.parse || work != c.work {
			t.Errorf("%v: join %d, parse %d, first handoff after %d, want %d, %d and %d", c.run.Release, join, parse, work, c.join, c.parse, c.work)
		}
	}
	for _, r := range runs[2:] {
		if same := runs[r.Arm]; r.Join != same.Join || r.Parse != same.Parse || r.First.Work != same.First.Work {
			t.Errorf("pair %d, %v: %v, %v and %v, before %v, %v and %v", r.Pair, r.Release, r.Join, r.Parse, r.First.Work, same.Join, same.Parse, same.First.Work)
		}
	}
}

func TestStepIsTheSmallestMoveOfTheClock(t *testing.T) {
	reads := 0
	coarse := func() time.Duration {
		reads++
		return time.Duration(reads/100) * 5 * time.Microsecond
	}
	if got := lab.Step(coarse); got != 5*time.Microsecond {
		t.Errorf("step %v", got)
	}
	moves, at := []time.Duration{7, 5, 9, 8}, time.Duration(0)
	uneven := func() time.Duration {
		at += moves[0]
		moves = append(moves[1:], moves[0])
		return at
	}
	if got := lab.Step(uneven); got != 5 {
		t.Errorf("step %v", got)
	}
	if got := lab.Step(func() time.Duration { return time.Hour }); got != 0 {
		t.Errorf("step %v of a clock that stands still", got)
	}
}

func TestTheMadeUpRecordingIsTheSameEachTime(t *testing.T) {
	var texts [2]string
	for i := range texts {
		for _, c := range madeUp(t).Chunks {
			texts[i] += c.Time.String() + string(c.Data)
		}
	}
	if texts[0] != texts[1] || strings.Count(texts[0], "data: ") != 15 {
		t.Errorf("two readings differ, or have not fifteen events")
	}
}
