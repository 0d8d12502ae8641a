package analyzer_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// comesBackFromLink holds that the link of an analysis opens to the CSV of it,
// and to the same report and graph.
func comesBackFromLink(t *testing.T, a *analyzer.Analysis, o analyzer.Options) {
	t.Helper()
	fragment, err := a.Link(deflate.Pack)
	if err != nil {
		t.Fatal(err)
	}
	again, err := analyzer.Analyze(strings.NewReader("https://example.test/#"+fragment), analyzer.Options{Name: "again", Rules: o.Rules})
	if err != nil {
		t.Fatalf("%v in\n%s", err, fragment)
	}
	var first, second bytes.Buffer
	if err := errors.Join(a.WriteCSV(&first), again.WriteCSV(&second)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.String(), second.String()); diff != "" {
		t.Fatalf("CSV (-written +of the link):\n%s", diff)
	}
	if diff := cmp.Diff(a.Timeline, again.Timeline, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("timeline (-of the recording +of the link):\n%s", diff)
	}
	want, got := a.Report(), again.Report()
	want.Source.Exchange, want.Source.Exchanges, want.Source.List = got.Source.Exchange, got.Source.Exchanges, got.Source.List
	if len(a.Exchanges) > 1 { // the last remark says which of them this is
		want.Source.Remarks = want.Source.Remarks[:len(want.Source.Remarks)-1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("report (-of the recording +of the link):\n%s", diff)
	}
	first.Reset()
	second.Reset()
	if err := errors.Join(a.WriteSVG(&first, figure.Options{}), again.WriteSVG(&second, figure.Options{})); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatal("the graph differs")
	}
	if twice, err := again.Link(deflate.Pack); err != nil || twice != fragment {
		t.Errorf("the link of the link is another: %.80q…, %v", twice, err)
	}
}

// goldenLinks are links that were given away, in testdata/links: what is there is
// read to the same CSV for ever, and not one byte of it changes. Each is the
// beginning of the SHA-256 of its file.
var goldenLinks = map[string]string{
	"coded":                      "4cbb4293aa18ddaa2d4378f560daac2b",
	"everything":                 "8869ea655d19b21ed1122617db7ab636",
	"floor-and-stall":            "12fbe8ae6856d49632e19e1dc778c72b",
	"hundreds":                   "e2f0a71be81ab37f04f1a6c2a8e68cd4",
	"late-proofs":                "298fa4641dcc88caeb58309df63c3a3d",
	"lengths":                    "6b095bf0673bd80c1a093a880f4c91a7",
	"marks":                      "87bc6c3ecbe4e6239feec40c2f50b459",
	"observed":                   "4044502e749d8a65c0aec1b0ad91fe99",
	"open":                       "14ac4b8189a875d6001342fdfcaba161",
	"rows-alone":                 "3c03ccfd42c238e36988009618d7116b",
	"rows-with-before-and-marks": "d5c0fe688ebef617f7cccfdcf27021e0",
	"untimed":                    "d50425e04fa878d8b72a4bdab5c5ccb6",
}

// goldenLink is a golden link and the CSV that it opens to.
func goldenLink(t *testing.T, name string) (link, csv string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "links", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:16]) != goldenLinks[name] {
		t.Fatalf("%s has been changed: it has the sum %x", name, sum[:16])
	}
	ar := txtar.Parse(raw)
	if len(ar.Files) != 2 {
		t.Fatalf("%s has %d parts", name, len(ar.Files))
	}
	return strings.TrimSuffix(string(ar.Files[0].Data), "\n"), string(ar.Files[1].Data)
}

func TestGoldenLinksOpenToTheSameForEver(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "links", "*.txtar"))
	if err != nil || len(files) != len(goldenLinks) {
		t.Fatalf("%d files of %d links, %v", len(files), len(goldenLinks), err)
	}
	seen := map[string]bool{} // columns
	for _, name := range slices.Sorted(maps.Keys(goldenLinks)) {
		t.Run(name, func(t *testing.T) {
			link, want := goldenLink(t, name)
			a, err := analyzer.Analyze(strings.NewReader(link), analyzer.Options{Name: "link"})
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := a.WriteCSV(&got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("(-golden +opened):\n%s", diff)
			}
			form, _, _ := strings.Cut(strings.TrimPrefix(link, "#t="), "&")
			if csv, err := timeline.OpenLink(form); err != nil || string(csv) != want {
				t.Errorf("opened by itself: %v,\n%s", err, csv)
			}
			comesBackFromLink(t, a, analyzer.Options{})
			header := strings.Split(want, "\n")[1]
			for _, column := range strings.Split(header, ",") {
				seen[column] = true
			}
		})
	}
	if len(seen) != 13 {
		t.Errorf("the links have the columns %q alone", slices.Sorted(maps.Keys(seen)))
	}
}

