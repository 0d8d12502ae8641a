package cassette_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

var update = flag.Bool("update", false, "write the golden files")

// read opens text as capture.Open does with the Importer, and writes out what it
// holds.
func read(r io.Reader, f capture.Format) (string, error) {
	in, err := capture.Open(r, capture.Options{Name: "in", Format: f, More: append(capture.Further(), cassette.Importer)})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for i, e := range in.Exchanges() {
		fmt.Fprintf(&out, "exchange %d %s %d type=%q level=%v timed=%v payload=%v coding=%q notes=%v damage=%+v\n",
			i, e.Method, e.Status, e.ContentType, e.Level, e.Timed, e.Payload, e.Coding, e.Notes, e.Damage)
	}
	for {
		rec, err := in.Next()
		if err == io.EOF {
			return out.String(), nil
		}
		if err != nil {
			return out.String(), err
		}
		if rec.Kind == capture.RecordEOF {
			fmt.Fprintf(&out, "eof %d\n", rec.Exchange)
			continue
		}
		if int64(len(rec.Data)) != rec.Len || rec.Len == 0 || rec.Len > capture.BodyChunk || rec.Time != 0 || in.Format() != capture.FormatCassette {
			return out.String(), fmt.Errorf("record %+v of a %v", rec, in.Format())
		}
		fmt.Fprintf(&out, "chunk %d %d %.40q\n", rec.Exchange, rec.Len, rec.Data)
	}
}

func readString(s string) (string, error) { return read(strings.NewReader(s), capture.FormatUnknown) }

func TestCassettesReadAsWritten(t *testing.T) {
	for name, b := range sharedtest.Testdata(t, "*.*") {
		got, err := read(bytes.NewReader(b), capture.FormatUnknown)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		path := filepath.Join("testdata", "golden", name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestCassetteDoesNotDependOnHowTheFileIsRead(t *testing.T) {
	for name, b := range sharedtest.Testdata(t, "*.*") {
		want, _ := read(bytes.NewReader(b), capture.FormatUnknown)
		for what, r := range map[string]io.Reader{
			"byte by byte": iotest.OneByteReader(bytes.NewReader(b)),
			"with a BOM":   io.MultiReader(strings.NewReader("\xef\xbb\xbf"), bytes.NewReader(b)),
			"with CR LF":   bytes.NewReader(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))),
		} {
			if got, err := read(r, capture.FormatUnknown); err != nil || got != want {
				t.Errorf("%s %s: %v\n%s\nwant\n%s", name, what, err, got, want)
			}
		}
	}
}

const response = "  response:\n    status: {code: 200}\n"

func TestBodiesComeInTheShapesThatRecordersGiveThem(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a text", "    body: {string: abc}\n", "chunk 0 3 \"abc\"\n"},
		{"a text alone", "    body: abc\n", "chunk 0 3 \"abc\"\n"},
		{"the content of httpx", "    content: abc\n", "chunk 0 3 \"abc\"\n"},
		{"a number", "    body: {string: 12}\n", "chunk 0 2 \"12\"\n"},
		{"binary", "    body:\n      string: !!binary |\n        AA\n        EC\n", "chunk 0 3 \"\\x00\\x01\\x02\"\n"},
		{"base64", "    body: {encoding: utf-8, base64_string: AAEC}\n", "chunk 0 3 \"\\x00\\x01\\x02\"\n"},
		{"an alias", "    headers: {x: &a abc}\n    body: {string: *a}\n", "chunk 0 3 \"abc\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readString("interactions:\n- request: {method: get}\n" + response + c.in)
			_, got, _ = strings.Cut(got, "\n")
			if err != nil || got != c.want+"eof 0\n" {
				t.Errorf("%v, got %q", err, got)
			}
		})
	}
}

func TestCodingIsToldWhereTheBytesAreUnderIt(t *testing.T) {
	const gzip = "!!binary H4sIAAAAAAAC/w=="
	for _, c := range []struct{ field, body, want string }{
		{"gzip", gzip, `coding="gzip"`},
		{"x-gzip", gzip, `coding="x-gzip"`},
		{"GZIP", gzip, `coding="gzip"`},
		{"[br, gzip]", gzip, `coding="gzip"`},
		{"'br, gzip'", gzip, `coding="br, gzip"`},
		{"identity", gzip, `coding=""`},
		{"''", gzip, `coding=""`},
		{"gzip", "'data: 1'", `coding=""`},
		{"gzip", "!!binary /////w==", `coding=""`},
		{"br", "!!binary /////w==", `coding="br"`},
		{"br", "'data: 1'", `coding=""`},
		{"zstd", "!!binary KLUv/Q==", `coding="zstd"`},
	} {
		got, err := readString("interactions:\n- request: {}\n" + response + "    headers: {CONTENT-ENCODING: " + c.field + "}\n    body: {string: " + c.body + "}\n")
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s of %s: %v, got %s", c.field, c.body, err, got)
		}
	}
}

