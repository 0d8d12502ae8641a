//go:build !js

package share_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

// FuzzCanonical holds that whatever is uploaded, what is kept is numbers and codes,
// and stays what it is when it is read again.
func FuzzCanonical(f *testing.F) {
	csv, _ := sharetest.Timeline(f)
	f.Add(csv)
	for _, b := range sharedtest.Testdata(f, "*.csv") {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		kept, err := share.Canonical(body)
		if err != nil {
			if text := err.Error(); text == "" || strings.ContainsAny(text, "\r\n") {
				t.Errorf("the error is %q, want one line", text)
			}
			return
		}
		if again, err := share.Canonical(kept); err != nil || !bytes.Equal(again, kept) {
			t.Errorf("kept is\n%s\nand read again\n%s\n%v", kept, again, err)
		}
		checkHarmless(t, kept)
	})
}

// FuzzRequest holds that no request breaks a host.
func FuzzRequest(f *testing.F) {
	for _, x := range []struct{ method, path, query, contentType, bearer, body string }{
		{"POST", "/api/timelines", "days=3", "text/csv", "", rows},
		{"GET", "/a/{id}", "stall=300", "", "", ""},
		{"GET", "/a/{id}/graph.svg", "", "", "", ""},
		{"GET", "/a/{id}/graph.png", "", "", "", ""},
		{"DELETE", "/api/timelines/{id}", "", "", "Bearer x", ""},
		{"OPTIONS", "/api/health", "", "", "", ""},
	} {
		f.Add(x.method, x.path, x.query, x.contentType, x.bearer, x.body)
	}
	h := share.New(share.Config{Store: &sharetest.Memory{}, Page: pageOf})
	id := upload(f, h, "/api/timelines").ID
	f.Fuzz(func(t *testing.T, method, path, query, contentType, bearer, body string) {
		r := httptest.NewRequest("GET", "/", strings.NewReader(body))
		r.Method = method
		r.URL = &url.URL{Path: strings.ReplaceAll(path, "{id}", id), RawQuery: query}
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Authorization", bearer)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code >= http.StatusInternalServerError || rec.Code < 200 || rec.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q %q ? %q is answered %d %s", method, path, query, rec.Code, rec.Body)
		}
	})
}

var (
	number  = regexp.MustCompile(`^-?\d+(\.\d+)?$`)
	counted = regexp.MustCompile(`^[a-z-]+:\d+$`)
	damage  = regexp.MustCompile(`^\d+(:\+?\d+)?$`)
	span    = regexp.MustCompile(`^\d+:\d*[eshbkf]\+?(\.[a-z]+)?(-\d+)?$`)
)

// checkHarmless reads what is kept by a grammar of its own, in which there is no
// place for a word that somebody made up.
func checkHarmless(t *testing.T, kept []byte) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(kept), "\n"), "\n")
	if len(lines) < 3 {
		t.Fatalf("kept is %q", kept)
	}
	for word := range strings.FieldsSeq(strings.TrimPrefix(lines[0], "#")) {
		key, value, _ := strings.Cut(word, "=")
		if !harmless(key, value) {
			t.Errorf("kept is the code %s", word)
		}
	}
	columns := strings.Split(lines[1], ",")
	known := strings.Split("i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans,coded_bytes,inflater_held,accept_ms,read_ms,parse_ms,handoff_ms", ",")
	for _, c := range columns {
		if !slices.Contains(known, c) {
			t.Errorf("kept is the column %q", c)
		}
	}
	for _, line := range lines[2:] {
		cells := strings.Split(line, ",")
		if len(cells) != len(columns) {
			t.Fatalf("kept is the row %q", line)
		}
		for i, cell := range cells {
			fits := cell == "" && i > 1 || number.MatchString(cell)
			switch columns[i] {
			case "parsed":
				fits = cell == "True" || cell == "False"
			case "spans":
				fits = true
				for one := range strings.FieldsSeq(cell) {
					fits = fits && span.MatchString(one) && reason(one)
				}
			}
			if !fits {
				t.Errorf("kept is %s=%q", columns[i], cell)
			}
		}
	}
}

func reason(span string) bool {
	_, word, ok := strings.Cut(span, ".")
	word, _, _ = strings.Cut(word, "-")
	_, err := framing.ParseReason(word)
	return !ok || err == nil
}

// harmless says whether a code has a value that is a number or a word of the
// program's own.
func harmless(key, value string) bool {
	var err error
	switch key {
	case "heldbytes":
		return value == "timeline/1"
	case "format":
		_, err = capture.ParseFormat(value)
	case "framing", "other":
		_, err = framing.ParseName(value)
	case "level":
		_, err = capture.ParseLevel(value)
	case "coding":
		_, err = coding.Parse(value)
	case "detected", "coded", "timed":
		return value == "yes" || value == "no"
	case "held":
		if value == "observed" || value == "none" {
			return true
		}
		_, err = replay.ParseRule(value)
	case "rows_ms":
		from, to, _ := strings.Cut(value, "..")
		return number.MatchString(from) && number.MatchString(to)
	case "misfit":
		return counted.MatchString(value)
	case "damage":
		return damage.MatchString(value)
	case "notes":
		for word := range strings.SplitSeq(value, "+") {
			if _, e := capture.ParseNote(word); e != nil {
				err = e
			}
		}
	case "traits":
		for word := range strings.SplitSeq(value, "+") {
			if _, e := framing.ParseTrait(word); e != nil {
				err = e
			}
		}
	default:
		return slices.Contains([]string{"accept_ms", "eof_ms", "rows", "counted"}, key) && number.MatchString(value)
	}
	return err == nil
}

// The seeds are what can be kept.
func TestSeedsAreKept(t *testing.T) {
	for name, b := range sharedtest.Testdata(t, "*.csv") {
		kept, err := share.Canonical(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkHarmless(t, kept)
		if bytes.Contains(kept, []byte("secret")) {
			t.Errorf("%s: kept is %s", name, kept)
		}
	}
}
