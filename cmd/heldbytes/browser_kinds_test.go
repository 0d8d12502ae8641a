//go:build !js

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
)

// kinds are recordings that the page reads itself, by the module that reads
// more, and not at all.
var kinds = []struct {
	name  string
	files []string // below analyzer; two of them are given together
}{
	{"a curl trace", []string{"capture/testdata/sse-wiresplit.trace"}},
	{"a curl trace, gzipped", []string{"capture/testdata/sse-wiresplit.trace.gz"}},
	{"the capture form without times", []string{"capture/testdata/untimed.jsonl"}},
	{"stamped lines", []string{"capture/testdata/ndjson.ts-s.txt"}},
	{"both files of script", []string{"capture/testdata/script/sse-stall.typescript", "capture/testdata/script/sse-stall.timing-classic"}},
	{"both files of script, the timings first", []string{"capture/testdata/script/sse-stall.timing-classic", "capture/testdata/script/sse-stall.typescript"}},
	{"one file of script", []string{"capture/testdata/script/sse-stall.typescript"}},
	{"a log of reads with two exchanges", []string{"capture/testdata/flows.json"}},
	{"a HAR", []string{"capture/testdata/sse-crlf.devtools.har"}},
	{"a NetLog", []string{"capture/testdata/sse-crlf.netlog.json"}},
	{"a log of the DevTools protocol", []string{"capture/testdata/ndjson.cdp.jsonl"}},
	{"a performance trace", []string{"capture/testdata/grpc.trace.json"}},
	{"packets", []string{"packets/testdata/sse-stall.pcap"}},
	{"packets, gzipped", []string{"packets/testdata/sse-wiresplit.pcapng.gz"}},
	{"packets as tshark writes them", []string{"capture/testdata/sse-wiresplit.follow-tcp.yaml"}},
	{"an strace", []string{"capture/testdata/sse-stall.python-T.strace"}},
	{"an asciicast", []string{"capture/testdata/stall.v2.cast"}},
	{"a list from a console", []string{"capture/testdata/pasted.py"}},
	{"a cassette", []string{"cassette/testdata/vcrpy.yaml"}},
	{"fixtures", []string{"capture/testdata/fixture.json"}},
	{"rows of a reader, in three runs", []string{"capture/testdata/runs.csv"}},
	{"no recording", []string{"analyzer.go"}},
}

// TestPageSaysWhatTheCommandSays gives one recording of each kind after the
// other.
func TestPageSaysWhatTheCommandSays(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			p.TB = t // of the tab, for this long
			paths := make([]string, len(kind.files))
			for i, name := range kind.files {
				paths[i] = filepath.Join("..", "..", "analyzer", filepath.FromSlash(name))
				if plain, ok := strings.CutSuffix(paths[i], ".gz"); ok {
					paths[i] = gzipFile(t, plain)
				}
			}
			a, wrong := analyzeFiles(paths...)
			p.click(".brand")
			p.state("ready")
			p.choose("#file", paths...)
			if wrong != nil {
				p.state("error")
				if got := p.text("document.querySelector('#error').textContent"); got != wrong.Error() {
					t.Errorf("reads %q, want %q", got, wrong)
				}
				return
			}
			p.state("done")
			p.same(a)
			if got, want := p.text("document.querySelector('.exchanges').hidden ? '' : String(document.querySelectorAll('#exchange option').length)"), exchanges(a); got != want {
				t.Errorf("the page lists %q exchanges, want %q", got, want)
			}
		})
	}
	p.TB = t
}

// exchanges is how many the page lists: none where there is no choice.
func exchanges(a *analyzer.Analysis) string {
	if n := len(a.Report().Source.List); n > 1 {
		return strconv.Itoa(n)
	}
	return ""
}

// gzipFile writes a file as gzip does, and returns where.
func gzipFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = gzipped(b); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), filepath.Base(path)+".gz")
	if err := os.WriteFile(to, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return to
}
