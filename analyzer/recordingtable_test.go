package analyzer_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/google/go-cmp/cmp"
)

// columns are those of testdata/recordings.txt: the recording; which log of its
// server belongs to it; the reads and the silence in ms of which its maker tells;
// and what is found.
const columns = "recording sent reads told format level framing chunks bytes events bad reader arrivals stream stalls longest first silence end"

// exempt are the recordings that differ from what the server sent, in these
// columns and in no others, and why.
var exempt = map[string]struct{ columns, why string }{
	"chromium/sse-crlf.es.app.json":                 {"chunks bytes times end", "lengths of the texts of events, in UTF-16"},
	"chromium/sse-crlf.es.cdp.jsonl":                {"bytes first times end", "events, put together again"},
	"pcap/sse-basic.own-python.pcap":                {"silence", "the reader slept; the network did not"},
	"pcap/sse-basic.snap96.pcap":                    {"bytes first times", "heads and chunked framing count where payload is cut off"},
	"strace/sse-stall.curl-default-s.strace":        {"chunks bytes times end", "heads and chunked framing count where payload is cut off"},
	"strace/sse-stall.python-noT.strace":            {"arrivals times end stalls", "times at which reads began"},
	"tls/sse-stall.h2.chromium.cdp.jsonl":           {"first", "a handshake came first"},
	"tshark/sse-stall.T-ek.json":                    {"chunks bytes events times end", "the file is cut off"},
	"chromium/sse-crlf.es.devtools.har":             {"bytes first times end", "events, put together again"},
	"chromium/sse-stall.default.app.json":           {"chunks bytes times stalls", "lengths of the texts of events, in UTF-16"},
	"chromium/sse-stall.es.app.json":                {"chunks bytes times stalls", "lengths of the texts of events, in UTF-16"},
	"chromium/sse-stall.es.devtools.har":            {"arrivals times silence", "events: half of one has no time"},
	"mitmproxy/sse-stall.stream-addon.jsonl":        {"chunks", "its maker counts the end, which is no read"},
	"tls/sse-stall.h2.chromium.app.json":            {"chunks bytes times stalls", "lengths of the texts of events, in UTF-16"},
	"curl/sse-big.own-pipe.trace-ascii":             {"arrivals stalls times end", "who read curl's output slept, and curl with it"},
	"curl/sse-gzip.trace":                           {"chunks", "its maker does not count the read of the trailer"},
	"mitmproxy/sse-stall.via-mitm-buffered.trace":   {"arrivals stalls first times end", "a proxy collected the body"},
	"python/sse-basic.own.pcap-client.jsonl":        {"arrivals stalls times end", "the reader slept"},
	"python/sse-stall.httpx-iter_lines.jsonl":       {"arrivals silence times", "the times of lines: half an event has none"},
	"terminal/sse-stall.grep-buffered.ts-epoch.txt": {"chunks bytes events arrivals stream stalls times end", "grep let no blank line through, and all others at once"},
	"terminal/sse-stall.ts-epoch.txt":               {"arrivals silence times", "the times of lines: half an event has none"},
}

// What is found in each real recording that can be read is kept in
// testdata/recordings.txt, and agrees with what its server sent.
func TestFindingsOfRecordings(t *testing.T) {
	root := sharedRecordings(t)
	told := provenances(t, root)
	var read []*found
	unused := map[string]bool{}
	for name := range exempt {
		unused[name] = true
	}
	for _, name := range recordingsIn(t, root) {
		raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		f, a := findIn(t, name, raw)
		if f == nil {
			continue // testdata/recordings says why
		}
		delete(unused, name)
		if f.provenance = told[name]; f.sent == "" {
			t.Errorf("%s can be read, and no row of the README says what was sent", name)
			continue
		}
		f.check(t, a, readTruth(t, root, f.sent))
		read = append(read, f)
		if slices.Contains(kept, name) {
			keepCopy(t, root, name)
			keepCopy(t, root, "truth/"+f.sent+".server.jsonl")
		}
	}
	for name := range unused {
		t.Errorf("%s is exempt and is not read", name)
	}
	if *update {
		writeTable(t, read)
	}
	rows := readTable(t)
	for _, f := range read {
		f.compare(t, rows[f.recording])
		delete(rows, f.recording)
	}
	for name := range rows {
		t.Errorf("%s is in the table and is not read", name)
	}
}

var tableFile = filepath.Join("testdata", "recordings.txt")

func writeTable(t *testing.T, all []*found) {
	t.Helper()
	var b bytes.Buffer
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.ReplaceAll(columns, " ", "\t"))
	for _, f := range all {
		fmt.Fprintln(table, strings.Join(f.cells(), "\t"))
	}
	if err := errors.Join(table.Flush(), os.WriteFile(tableFile, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// readTable returns the cells of each recording, by column.
func readTable(t *testing.T) map[string]map[string]string {
	t.Helper()
	b, err := os.ReadFile(tableFile)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	names := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Fields(line) {
			row[names[i]] = cell
		}
		rows[row["recording"]] = row
	}
	return rows
}

// compare compares the line with the row of the table.
func (f *found) compare(t *testing.T, row map[string]string) {
	t.Helper()
	got := map[string]string{}
	names := strings.Fields(columns)
	for i, cell := range f.cells() {
		got[names[i]] = cell
	}
	if diff := cmp.Diff(row, got); diff != "" {
		t.Errorf("%s (-table +found):\n%s", f.recording, diff)
	}
}

// kept are the recordings of which testdata has a copy, with its server's log:
// where nothing lies beside the repository, they are still checked.
var kept = []string{
	"chromium/sse-stall.es.cdp.jsonl",
	"chromium/sse-stall.es.devtools.har",
	"curl/sse-bad.trace",
	"curl/sse-gzip.trace",
	"curl/sse-stall.trace",
	"curl/sse-stall.trace-ascii",
	"pcap/sse-wiresplit.pcapng",
	"python/ndjson.httpclient-read1.jsonl",
	"python/sse-basic.own.pcap-client.jsonl",
	"strace/sse-stall.python-T.strace",
	"terminal/sse-stall.ts-epoch.txt",
	"terminal/sse-stall.v2.cast",
	"tshark/sse-gzip.fields.tsv",
}

func TestFindingsOfKeptRecordings(t *testing.T) {
	root := filepath.Join("testdata", "kept")
	rows := readTable(t)
	for _, name := range kept {
		raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		f, a := findIn(t, name, raw)
		if f == nil {
			t.Errorf("%s cannot be read", name)
			continue
		}
		row := rows[name]
		f.provenance = provenance{sent: row["sent"], reads: row["reads"], told: row["told"]}
		f.compare(t, row)
		f.check(t, a, readTruth(t, root, f.sent))
	}
	if names := recordingsIn(t, root); !slices.Equal(names, kept) {
		t.Errorf("testdata keeps %q, want %q", names, kept)
	}
}

// keepCopy keeps a file of root in testdata, unchanged.
func keepCopy(t *testing.T, root, name string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "kept/"+name, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// recordingsIn lists the recordings below dir, without what belongs to them.
func recordingsIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if name = filepath.ToSlash(name); !strings.HasPrefix(name, "truth/") && name != "README.md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%d recordings, %v", len(names), err)
	}
	return names
}