// TestLinkSaysItsStall opens a link whose threshold is not the usual one.
func TestLinkSaysItsStall(t *testing.T) {
	link, _ := goldenLink(t, "floor-and-stall")
	for name, c := range map[string]struct {
		link string
		o    analyzer.Options
		want time.Duration
	}{
		"as it says":         {link, analyzer.Options{}, 62500 * time.Microsecond},
		"without":            {strings.TrimSuffix(link, "&stall=62.5"), analyzer.Options{}, 200 * time.Millisecond},
		"where one is given": {link, analyzer.Options{Stall: time.Second}, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := analyzer.Analyze(strings.NewReader(c.link), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if a.Diagnosis.Stall != c.want || a.Report().StallMS != analyzer.Millis(c.want) {
				t.Errorf("stalls from %v on, want %v", a.Diagnosis.Stall, c.want)
			}
			again, err := a.Link(deflate.Pack)
			if err != nil {
				t.Fatal(err)
			}
			if _, option, some := strings.Cut(again, "&"); some != (c.want != 200*time.Millisecond) || some && option != "stall="+capture.FormatMillis(c.want) {
				t.Errorf("its own link ends in %q", option)
			}
		})
	}
}

func TestOptionsOfALinkAreStrict(t *testing.T) {
	link, _ := goldenLink(t, "observed")
	for _, options := range []string{"&", "&stall", "&stall=", "&stall=0", "&stall=-5", "&stall=+5", "&stall=05", "&stall=5.0", "&stall=1e3", "&stall=x", "&stall=5&", "&stall=5&stall=5",
		"&lang=zh", "&amp;stall=5", "&stall=9223372036855"} {
		_, err := analyzer.Analyze(strings.NewReader(link+options), analyzer.Options{Name: "link"})
		var at *capture.Error
		if !errors.As(err, &at) || !errors.Is(err, timeline.ErrLinkDamaged) || at.File != "link" || at.Offset != int64(len(link))+1 || at.Want != "stall= and milliseconds, or nothing" {
			t.Errorf("%s: %v", options, err)
		}
	}
}

