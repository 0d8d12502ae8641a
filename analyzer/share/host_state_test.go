//go:build !js

package share_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

const rows = "i,t_ms,held_bytes,parsed\n0,0,5,False\n1,10,0,True\n"

// ask lets a host answer one request, and returns the status and the body.
func ask(t testing.TB, h http.Handler, method, target, body string, headers ...string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec.Code, rec.Body.String()
}

func upload(t testing.TB, h http.Handler, target string) (s share.Shared) {
	t.Helper()
	code, body := ask(t, h, "POST", target, rows, "Content-Type: text/csv")
	if err := json.Unmarshal([]byte(body), &s); code != http.StatusCreated || err != nil {
		t.Fatalf("answered %d %s, %v", code, body, err)
	}
	return s
}

func TestTimelineExpires(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 999, time.UTC)
	store := &sharetest.Memory{}
	h := share.New(share.Config{Store: store, Page: pageOf, Now: func() time.Time { return now }})
	s := upload(t, h, "/api/timelines?days=3")
	if want := time.Date(2026, 1, 5, 3, 4, 5, 0, time.UTC); !s.Expires.Equal(want) {
		t.Errorf("it expires %v, want %v", s.Expires, want)
	}
	addresses := []string{"/api/timelines/" + s.ID, "/a/" + s.ID, "/a/" + s.ID + "/graph.svg"}
	now = s.Expires.Add(-time.Nanosecond)
	for _, at := range addresses {
		if code, _ := ask(t, h, "GET", at, ""); code != http.StatusOK {
			t.Errorf("in its last moment GET %s is answered %d", at, code)
		}
	}
	now = s.Expires
	for _, at := range addresses {
		if code, _ := ask(t, h, "GET", at, ""); code != http.StatusNotFound {
			t.Errorf("once its time is up GET %s is answered %d", at, code)
		}
	}
	if code, _ := ask(t, h, "DELETE", addresses[0], "", "Authorization: Bearer "+s.Token); code != http.StatusNotFound {
		t.Errorf("once its time is up DELETE is answered %d", code)
	}
}

