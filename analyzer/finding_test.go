package analyzer_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// TestFindings reads testdata/findings: a recording, the codes of its findings,
// written by hand, and the text that people read, written with -update. No
// sentence of the catalogue goes unread.
func TestFindings(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "findings", "*.txtar"))
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
			a, o := analyzeFixture(t, ar)
			for axis, f := range map[string]diagnose.Finding{"reader": a.Diagnosis.Reader, "arrivals": a.Diagnosis.Arrivals, "stream": a.Diagnosis.Stream} {
				if want := setting(ar, axis); string(f.Code) != want {
					t.Errorf("%s: got %s, want %s", axis, f.Code, want)
				}
				said[key(axis, string(f.Code), f.Variant)] = true
				for _, w := range f.Words {
					said[w.Key] = true
				}
				if f.Tail != "" {
					said[key(axis, string(f.Code), f.Tail)] = true
				}
				for _, also := range f.Also {
					said[key(axis, string(also.Code), also.Variant)] = true
				}
			}
			if v := a.Diagnosis.Result.Variant; v != "" {
				said["result."+v] = true
			}
			checkSentences(t, a.Report())
			checkSums(t, a)
			comesBack(t, a, o)

			var text bytes.Buffer
			if err := a.WriteText(&text); err != nil {
				t.Fatal(err)
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
		axis, _, _ := strings.Cut(k, ".")
		if (axis == "reader" || axis == "arrivals" || axis == "stream" || axis == "result" || axis == "rule") && !said[k] {
			t.Errorf("no fixture says %s", k)
		}
	}
	for k := range said {
		if diagnose.English[k] == "" {
			t.Errorf("the catalogue has no sentence for %s", k)
		}
	}
}

func TestEveryNoteHasARemark(t *testing.T) {
	for n := capture.NoteNone + 1; n.String() != "?"; n++ {
		if diagnose.English["note."+n.String()] == "" {
			t.Errorf("no remark for %v", n)
		}
	}
	for _, name := range (^framing.Traits(0)).Names() {
		if diagnose.English["note."+name] == "" || name != "invalid-utf8" && diagnose.English["trait."+name] == "" {
			t.Errorf("no remark for %s", name)
		}
	}
}

func key(parts ...string) string { return strings.TrimSuffix(strings.Join(parts, "."), ".") }

// analyzeFixture analyses a fixture's capture and rows, or its rows alone.
func analyzeFixture(t *testing.T, ar *txtar.Archive) (*analyzer.Analysis, analyzer.Options) {
	t.Helper()
	o := analyzer.Options{Name: "capture.jsonl", More: importers, ObservedName: "rows.csv"}
	if name := setting(ar, "framing"); name != "" {
		var err error
		if o.Framing, err = framing.ParseName(name); err != nil {
			t.Fatal(err)
		}
	}
	recording, alone := fixtureFile(ar, "capture.jsonl")
	rows, measured := fixtureFile(ar, "rows.csv")
	var file io.Reader = bytes.NewReader(recording)
	switch {
	case !alone:
		file = bytes.NewReader(rows)
	case measured:
		o.Observed = bytes.NewReader(rows)
	}
	a, err := analyzer.Analyze(file, o)
	if err != nil {
		t.Fatal(err)
	}
	return a, o
}

func fixtureFile(ar *txtar.Archive, name string) ([]byte, bool) {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

func setFile(ar *txtar.Archive, name string, data []byte) {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			ar.Files[i].Data = data
			return
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: data})
}

// setting is the value of a `name: value` line of the fixture's comment.
func setting(ar *txtar.Archive, name string) string {
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if value, ok := strings.CutPrefix(line, name+": "); ok {
			return value
		}
	}
	return ""
}
