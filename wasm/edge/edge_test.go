//go:build unix

package main_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
	"github.com/heldbytes/heldbytes/ui/static"
	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

// common is a Worker as it is deployed, without limits, for the tests that do not
// mind each other.
var common struct {
	once   sync.Once
	server *wrangler.Server
	err    error
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "edge")
	if err != nil {
		log.Fatal(err)
	}
	commonDir = dir
	code := m.Run()
	if s := common.server; s != nil {
		err = s.Stop()
	}
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		log.Fatal(err)
	}
	os.Exit(code)
}

// commonDir is where the common Worker keeps what it keeps.
var commonDir string

func shared(t *testing.T) string {
	t.Helper()
	common.once.Do(func() {
		common.server, common.err = wrangler.Start(context.Background(), ".", commonDir, wrangler.Options{})
	})
	if errors.Is(common.err, wrangler.ErrNoNode) {
		t.Skip(common.err)
	}
	if common.err != nil {
		t.Fatal(common.err)
	}
	return common.server.URL
}

// start runs a Worker until the end of t.
func start(t *testing.T, o wrangler.Options) *wrangler.Server {
	t.Helper()
	s, err := wrangler.Start(t.Context(), ".", t.TempDir(), o)
	if errors.Is(err, wrangler.ErrNoNode) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the last that wrangler and the Worker have printed:\n%s", s.Log()[max(0, len(s.Log())-4000):])
		}
	})
	return s
}

// logged ends s, and is what the Worker in it has logged. What wrangler and
// workerd print of their own accord is not of a Worker that is deployed.
func logged(t *testing.T, s *wrangler.Server) []string {
	t.Helper()
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(s.Log()) {
		if strings.HasPrefix(line, "time=") {
			lines = append(lines, line)
		}
	}
	return lines
}

// answered is an answer, read to its end.
type answered struct {
	status int
	header http.Header
	body   string
}

// ask sends a request. Headers are "Name: value".
func ask(t *testing.T, method, url, body string, headers ...string) answered {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answered{res.StatusCode, res.Header, string(b)}
}

func TestWorkerAnswersAsEveryHostDoes(t *testing.T) {
	sharetest.Run(t, func(t *testing.T, o sharetest.Options) (string, *http.Client) {
		if o == (sharetest.Options{}) {
			return shared(t), http.DefaultClient
		}
		return start(t, wrangler.Options{PublicURL: o.PublicURL, Writes: o.Writes}).URL, http.DefaultClient
	})
}

func TestWorkerOutlastsTenThousandMalformedRequests(t *testing.T) {
	s := start(t, wrangler.Options{Log: "error"})
	t.Run("and still keeps timelines", func(t *testing.T) {
		t.Logf("answered with %v", sharetest.Storm(t, s.URL, 10_000))
	})
	// What the runtime refuses by itself it answers with 500 too.
	if lines := logged(t, s); len(lines) > 0 {
		t.Errorf("of that the Worker has logged %q", lines)
	}
}

// TestWorkerOutlastsClientsThatGoAway cuts uploads off, and leaves before answers
// are there. What still waits for such a client must not stand in the way of
// others, nor stay.
func TestWorkerOutlastsClientsThatGoAway(t *testing.T) {
	url := shared(t)
	csv, _ := sharetest.Timeline(t)
	whole := fmt.Sprintf("POST /api/timelines?days=1 HTTP/1.1\r\nHost: here\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n%s", len(csv), csv)
	for i := range 300 {
		c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, whole[:len(whole)-i%3*len(csv)/3])
		c.Close()
	}
	for range 20 {
		if a := ask(t, "POST", url+"/api/timelines?days=1", string(csv), "Content-Type: text/csv"); a.status != http.StatusCreated {
			t.Fatalf("afterwards an upload is answered %d %s", a.status, a.body)
		}
	}
}

func TestWorkerServesThePage(t *testing.T) {
	url := shared(t)
	for path, want := range map[string]string{"/": "<title>", "/index.html": "<title>", "/?lang=zh-Hans": "<title>", "/page.wasm": "\x00asm", "/heldbytes.html": "heldbytes-single"} {
		a := ask(t, "GET", url+path, "")
		if a.status != http.StatusOK || !strings.Contains(a.body, want) {
			t.Errorf("%s is answered %d %.200q", path, a.status, a.body)
		}
		for name, value := range map[string]string{
			"Content-Security-Policy": static.Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
		} {
			if got := a.header.Get(name); got != value {
				t.Errorf("%s: %s is %q, want %q", path, name, got, value)
			}
		}
		if got := a.header.Get("Content-Disposition") == "attachment"; got != (path == "/heldbytes.html") {
			t.Errorf("%s is a download: %v", path, got)
		}
	}
	if a := ask(t, "GET", url+"/nothing.js", ""); a.status != http.StatusNotFound || a.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("what is not there is answered %d %v", a.status, a.header)
	}
}

