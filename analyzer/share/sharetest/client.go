package sharetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// host is one that is asked.
type host struct {
	address string
	client  *http.Client
}

func start(t *testing.T, newHost NewHost, o Options) *host {
	t.Helper()
	address, client := newHost(t, o)
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return errors.New("a host redirects nowhere") }
	return &host{address, &own}
}

// answered is an answer, read to its end.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request. Headers are "Name: value"; one with an empty value is left
// out. Every answer has what keeps a browser from taking it for something else.
func (h *host) ask(t testing.TB, method, path string, body []byte, headers ...string) answered {
	t.Helper()
	r, err := http.NewRequest(method, h.address+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	res, err := h.client.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	a := answered{res.StatusCode, res.Header, b}
	if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/a/") {
		a.checkGuard(t, method+" "+path)
	}
	if a.status >= 400 && strings.HasPrefix(path, "/api/") && method != http.MethodHead {
		a.checkError(t, method+" "+path)
	}
	return a
}

func (a answered) checkGuard(t testing.TB, what string) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Cross-Origin-Opener-Policy": "same-origin",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", what, name, got, want)
		}
	}
	if policy := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
		t.Errorf("%s: the policy is %q", what, policy)
	} else if !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("%s: other sites may frame it: the policy is %q", what, policy)
	}
	if cache := a.header.Get("Cache-Control"); cache != "no-store" && cache != "no-cache" {
		t.Errorf("%s: Cache-Control is %q, and what is deleted would stay", what, cache)
	}
}

// An error of the API is JSON with one sentence.
func (a answered) checkError(t testing.TB, what string) {
	t.Helper()
	var e map[string]string
	if err := json.Unmarshal(a.body, &e); err != nil || len(e) != 1 || e["error"] == "" || strings.ContainsAny(e["error"], "\r\n") || a.header.Get("Content-Type") != "application/json" {
		t.Errorf("%s: answered %d %v %q, want JSON with one sentence", what, a.status, a.header, a.body)
	}
}

var (
	idForm    = regexp.MustCompile(`^[a-z2-7]{26}$`)
	tokenForm = regexp.MustCompile(`^[a-z2-7]{52}$`)
)

// upload shares a timeline, which is forgotten at the end of t.
func (h *host) upload(t testing.TB, path string, csv []byte) share.Shared {
	t.Helper()
	a := h.ask(t, http.MethodPost, path, csv, "Content-Type: text/csv")
	var s share.Shared
	if err := json.Unmarshal(a.body, &s); a.status != http.StatusCreated || err != nil {
		t.Fatalf("POST %s: answered %d %s, %v", path, a.status, a.body, err)
	}
	if !idForm.MatchString(s.ID) || !tokenForm.MatchString(s.Token) || s.Expires.Location() != time.UTC || s.Expires.Nanosecond() != 0 {
		t.Fatalf("POST %s: answered %s", path, a.body)
	}
	if got, want := a.header.Get("Location"), "/api/timelines/"+s.ID; got != want {
		t.Errorf("POST %s: Location is %q, want %q", path, got, want)
	}
	t.Cleanup(func() {
		a := h.ask(t, http.MethodDelete, "/api/timelines/"+s.ID, nil, "Authorization: Bearer "+s.Token)
		if a.status != http.StatusNoContent && a.status != http.StatusNotFound {
			t.Errorf("a timeline is not deleted: %d %s", a.status, a.body)
		}
	})
	return s
}
