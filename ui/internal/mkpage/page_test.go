package main

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
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
		if m[1] != "page.wasm" && files[m[1]] == nil {
			t.Errorf("index.html wants %s", m[1])
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
