package analyzer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// TestCompareFixtures reads testdata/compare: captures of one stream, in order
// of the points, the code of the finding, written by hand, and the text that
// people read, written with -update. No sentence about comparisons goes unread.
func TestCompareFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "compare", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	said := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := compareFixture(t, ar)
			if want := setting(ar, "code"); string(c.Finding.Code) != want {
				t.Errorf("got %s, want %s", c.Finding.Code, want)
			}
			hear(said, c)
			checkHops(t, c)

			var text bytes.Buffer
			if err := c.WriteText(&text); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(text.String(), "{}") {
				t.Errorf("a slot is left open:\n%s", text.String())
			}
			if *update {
				setFile(ar, "want", text.Bytes())
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := fixtureFile(ar, "want")
			if diff := cmp.Diff(string(want), text.String()); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
	for k := range diagnose.English {
		if strings.HasPrefix(k, "compare.") && !said[k] {
			t.Errorf("no fixture says %s", k)
		}
	}
	for k := range said {
		if diagnose.English[k] == "" {
			t.Errorf("the catalogue has no sentence for %s", k)
		}
	}
}

// hear notes which sentences c says.
func hear(said map[string]bool, c *analyzer.Comparison) {
	for _, f := range append([]diagnose.Finding{c.Finding}, append(c.Finding.Also, c.Remarks...)...) {
		said[key("compare", string(f.Code), f.Variant)] = true
		if f.Tail != "" {
			said[key("compare", string(f.Code), f.Tail)] = true
		}
	}
	headline := key("compare.headline", string(c.Finding.Code), c.Finding.Variant)
	said[headline] = true
	for _, s := range c.Stalls {
		said["compare.headline.stalls"] = true
		said["compare.place.before"] = said["compare.place.before"] || s.Before > 0
		for _, h := range s.Hops {
			said["compare.place.hop"] = said["compare.place.hop"] || h.Release > 0
			said["compare.place.open"] = said["compare.place.open"] || h.Open > 0
		}
	}
}

// compareFixture compares the captures of a fixture, which are all its files but
// the last.
func compareFixture(t *testing.T, ar *txtar.Archive) *analyzer.Comparison {
	t.Helper()
	var at []analyzer.Recording
	for _, f := range ar.Files[:len(ar.Files)-1] {
		at = append(at, analyzer.Recording{Name: f.Name, From: bytes.NewReader(f.Data)})
	}
	o := analyzer.Options{More: importers}
	if name := setting(ar, "framing"); name != "" {
		var err error
		if o.Framing, err = framing.ParseName(name); err != nil {
			t.Fatal(err)
		}
	}
	var offsets []time.Duration
	for _, text := range strings.Fields(setting(ar, "offsets")) {
		d, err := capture.ParseMillis(text)
		if err != nil {
			t.Fatal(err)
		}
		offsets = append(offsets, d)
	}
	c, err := analyzer.Compare(at, o, offsets)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// checkHops holds what is true of every comparison: no hop holds less than
// nothing, no byte comes out before it goes in, and parts sum to wholes, to the
// nanosecond and the byte.
func checkHops(t *testing.T, c *analyzer.Comparison) {
	t.Helper()
	for i, h := range c.Hops {
		var area diagnose.ByteTime
		var some time.Duration
		last := h.Series.At(0)
		for k, p := range h.Series.All() {
			if p.After < 0 || p.Received-p.Released != p.After || p.Before < p.After || p.Received > c.Bytes || p.Time > c.End {
				t.Errorf("hop %d, moment %d: %+v", i+1, k, p)
			}
			if k > 0 && (p.Time <= last.Time || p.Received < last.Received || p.Released < last.Released) {
				t.Errorf("hop %d, moment %d: %+v after %+v", i+1, k, p, last)
			}
			area.Add(last.After, int64(p.Time-last.Time))
			if last.After > 0 {
				some += p.Time - last.Time
			}
			last = p
		}
		if area != h.Area || some != h.Time {
			t.Errorf("hop %d: area %s, time %v, want %s, %v", i+1, h.Area.Millis(), h.Time, area.Millis(), some)
		}
		if h.Quickest < 0 || h.Slowest < h.Quickest {
			t.Errorf("hop %d: bytes take %v to %v", i+1, h.Quickest, h.Slowest)
		}
		if i+1 < len(c.Hops) && last.Released > c.Hops[i+1].Series.At(c.Hops[i+1].Series.Len()-1).Received {
			t.Errorf("hop %d lets go of more than hop %d gets", i+1, i+2)
		}
		for _, o := range h.Holds {
			if o.Wait < c.Stall || o.To < o.From || o.End <= o.Start || o.To > c.End {
				t.Errorf("hop %d: hold %+v", i+1, o)
			}
		}
	}
	for _, s := range c.Stalls {
		sum := s.Before
		for _, h := range s.Hops {
			if h.Release < 0 || h.Open < 0 {
				t.Errorf("the stall at %v: %+v", s.From, s)
			}
			sum += h.Release + h.Open
		}
		if sum != s.To-s.From || s.Before < 0 || s.To-s.From < c.Stall {
			t.Errorf("the stall at %v: parts of %v in %+v", s.From, sum, s)
		}
	}
}