func TestEachClientHasItsOwnLimit(t *testing.T) {
	s := start(t, wrangler.Options{Writes: 2})
	csv, _ := sharetest.Timeline(t)
	upload := func(client string) int {
		return ask(t, "POST", s.URL+"/api/timelines?days=1", string(csv), "Content-Type: text/csv", "CF-Connecting-IP: "+client).status
	}
	var got []int
	for range 3 {
		got = append(got, upload("192.0.2.1"))
	}
	got = append(got, upload("192.0.2.2"), upload("2001:db8::1"), upload("2001:db8::2"), upload("2001:db8::3"), upload("2001:db8:0:1::1"))
	if want := "[201 201 429 201 201 201 429 201]"; fmt.Sprint(got) != want {
		t.Errorf("three uploads of a client, one of another, three from one IPv6 subscriber and one from the next: %v, want %s", got, want)
	}
}

// TestWorkerLogsNothingOfWhoAskedWhat has it log each request.
func TestWorkerLogsNothingOfWhoAskedWhat(t *testing.T) {
	s := start(t, wrangler.Options{Log: "info"})
	csv, _ := sharetest.Timeline(t)
	const secret, client = "tell-nobody", "192.0.2.77"
	from := []string{"CF-Connecting-IP: " + client, "User-Agent: " + secret, "Referer: https://example.org/" + secret, "Cookie: " + secret}
	a := ask(t, "POST", s.URL+"/api/timelines", string(csv), append(from, "Content-Type: text/csv")...)
	_, id, _ := strings.Cut(a.header.Get("Location"), "/api/timelines/")
	if a.status != http.StatusCreated || id == "" {
		t.Fatalf("an upload is answered %d %s", a.status, a.body)
	}
	ask(t, "POST", s.URL+"/api/timelines?"+secret, secret, from...)
	ask(t, "GET", s.URL+"/api/timelines/"+id, "", from...)
	ask(t, "GET", s.URL+"/a/"+id+"?"+secret, "", from...)
	ask(t, "GET", s.URL+"/a/"+secret, "", from...)
	ask(t, "DELETE", s.URL+"/api/timelines/"+id, "", append(from, "Authorization: Bearer "+secret)...)

	lines := logged(t, s)
	if len(lines) < 6 {
		t.Fatalf("the Worker has logged %q, want a line a request; all that was printed:\n%s", lines, s.Log())
	}
	for _, line := range lines {
		for _, not := range []string{id, secret, client} {
			if strings.Contains(line, not) {
				t.Errorf("the Worker has logged %q, which has %q in it", line, not)
			}
		}
	}
	if !strings.Contains(strings.Join(lines, ""), "/api/timelines/{id}") {
		t.Errorf("the Worker has logged %q, which does not name the routes", lines)
	}
}

// TestWorkerReadsItsPublicURL has one with a slash at its end, and one that is none.
func TestWorkerReadsItsPublicURL(t *testing.T) {
	s := start(t, wrangler.Options{PublicURL: "https://held.example/"})
	got := ask(t, http.MethodPost, s.URL+"/api/timelines", "i,t_ms,held_bytes,parsed\n0,0,0,1\n1,5,0,1\n", "Content-Type: text/csv")
	if got.status != http.StatusCreated || !strings.Contains(got.body, `"url":"https://held.example/a/`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	s = start(t, wrangler.Options{PublicURL: "held.example", Cold: true})
	got = ask(t, http.MethodGet, s.URL+"/api/health", "")
	if got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, `PUBLIC_URL: read "held.example", want the address of a host`) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestWorkerGuardsWhatItCannotRead asks for what is no address.
func TestWorkerGuardsWhatItCannotRead(t *testing.T) {
	at, err := url.Parse(shared(t))
	if err != nil {
		t.Fatal(err)
	}
	at.Opaque = "/a/%zz"
	r, err := http.DefaultClient.Do(&http.Request{Method: http.MethodGet, URL: at})
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	policy := r.Header.Get("Content-Security-Policy")
	if r.StatusCode != http.StatusBadRequest || !strings.Contains(policy, "frame-ancestors 'none'") || r.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
}