// TestLinkIsTakenInWhateverItComes has a link in an address, alone, in lines of a
// mail, and with its blanks.
func TestLinkIsTakenInWhateverItComes(t *testing.T) {
	link, want := goldenLink(t, "hundreds")
	form := strings.TrimPrefix(link, "#t=")
	var lines strings.Builder
	for piece := range slices.Chunk([]byte("https://host.test/"+link), 72) {
		lines.Write(piece)
		lines.WriteString("\r\n  ")
	}
	for name, text := range map[string]string{
		"the form":                  form,
		"what stands behind the #":  "t=" + form,
		"the # too":                 link,
		"an address":                "https://host.test/" + link,
		"an address with a query":   "http://[::1]:8080/heldbytes/?lang=zh&x=a%20b" + link + "\n",
		"a file":                    "file:///home/me/heldbytes.html" + link,
		"an address without http":   "localhost:8080/" + link,
		"blanks around":             "\n \t" + link + " \r\n\n",
		"lines of a mail":           lines.String(),
		"a form in lines of a mail": strings.TrimPrefix(strings.TrimPrefix(lines.String(), "https://host.test/"), "#t="),
	} {
		if !analyzer.IsLink(text) {
			t.Errorf("%s is no link", name)
		}
		a, err := analyzer.Analyze(iotest.OneByteReader(strings.NewReader(text)), analyzer.Options{Name: "link"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got bytes.Buffer
		if err := a.WriteCSV(&got); err != nil || got.String() != want {
			t.Errorf("%s opens to another, %v", name, err)
		}
	}
}

func TestWhatOnlyLooksLikeALinkIsNone(t *testing.T) {
	link, _ := goldenLink(t, "hundreds")
	for name, text := range map[string]string{
		"nothing":                  "",
		"numbers":                  "1.5\n2.5\n",
		"a time and a text":        "1.234567 " + strings.Repeat("data", 40) + "\n",
		"a short form":             "1.abcdefghij",
		"a version of letters":     "v1." + strings.Repeat("A", 100),
		"a link in JSON":           `{"url":"https://host.test/` + link + `"}`,
		"a link in a list":         `["https://host.test/` + link + `"]`,
		"a link behind a word":     "see https://host.test/" + link,
		"another fragment":         "https://host.test/#start",
		"a fragment in a query":    "https://host.test/?t=1.abc",
		"a header of samples":      "i,t_ms,held_bytes,parsed\n",
		"an address of great size": "https://host.test/" + strings.Repeat("a", 5000) + link,
	} {
		if analyzer.IsLink(text) {
			t.Errorf("%s is taken for a link", name)
		}
	}
}

// TestBodyThatBeginsLikeALinkCanBeRead leaves a way to read one as what it is.
func TestBodyThatBeginsLikeALinkCanBeRead(t *testing.T) {
	body := "1." + strings.Repeat("1", 100) + "\n"
	_, err := analyzer.Analyze(strings.NewReader(body), analyzer.Options{})
	if !errors.Is(err, timeline.ErrLinkDamaged) {
		t.Errorf("read as a link: %v", err)
	}
	a, err := analyzer.Analyze(strings.NewReader(body), analyzer.Options{Format: capture.FormatBody, More: importers})
	if err != nil || a.Timeline.Total() != int64(len(body)) {
		t.Errorf("read as a body: %v", err)
	}
}

// TestLinkStandsForARecordingWhereverOneIsWanted compares two, and lays rows beside one.
func TestLinkStandsForARecordingWhereverOneIsWanted(t *testing.T) {
	s, _ := analyzer.SampleNamed("buffered")
	recording, rows := s.Open()
	alone, err := analyzer.Analyze(recording, analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := alone.Link(deflate.Pack)
	if err != nil {
		t.Fatal(err)
	}
	recording, _ = s.Open()
	want, err := analyzer.Analyze(recording, analyzer.Options{Observed: rows})
	if err != nil {
		t.Fatal(err)
	}
	for _, linkFirst := range []bool{true, false} {
		_, rows := s.Open()
		first, second := strings.NewReader("#"+fragment), rows
		o := analyzer.Options{Observed: second}
		var got *analyzer.Analysis
		if linkFirst {
			got, err = analyzer.Analyze(first, o)
		} else {
			o.Observed = first
			got, err = analyzer.Analyze(second, o)
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Report().Findings, got.Report().Findings); diff != "" {
			t.Errorf("link first %v (-of the recording +of the link):\n%s", linkFirst, diff)
		}
	}
	c, err := analyzer.Compare([]analyzer.Recording{{Name: "1", From: strings.NewReader("#" + fragment)}, {Name: "2", From: strings.NewReader("#" + fragment)}}, analyzer.Options{}, nil)
	if err != nil || len(c.Points) != 2 {
		t.Errorf("compared with itself: %v", err)
	}
}

func TestBrokenReaderOfALinkSaysSo(t *testing.T) {
	link, _ := goldenLink(t, "hundreds")
	broken := errors.New("the disk is gone")
	_, err := analyzer.Analyze(iotest.DataErrReader(&failsAfter{strings.NewReader(link), broken}), analyzer.Options{Name: "x"})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "x: ") {
		t.Errorf("got %v", err)
	}
}

// failsAfter fails where its reader ends.
type failsAfter struct {
	r   *strings.Reader
	err error
}

func (f *failsAfter) Read(p []byte) (int, error) {
	if f.r.Len() == 0 {
		return 0, f.err
	}
	return f.r.Read(p)
}

// FuzzLinkColumns opens columns that nobody wrote: what is read of them as a
// timeline has a link that opens to the same.
func FuzzLinkColumns(f *testing.F) {
	for name := range goldenLinks {
		raw, err := os.ReadFile(filepath.Join("testdata", "links", name+".txtar"))
		if err != nil {
			f.Fatal(err)
		}
		form, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(txtar.Parse(raw).Files[0].Data)), "#t=1."), "&")
		f.Add(linkColumns(f, form))
	}
	f.Fuzz(func(t *testing.T, columns []byte) {
		a, err := analyzer.Analyze(strings.NewReader("#t="+linkWith(t, columns)), analyzer.Options{Name: "link"})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of two lines: %q", err)
			}
			return
		}
		comesBackFromLink(t, a, analyzer.Options{})
	})
}

// TestLongLinkOpens has links that are longer than what is looked at to tell one.
func TestLongLinkOpens(t *testing.T) {
	a, err := analyzer.Analyze(strings.NewReader(jitteringChat(20_000)), analyzer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := a.Link(deflate.Pack)
	if err != nil || len(fragment) < 70_000 {
		t.Fatalf("%d characters, %v", len(fragment), err)
	}
	if perChunk := float64(len(fragment)) / 20_000; perChunk > 5 {
		t.Errorf("%.2f characters for each chunk", perChunk)
	}
	comesBackFromLink(t, a, analyzer.Options{})
	for cut, cause := range map[string]error{
		fragment[:len(fragment)-1]:                timeline.ErrLinkCut,
		fragment + strings.Repeat("A", 3<<20):     timeline.ErrLinkBound,
		fragment + strings.Repeat("A", 9<<20):     timeline.ErrLinkBound,
		fragment[:65536] + "." + fragment[65536:]: timeline.ErrLinkDamaged,
	} {
		if _, err := analyzer.Analyze(strings.NewReader("#"+cut), analyzer.Options{}); !errors.Is(err, cause) {
			t.Errorf("%d characters: %v, want %v", len(cut), err, cause)
		}
	}
}
