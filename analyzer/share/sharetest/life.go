package sharetest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

func runLife(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	csv, _ := Timeline(t)
	for _, c := range []struct {
		query string
		days  int
	}{{"", share.DefaultDays}, {"?days=1", 1}, {"?days=365", share.MaxDays}} {
		s := h.upload(t, "/api/timelines"+c.query, csv)
		a := h.ask(t, "GET", "/api/health", nil)
		now, err := http.ParseTime(a.header.Get("Date"))
		if err != nil {
			now = time.Now() // Date is not for every host to send
		}
		if off := s.Expires.Sub(now.AddDate(0, 0, c.days)); off.Abs() > time.Minute {
			t.Errorf("with %q it expires %v off", c.query, off)
		}
	}

	first, second := h.upload(t, "/api/timelines", csv), h.upload(t, "/api/timelines", csv)
	if first.ID == second.ID || first.Token == second.Token {
		t.Fatalf("two uploads are one: %v, %v", first, second)
	}
	path := "/api/timelines/" + first.ID
	bearer := func(token string) string { return "Authorization: bearer " + token }
	seen := h.ask(t, "GET", path, nil)
	if seen.status != http.StatusOK || !bytes.Equal(seen.body, csv) {
		t.Fatalf("answered %d %s, want %s", seen.status, seen.body, csv)
	}
	for name, etag := range map[string]string{
		"the one that it has": seen.header.Get("Etag"), "that among others": `"x", ` + seen.header.Get("Etag"), "a weak one": "W/" + seen.header.Get("Etag"),
	} {
		if again := h.ask(t, "GET", path, nil, "If-None-Match: "+etag); again.status != http.StatusNotModified || len(again.body) > 0 {
			t.Errorf("with %s, %q, answered %d and %d bytes", name, etag, again.status, len(again.body))
		}
	}
	if other := h.ask(t, "GET", path, nil, `If-None-Match: "x"`); other.status != http.StatusOK {
		t.Errorf("with the tag of something else, answered %d", other.status)
	}
	if head := h.ask(t, "HEAD", path, nil); head.header.Get("Content-Length") != fmt.Sprint(len(csv)) {
		t.Errorf("HEAD tells %q bytes, want %d", head.header.Get("Content-Length"), len(csv))
	}
	if a := h.ask(t, "DELETE", path, nil, bearer(second.Token)); a.status != http.StatusForbidden {
		t.Errorf("deleted with another's token: %d", a.status)
	}
	if a := h.ask(t, "DELETE", path, nil, bearer(first.Token)); a.status != http.StatusNoContent || len(a.body) > 0 {
		t.Errorf("a deletion is answered %d %s", a.status, a.body)
	}
	for _, gone := range []string{path, "/a/" + first.ID, "/a/" + first.ID + "/graph.svg", "/a/" + first.ID + "/graph.png"} {
		if a := h.ask(t, "GET", gone, nil, "If-None-Match: "+seen.header.Get("Etag")); a.status != http.StatusNotFound {
			t.Errorf("after the deletion GET %s is answered %d", gone, a.status)
		}
	}
	if a := h.ask(t, "DELETE", path, nil, bearer(first.Token)); a.status != http.StatusNotFound {
		t.Errorf("a second deletion is answered %d", a.status)
	}
	if a := h.ask(t, "GET", "/api/timelines/"+second.ID, nil); a.status != http.StatusOK {
		t.Errorf("another one went with it: %d", a.status)
	}
}

// runSmuggling uploads what a timeline does not need, which does not come back.
func runSmuggling(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	const secret = "s3cr3t"
	kept := "# heldbytes=timeline/1 format=samples level=unknown held=observed\ni,t_ms,held_bytes,parsed\n0,0,5,False\n1,10,0,True\n"
	for name, csv := range map[string]string{
		"codes that nobody knows":          "# " + secret + "=" + secret + "\n" + good,
		"a name in front of a rule":        "# heldbytes=timeline/1 prompt=" + secret + "\n" + good,
		"semicolons, quotes and blanks":    "\ufeffi;t_ms;held_bytes;parsed\r\n\"0\";0; 5 ;False\r\n\r\n1;10.000;0;true\r\n",
		"numbers with more than they need": "i,t_ms,held_bytes,parsed\n00000,0.000000,0005,False\n1,10.0,0,1\n",
		"numbers of its own for rows":      "i,t_ms,held_bytes,parsed\n7369,0,5,False\n6372,10,0,True\n",
		"no line end at its end":           strings.TrimSuffix(good, "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			s := h.upload(t, "/api/timelines", []byte(csv))
			if a := h.ask(t, "GET", "/api/timelines/"+s.ID, nil); string(a.body) != kept {
				t.Errorf("kept is %q, want %q", a.body, kept)
			}
		})
	}
}

// runMany puts, reads and deletes from many clients at once.
func runMany(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	csv, _ := Timeline(t)
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 5 {
				s := h.upload(t, "/api/timelines", csv)
				path := "/api/timelines/" + s.ID
				if a := h.ask(t, "GET", path, nil); !bytes.Equal(a.body, csv) {
					t.Errorf("kept is %d %.200s", a.status, a.body)
				}
				// Both may delete it, and one of them does.
				statuses := make(chan int, 2)
				for range cap(statuses) {
					go func() {
						status := 0
						defer func() { statuses <- status }() // also where asking failed
						status = h.ask(t, "DELETE", path, nil, "Authorization: Bearer "+s.Token).status
					}()
				}
				if sum := <-statuses + <-statuses; sum != http.StatusNoContent+http.StatusNotFound && sum != 2*http.StatusNoContent {
					t.Errorf("two deletions are answered %d in all", sum)
				}
				if a := h.ask(t, "GET", path, nil); a.status != http.StatusNotFound {
					t.Errorf("after its deletion it is answered %d", a.status)
				}
			}
		})
	}
	done.Wait()
}
