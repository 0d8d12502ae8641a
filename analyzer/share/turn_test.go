//go:build !js

package share_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

// held is a store that gives nothing away until it is let go.
type held struct {
	sharetest.Memory
	asked chan string
	let   chan struct{}
}

func (s *held) Get(ctx context.Context, id string) (share.Entry, error) {
	s.asked <- id
	<-s.let
	return s.Memory.Get(ctx, id)
}

// Many requests at once are worked on one after the other, or are told to come
// again: what one takes of memory, a thousand would take a thousand times.
func TestSoManyAreWorkedOnAtOnce(t *testing.T) {
	store := &held{asked: make(chan string, 10), let: make(chan struct{})}
	h := share.New(share.Config{Store: store, AtOnce: 1, Patience: time.Millisecond, Page: pageOf})
	s := upload(t, h, "/api/timelines")
	first := make(chan int)
	go func() {
		code, _ := ask(t, h, "GET", "/a/"+s.ID+"/graph.png", "")
		first <- code
	}()
	<-store.asked

	for _, c := range []struct{ method, target, body string }{
		{"GET", "/a/" + s.ID, ""}, {"GET", "/a/" + s.ID + "/graph.svg", ""}, {"GET", "/a/" + s.ID + "/graph.png", ""}, {"POST", "/api/timelines", rows},
	} {
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "text/csv")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" || !strings.Contains(rec.Body.String(), "too much to do") {
			t.Errorf("%s %s without its turn is answered %d %s", c.method, c.target, rec.Code, rec.Body)
		}
	}
	if len(store.asked) > 0 {
		t.Errorf("the store was asked %d times more", len(store.asked))
	}
	if code, _ := ask(t, h, "GET", "/api/health", ""); code != http.StatusOK {
		t.Errorf("its health is answered %d meanwhile", code)
	}

	close(store.let)
	if code := <-first; code != http.StatusOK {
		t.Errorf("the one whose turn it was is answered %d", code)
	}
	if code, _ := ask(t, h, "GET", "/a/"+s.ID, ""); code != http.StatusOK {
		t.Errorf("the next one is answered %d", code)
	}
}

// A client that closes its side once it has sent all has its request end for
// net/http, and still waits for the answer.
func TestWhoOnlyReadsOnHasATurn(t *testing.T) {
	h := share.New(share.Config{Store: &sharetest.Memory{}, AtOnce: 1, Page: pageOf})
	s := upload(t, h, "/api/timelines")
	ended, end := context.WithCancel(context.Background())
	end()
	for range 100 { // where two ways are open, either is taken
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequestWithContext(ended, "GET", "/a/"+s.ID+"/graph.svg", nil))
		if rec.Code != http.StatusOK {
			t.Fatalf("answered %d %s", rec.Code, rec.Body)
		}
	}
}