func TestLongBodyIsCutAsARawBodyIs(t *testing.T) {
	got, err := readString("interactions:\n- request: {}\n" + response + "    body: " + strings.Repeat("x", 5000) + "\n")
	if err != nil || !strings.Contains(got, "chunk 0 4096 ") || !strings.Contains(got, "chunk 0 904 ") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestBadInteractionIsPassedOver(t *testing.T) {
	const good = "- request: {}\n" + response + "    body: abc\n"
	for name, bad := range map[string]string{
		"no response":   "- request: {}\n",
		"a scalar":      "- 7\n",
		"null":          "-\n",
		"broken base64": "- request: {}\n  response:\n    body: {string: !!binary '~'}\n",
		"a list":        "- request: {}\n  response:\n    body: {string: [a]}\n",
	} {
		got, err := readString("interactions:\n" + good + bad + good)
		if err != nil || strings.Count(got, "notes=[damaged] damage={Records:1 ") != 2 || strings.Count(got, "chunk") != 2 {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

func TestCassetteOfNoUseIsRefused(t *testing.T) {
	// What would expand to 10^9 texts, did anyone follow it.
	bomb := "interactions: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	long := "interactions:\n- &i\n  response: {body: " + strings.Repeat("x", 1<<20) + "}\n" + strings.Repeat("- *i\n", 100)
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "interactions: []\n", []string{"in: read a cassette without the body of a response in its interactions (0)"}},
		{"no body", "interactions:\n- request: {}\n" + response, []string{"a cassette without the body of a response in its interactions (1)"}},
		{"interactions that are none", "interactions: 7\n", []string{"a cassette without the body of a response in its interactions (0)"}},
		{"broken YAML", "interactions:\n- request: {}\n- a: b: c\n", []string{"in:3: not YAML: mapping values"}},
		{"an alias of nothing", "interactions: *a\n", []string{"not YAML: unknown anchor"}},
		{"broken JSON", "{\"interactions\": [\n{]}", []string{"in:2:"}},
		{"JSON that is cut", "{\"interactions\": [\n{}\n", []string{"in:3:", "EOF"}},
		{"all of it broken", "interactions:\n- request: {}\n  response:\n    body: {string: !!binary '~'}\n", []string{"in:4:", "want base64"}},
		{"aliases of aliases", bomb, []string{"in:", "want an interaction"}},
		{"itself", "interactions: &a [*a]\n", []string{"no response"}},
		{"bodies that aliases repeat", long, []string{"in:2: read more", "bodies of at most 67108864 bytes in all"}},
		{"brackets without end", "interactions: " + strings.Repeat("[", 100_000), []string{"not YAML: exceeded max depth"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readString(c.in)
			var e *capture.Error
			if !errors.As(err, &e) || e.File != "in" {
				t.Fatalf("got %v, want a *capture.Error", err)
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q does not say %q", err, w)
				}
			}
		})
	}
}

func TestHugeCassetteIsRefused(t *testing.T) {
	in := io.MultiReader(strings.NewReader("interactions:\n"), io.LimitReader(blanks{}, 64<<20))
	if _, err := read(in, capture.FormatUnknown); err == nil || !strings.Contains(err.Error(), "a cassette of at most 67108864 bytes") {
		t.Error(err)
	}
}

type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for done := copy(p, "\n"); done < len(p); {
		done += copy(p[done:], p[:done])
	}
	return len(p), nil
}

func TestFailingReadIsTold(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := read(io.MultiReader(strings.NewReader("interactions:\n"), iotest.ErrReader(broken)), capture.FormatCassette)
	var e *capture.Error
	if !errors.Is(err, broken) || !errors.As(err, &e) || e.File != "in" {
		t.Error(err)
	}
}

// A cassette that is cut anywhere is read as far as it is YAML, or says why not.
func TestCutCassetteIsAnErrorOrWhatItSays(t *testing.T) {
	for name, b := range sharedtest.Testdata(t, "*.*") {
		for n := 0; n < len(b); n += 1 + len(b)/400 {
			_, err := read(bytes.NewReader(b[:n]), capture.FormatCassette)
			var e *capture.Error
			if err != nil && !errors.As(err, &e) {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
		}
	}
}

func TestCassetteIsToldFromItsInteractions(t *testing.T) {
	for in, is := range map[string]bool{
		"interactions:\n- request: {}\n":                true,
		"---\nhttp_interactions:\n":                     true,
		"# a comment\n\n---\nversion: 2\ninteractions:": true,
		`{"version":1,"interactions":[]}`:               true,
		`{"http_interactions":[],"recorded_with":"b"}`:  true,
		"version: 2\n":                                  false,
		"my interactions:\n":                            false,
		"data: 1\n\ninteractions: 7\n":                  true,
		"Dear all,\ninteractions:\n":                    false,
		`{"log":{"interactions":[]}}`:                   false,
		strings.Repeat("a: b\n", 100) + "interactions:": false,
	} {
		_, err := capture.Open(strings.NewReader(in), capture.Options{Name: "in", More: capture.Further()})
		if got := errors.Is(err, capture.ErrElsewhere); got != is {
			t.Errorf("%.40q: %v", in, err)
		}
	}
}

func FuzzCassette(f *testing.F) {
	for _, b := range sharedtest.Testdata(f, "*.*") {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := read(bytes.NewReader(b), capture.FormatCassette)
		var e *capture.Error
		if err != nil && (!errors.As(err, &e) || e.File != "in" || e.Read == "" && e.Want == "" && e.Err == nil) {
			t.Fatalf("%v\n%s", err, got)
		}
		if again, _ := read(iotest.OneByteReader(bytes.NewReader(b)), capture.FormatCassette); again != got {
			t.Fatalf("byte by byte: got\n%s\nwant\n%s", again, got)
		}
	})
}
