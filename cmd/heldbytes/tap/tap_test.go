//go:build !js

package tap_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

func TestStreamsAreAsTheyWereAndRecordedWhole(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(p.Language, func(t *testing.T) {
			if said := p.Run(t, t.TempDir(), "testdata/streams"); said != "" {
				t.Error(said)
			}
		})
	}
}

// In the path of a read nothing is called that could wait.
func TestReadsCallNothingThatWaits(t *testing.T) {
	if said := beside.Python("").Run(t, t.TempDir(), "testdata/path"); said != "" {
		t.Errorf("it calls %s", strings.Fields(said))
	}
}

func TestWhatFindsNoRoomIsDroppedAndCounted(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(p.Language, func(t *testing.T) {
			dir := t.TempDir()
			dropped, err := strconv.Atoi(strings.TrimSpace(p.Run(t, dir, "testdata/full")))
			if err != nil || dropped < 1000 || dropped > 1980 {
				t.Fatalf("dropped %d of about 2,000 reads and rows, %v", dropped, err)
			}
			f, err := os.Open(filepath.Join(dir, "run.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			a, err := analyzer.Analyze(f, analyzer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a.Timeline.Damage.Records != dropped {
				t.Errorf("the recording tells of %d that were dropped, want %d", a.Timeline.Damage.Records, dropped)
			}
			if r := a.Report(); r.Findings.Reader.Code != "prompt" {
				t.Errorf("found %s: %s", r.Findings.Reader.Code, r.Findings.Reader.Sentence)
			}
		})
	}
}

// What comes behind reads that were dropped is not masked: a mask could take content for
// what tells a framing.
func TestNothingIsMaskedBehindReadsThatWereDropped(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(p.Language, func(t *testing.T) {
			dir := t.TempDir()
			p.Run(t, dir, "testdata/lost")
			text, err := os.ReadFile(filepath.Join(dir, "run.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			_, behind, some := strings.Cut(string(text), `"dropped":`)
			if !some || !strings.Contains(behind, `"len":500}`) || strings.Contains(behind, "444") {
				t.Errorf("of %d bytes behind what was dropped: %.300s", len(behind), behind)
			}
		})
	}
}

// A reader that says nothing before its end had let nothing go until then.
func TestReaderThatCountsAtItsEndIsLate(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(p.Language, func(t *testing.T) {
			dir := t.TempDir()
			p.Run(t, dir, "testdata/late")
			f, err := os.Open(filepath.Join(dir, "run.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			a, err := analyzer.Analyze(f, analyzer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := a.Report()
			if r.Findings.Reader.Code != "late" || r.Observed == nil || len(r.Observed.Fit.Rules) == 0 || r.Observed.Fit.Rules[0].Rule != "read-all" {
				t.Errorf("found %s: %s", r.Findings.Reader.Code, r.Findings.Reader.Sentence)
			}
		})
	}
}
