package main

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/howto"
	"github.com/heldbytes/heldbytes/ui/static"
)

func TestPageKeepsItsPolicy(t *testing.T) {
	files, err := page()
	if err != nil {
		t.Fatal(err)
	}
	index := string(files["index.html"])
	for _, forbidden := range []string{`<style`, ` style=`, `<script>`, `javascript:`, `http://`, `https://`} {
		if strings.Contains(index, forbidden) {
			t.Errorf("index.index has %s", forbidden)
		}
	}
	if strings.Contains(index, "frame-ancestors") {
		t.Error("index.html says itself who may frame it, of which browsers complain")
	}
	if m := regexp.MustCompile(` on[a-z]+=`).FindString(index); m != "" {
		t.Errorf("index.index has the handler%s", m)
	}
	for name, b := range files {
		if strings.HasSuffix(name, ".css") && strings.Contains(string(b), "url(") {
			t.Errorf("%s loads something", name)
		}
	}
	if strings.Count(index, "<head>\n") != 1 || strings.Index(index, "<head>\n") > strings.Index(index, "<script") {
		t.Error("index.index has no place, before its scripts, to name a sample to open on")
	}
	for _, f := range capture.Formats() {
		if !strings.Contains(html.UnescapeString(index), f.Title) || !strings.Contains(index, `id="record-`+f.Name+`"`) {
			t.Errorf("index.index does not say how to record: %s", f.Title)
		}
	}
}

func TestPageLinksToWhatItHas(t *testing.T) {
	files, err := page()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"#?]+\.[a-z_]+)"`).FindAllStringSubmatch(string(files["index.html"]), -1) {
		if m[1] != "page.wasm" && m[1] != "heldbytes.html" && files[m[1]] == nil {
			t.Errorf("index.html wants %s", m[1])
		}
	}
}

func TestSteps(t *testing.T) {
	for line, want := range map[string]howto.Step{
		`curl -sN URL | ts "%.s" > out.txt  # moreutils`:      {Code: `curl -sN URL | ts "%.s" > out.txt`, Remark: "moreutils"},
		`r, err := recorder.New("out")  // Go`:                {Code: `r, err := recorder.New("out")`, Remark: "Go"},
		`fmt.Printf("%d\n", n) // Go`:                         {Code: `fmt.Printf("%d\n", n)`, Remark: "Go"},
		`chrome://net-export  # choose "Include raw bytes"`:   {Code: `chrome://net-export`, Remark: `choose "Include raw bytes"`},
		`# of a process that runs: -p PID`:                    {Note: "of a process that runs: -p PID"},
		`// JavaScript, for each read`:                        {Note: "JavaScript, for each read"},
		`DevTools, Performance: Record, then Save profile`:    {Note: "DevTools, Performance: Record, then Save profile"},
		`SSLKEYLOGFILE=keys.log curl -sN URL`:                 {Code: `SSLKEYLOGFILE=keys.log curl -sN URL`},
		`{"heldbytes":"capture/1","content_encoding":"gzip"}`: {Code: `{"heldbytes":"capture/1","content_encoding":"gzip"}`},
	} {
		if got := howto.Steps([]string{line}); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	several := []string{"docker logs", "kubectl logs", "# mitmproxy", "import json", "def log(b):", "    return b", "exit  # ends it", "run", "# Ruby", "put b"}
	want := []howto.Step{{Code: "docker logs"}, {Code: "kubectl logs"}, {Note: "mitmproxy"}, {Code: "import json\ndef log(b):\n    return b"}, {Code: "exit", Remark: "ends it"}, {Code: "run"}, {Note: "Ruby"}, {Code: "put b"}}
	if got := howto.Steps(several); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestStepsSayAll finds each word of each format, and something to copy.
func TestStepsSayAll(t *testing.T) {
	bare := func(s string) string {
		return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '#' || r == '/' }), "")
	}
	for _, f := range capture.Formats() {
		said, copied := "", false
		for _, s := range howto.Steps(f.HowTo) {
			said += s.Note + s.Code + s.Remark
			copied = copied || s.Code != ""
		}
		if want := strings.Join(f.HowTo, ""); bare(said) != bare(want) || !copied {
			t.Errorf("%s: the steps say %s, want %s", f.Name, said, want)
		}
	}
}

func TestFingerprint(t *testing.T) {
	for s, want := range map[string]struct {
		length int
		hash   uint32
	}{"": {0, 0x811c9dc5}, "a": {1, 0xe40c292c}, "foobar": {6, 0xbf9cf968}, "𝄞": {2, 0xdae009c7}} {
		if length, hash := fingerprint(s); length != want.length || hash != want.hash {
			t.Errorf("%q: %d, %#x", s, length, hash)
		}
	}
}

func TestStringConstSaysWhatIsMissing(t *testing.T) {
	if _, err := stringConst("helper.go", "nosuch"); err == nil || !strings.Contains(err.Error(), "nosuch") {
		t.Errorf("error %v", err)
	}
}

// TestSingleFileHoldsEveryScript takes the list from the page itself.
func TestSingleFileHoldsEveryScript(t *testing.T) {
	files, err := page()
	if err != nil {
		t.Fatal(err)
	}
	files["page.wasm"] = []byte("\x00asm")
	if err := static.Stamp(files); err != nil {
		t.Fatal(err)
	}
	single, err := static.Single(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	scripts := regexp.MustCompile(`<script src="([^"?]+)`).FindAllSubmatch(files["index.html"], -1)
	if len(scripts) < 5 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	for _, m := range scripts {
		held := bytes.Contains(single, files[string(m[1])])
		if want := !slices.Contains([]string{"offline.js", "shared.js", "host.js", "kept.js"}, string(m[1])); held != want {
			t.Errorf("%s is in the file: %v, want %v", m[1], held, want)
		}
	}
	if left := regexp.MustCompile(`(?:src|href)="[^"#d][^"]*"`).FindAll(single, -1); len(left) > 0 {
		for _, at := range left {
			if !bytes.HasPrefix(at, []byte(`href="?sample=`)) {
				t.Errorf("the file wants %s", at)
			}
		}
	}
}