func TestTokenIsKeptAsItsHashAlone(t *testing.T) {
	store := &sharetest.Memory{}
	s := upload(t, share.New(share.Config{Store: store}), "/api/timelines")
	e, err := store.Get(context.Background(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if kept := fmt.Sprintf("%s %s", e.CSV, e.Token[:]); strings.Contains(kept, s.Token) || strings.Contains(kept, s.Token[:20]) {
		t.Errorf("kept is %q", kept)
	}
}

// broken is a store, a page or a source of chance that does not work.
type broken struct{ secret string }

func (b broken) err() error                                       { return fmt.Errorf("cannot: %w", errors.New(b.secret)) }
func (b broken) Put(context.Context, string, share.Entry) error   { return b.err() }
func (b broken) Get(context.Context, string) (share.Entry, error) { return share.Entry{}, b.err() }
func (b broken) Delete(context.Context, string) error             { return b.err() }
func (b broken) Check(context.Context) error                      { return b.err() }
func (b broken) Read([]byte) (int, error)                         { return 0, b.err() }
func (b broken) Page(context.Context, share.Head) ([]byte, error) { return nil, b.err() }
func (b broken) Panic(context.Context, share.Head) ([]byte, error) {
	panic(b.secret)
}

// full is a store that has no room.
type full struct{ share.Store }

func (full) Put(context.Context, string, share.Entry) error {
	return fmt.Errorf("on a disk: %w", share.ErrFull)
}

// damaged is a store of what is no timeline.
type damaged struct{ sharetest.Memory }

func (*damaged) Get(context.Context, string) (share.Entry, error) {
	return share.Entry{CSV: []byte("secret"), Expires: time.Now().Add(time.Hour)}, nil
}

// What a host cannot do it says in one sentence, and neither that nor its log says
// what the cause was called: that could be of a request.
func TestHostSaysWhatItCannotDo(t *testing.T) {
	b := broken{secret: "secret"}
	working := &sharetest.Memory{}
	id := upload(t, share.New(share.Config{Store: working}), "/api/timelines").ID
	for _, c := range []struct {
		name            string
		config          share.Config
		method, target  string
		status          int
		answer, logWord string
	}{
		{"a store that is not well", share.Config{Store: b}, "GET", "/api/health", 503, "cannot reach", "the store failed"},
		{"a store that does not keep", share.Config{Store: b}, "POST", "/api/timelines", 503, "cannot reach", "the store failed"},
		{"a store that is full", share.Config{Store: full{}}, "POST", "/api/timelines", 507, "this host is full: a link or a file", `"status":507`},
		{"no chance", share.Config{Store: working, Rand: b}, "POST", "/api/timelines", 503, "cannot reach", "the store failed"},
		{"a store that does not give", share.Config{Store: b}, "GET", "/api/timelines/" + id, 503, "cannot reach", "the store failed"},
		{"nor for the page", share.Config{Store: b, Page: pageOf}, "GET", "/a/" + id, 503, "cannot reach", "the store failed"},
		{"nor for the graph", share.Config{Store: b}, "GET", "/a/" + id + "/graph.svg", 503, "cannot reach", "the store failed"},
		{"a store that does not forget", share.Config{Store: b}, "DELETE", "/api/timelines/" + id, 503, "cannot reach", "the store failed"},
		{"a page that is not there", share.Config{Store: working, Page: b.Page}, "GET", "/a/" + id, 503, "cannot make its page", "the page cannot be made"},
		{"a page that breaks it", share.Config{Store: working, Page: b.Panic}, "GET", "/a/" + id, 500, "the host failed", "a request broke the host"},
		{"a store that gives something else", share.Config{Store: &damaged{}, Page: pageOf}, "GET", "/a/" + id, 500, "the host failed", "cannot be shown"},
		{"nor a graph of it", share.Config{Store: &damaged{}}, "GET", "/a/" + id + "/graph.svg", 500, "the host failed", "cannot be shown"},
		{"no page at all", share.Config{Store: working}, "GET", "/a/" + id, 404, "nothing at this address", `"status":404`},
		{"a Host that is none", share.Config{Store: working, Page: pageOf}, "GET", "http://a,b/a/" + id, 400, "want a Host", `"status":400`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			c.config.Log = slog.New(slog.NewJSONHandler(&log, nil))
			code, body := ask(t, share.New(c.config), c.method, c.target, rows, "Content-Type: text/csv", "Authorization: Bearer x")
			if code != c.status || !strings.Contains(body, c.answer) {
				t.Errorf("answered %d %s, want %d and %q", code, body, c.status, c.answer)
			}
			if !strings.Contains(log.String(), c.logWord) {
				t.Errorf("the log lacks %q: %s", c.logWord, log.String())
			}
			for _, private := range []string{"secret", id} {
				if strings.Contains(log.String(), private) || strings.Contains(body, "secret") {
					t.Errorf("%q is in the log %s or the answer %s", private, log.String(), body)
				}
			}
		})
	}
}

// The log tells what was asked and how it went, and of nobody and of nothing that
// is kept.
func TestLogNamesNobody(t *testing.T) {
	var log bytes.Buffer
	h := share.New(share.Config{Store: &sharetest.Memory{}, Page: pageOf, Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	s := upload(t, h, "/api/timelines?days=7")
	const secret = "s3cr3t"
	for _, x := range [][]string{
		{"GET", "/api/timelines/" + s.ID}, {"GET", "/a/" + s.ID + "?" + secret}, {"GET", "/a/" + s.ID + "/graph.svg?stall=" + secret},
		{"GET", "/" + secret}, {"GET", "/api/" + secret}, {"GET", "/a/" + secret}, {"POST", "/api/timelines?" + secret + "=1"},
		{"PUT", "/api/timelines/" + s.ID}, {secret, "/api/timelines/" + s.ID}, {"DELETE", "/api/timelines/" + s.ID}, {"POST", "/api/timelines"},
	} {
		for _, token := range []string{secret, s.Token} {
			ask(t, h, x[0], x[1], rows+secret, "Content-Type: text/csv", "Authorization: Bearer "+token, "User-Agent: "+secret, "Referer: https://"+secret, "X-Forwarded-For: 203.0.113.9", "Cookie: "+secret)
		}
	}
	lines := 0
	for line := range strings.Lines(log.String()) {
		lines++
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil || record["msg"] != "request" || record["route"] == "" || record["status"] == 0 {
			t.Errorf("a line is %s, %v", line, err)
		}
		for _, private := range []string{secret, strings.ToUpper(secret), s.ID, s.Token, "192.0.2.1", "203.0.113.9", "example.com"} {
			if strings.Contains(line, private) {
				t.Errorf("%q is in the line %s", private, line)
			}
		}
	}
	if lines != 23 {
		t.Errorf("%d lines, want one a request", lines)
	}
	for _, want := range []string{`"method":"other"`, `"method":"DELETE"`, `"route":"/a/{id}/graph.svg"`, `"route":"none"`, `"status":204`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: %s", want, log.String())
		}
	}
}

// slow is a limit that lets in nobody.
type slow struct {
	client string
	wait   time.Duration
}

func (s *slow) Take(_ context.Context, client string) time.Duration {
	s.client = client
	return s.wait
}

func TestLimitIsOfEachClient(t *testing.T) {
	for _, c := range []struct {
		name, address, client string
	}{
		{"an address and its port", "192.0.2.7:1234", "192.0.2.7"},
		{"an address alone", "192.0.2.7", "192.0.2.7"},
		{"an IPv6 address is its network", "[2001:db8:1:2:3:4:5:6]:1234", "2001:db8:1:2::"},
		{"an IPv4 address in IPv6", "[::ffff:192.0.2.7]:1234", "192.0.2.7"},
		{"one with a zone", "[fe80::1%eth0]:1234", "fe80::"},
		{"none", "@", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for wait, after := range map[time.Duration]string{time.Millisecond: "1", 2500 * time.Millisecond: "3"} {
				writes, reads := &slow{wait: wait}, &slow{wait: wait}
				h := share.New(share.Config{Store: &sharetest.Memory{}, Page: pageOf, Limits: share.Limits{Writes: writes, Reads: reads}})
				for target, of := range map[string]*slow{
					"POST /api/timelines": writes, "DELETE /api/timelines/aaaaaaaaaaaaaaaaaaaaaaaaaa": writes, "GET /api/timelines/aaaaaaaaaaaaaaaaaaaaaaaaaa": reads,
					"HEAD /a/aaaaaaaaaaaaaaaaaaaaaaaaaa": reads, "GET /a/aaaaaaaaaaaaaaaaaaaaaaaaaa/graph.svg": reads,
				} {
					of.client = "nobody"
					method, path, _ := strings.Cut(target, " ")
					r := httptest.NewRequest(method, path, nil)
					r.RemoteAddr = c.address
					rec := httptest.NewRecorder()
					h.ServeHTTP(rec, r)
					if rec.Code != http.StatusTooManyRequests || rec.Header().Get("Retry-After") != after || of.client != c.client {
						t.Errorf("%s: answered %d after %q to %q, want after %q to %q", target, rec.Code, rec.Header().Get("Retry-After"), of.client, after, c.client)
					}
				}
				if code, _ := ask(t, h, "GET", "/api/health", ""); code != http.StatusOK {
					t.Errorf("its health is answered %d", code)
				}
			}
		})
	}
}

// A path is taken as it is: none is cleaned or sent elsewhere.
func TestPathsAreTakenAsTheyAre(t *testing.T) {
	h := share.New(share.Config{Store: &sharetest.Memory{}, Page: pageOf})
	id := upload(t, h, "/api/timelines").ID
	for _, path := range []string{
		"/", "//", "/a", "/a/", "//a/" + id, "/a//" + id, "/./a/" + id, "/a/../a/" + id, "/a/" + id + "//graph.svg", "/a/" + id + "/../" + id, "/a/%2e%2e/" + id,
		"/api/timelines/../timelines/" + id, "/api//timelines", "/API/timelines/" + id, "/api/timelines%2f" + id, "/api/timelines/" + id[:25], "/api/timelines/" + id + "%00",
	} {
		r := httptest.NewRequest("GET", "http://example.com"+path, nil)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code != http.StatusNotFound || rec.Header().Get("Location") != "" {
			t.Errorf("GET %s is answered %d, Location %q", path, rec.Code, rec.Header().Get("Location"))
		}
	}
}

// A body that stops short, or that the client stops sending, keeps nothing.
func TestBodyThatIsCutOffIsRefused(t *testing.T) {
	store := &sharetest.Memory{}
	h := share.New(share.Config{Store: store})
	r := httptest.NewRequest("POST", "/api/timelines", io.MultiReader(strings.NewReader(rows), broken{"cut"}))
	r.Header.Set("Content-Type", "text/csv")
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	if rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "ended before its end") {
		t.Errorf("answered %d %s", rec.Code, rec.Body)
	}
}

func TestStormOfMalformedRequests(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	address, _ := serve(t, share.Config{Store: &sharetest.Memory{}})
	statuses := sharetest.Storm(t, address, n)
	for _, broke := range []int{500, 502, 503} {
		if statuses[broke] > 0 {
			t.Errorf("%d requests are answered %d", statuses[broke], broke)
		}
	}
	for _, want := range []int{200, 201, 400, 403, 404, 405, 413, 415, 431, 501, 505} {
		if statuses[want] == 0 {
			t.Errorf("no request is answered %d: %v", want, statuses)
		}
	}
}
