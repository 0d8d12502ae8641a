package sharetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// sized is a timeline of n bytes, as a host keeps it.
func sized(n int) []byte {
	var b bytes.Buffer
	b.WriteString("# heldbytes=timeline/1 format=samples level=unknown held=observed\ni,t_ms,held_bytes,parsed\n")
	const digits = 14 // of a number, at most
	i := 0
	row := func(held string) {
		fmt.Fprintf(&b, "%d,%d,%s,True\n", i, i, held)
		i++
	}
	empty := func() int { return len(fmt.Sprintf("%d,%d,,True\n", i, i)) }
	for n-b.Len() > 2*empty()+2*digits {
		row("0")
	}
	// The last two rows are as long as there is room.
	room := n - b.Len() - 2*empty()
	last := max(room-digits, 1)
	row(strings.Repeat("1", room-last))
	row(strings.Repeat("1", last))
	return b.Bytes()
}

func runSizes(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	most := sized(share.MaxBytes)
	if len(most) != share.MaxBytes {
		t.Fatalf("made %d bytes", len(most))
	}
	s := h.upload(t, "/api/timelines", most)
	if a := h.ask(t, "GET", "/api/timelines/"+s.ID, nil); !bytes.Equal(a.body, most) {
		t.Errorf("of %d bytes, %d are kept", len(most), len(a.body))
	}
	if a := h.ask(t, "GET", "/a/"+s.ID+"/graph.svg", nil); a.status != http.StatusOK || len(a.body) > 1<<20 {
		t.Errorf("its graph: %d, %d bytes", a.status, len(a.body))
	}
	for name, body := range map[string][]byte{
		"a byte more":         sized(share.MaxBytes + 1),
		"twice as much":       sized(2 * share.MaxBytes),
		"what grows too much": shorthand(share.MaxBytes - 100),
	} {
		if a := h.ask(t, "POST", "/api/timelines", body, asCSV); a.status != http.StatusRequestEntityTooLarge || !strings.Contains(string(a.body), "1,048,576") {
			t.Errorf("%s: answered %d %.200s", name, a.status, a.body)
		}
	}
	t.Run("a length that is not told", func(t *testing.T) {
		for n, want := range map[int]int{1000: http.StatusCreated, share.MaxBytes + 1: http.StatusRequestEntityTooLarge} {
			r, err := http.NewRequest("POST", h.address+"/api/timelines", io.MultiReader(bytes.NewReader(sized(n)))) // of a kind that has no length
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "text/csv")
			res, err := h.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != want {
				t.Errorf("%d bytes: answered %d %s, %v", n, res.StatusCode, body, err)
			}
			var s share.Shared
			if json.Unmarshal(body, &s) == nil && s.ID != "" {
				h.ask(t, "DELETE", "/api/timelines/"+s.ID, nil, "Authorization: Bearer "+s.Token)
			}
		}
	})
}

// shorthand is a timeline of about n bytes that takes more as a host keeps it.
func shorthand(n int) []byte {
	var b bytes.Buffer
	b.WriteString("i,t_ms,held_bytes,parsed,chunk_bytes\n")
	for b.Len() < n-10 {
		b.WriteString("0,0,,0,1\n")
	}
	return b.Bytes()
}

// runConnection sends what is refused, and then a good request, on one connection.
func runConnection(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	address, ok := strings.CutPrefix(h.address, "http://")
	if !ok {
		t.Skip("the host speaks TLS")
	}
	request := func(method, path string, body []byte, headers ...string) []byte {
		head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n", method, path, address, len(body))
		for _, line := range headers {
			head += line + "\r\n"
		}
		return append([]byte(head+"\r\n"), body...)
	}
	big := bytes.Repeat([]byte("x"), share.MaxBytes+100)
	for name, bad := range map[string]struct {
		status int
		bytes  []byte
	}{
		"another type":       {415, request("POST", "/api/timelines", []byte(good), "Content-Type: text/plain")},
		"no timeline":        {400, request("POST", "/api/timelines", []byte("hello"), asCSV)},
		"wrong days":         {400, request("POST", "/api/timelines?days=0", []byte(good), asCSV)},
		"too large":          {413, request("POST", "/api/timelines", big, asCSV)},
		"too large, no type": {415, request("POST", "/api/timelines", big)},
		"a wrong method":     {405, request("PUT", "/api/timelines", []byte(good), asCSV)},
		"no path":            {404, request("POST", "/api/nothing", []byte(good), asCSV)},
		"no token":           {401, request("DELETE", "/api/timelines/"+absent, []byte(good))},
		"a body with a GET":  {404, request("GET", "/api/timelines/"+absent, []byte(good))},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(20 * time.Second))
			in := bufio.NewReader(c)
			for _, step := range []struct {
				send   []byte
				status int
			}{{bad.bytes, bad.status}, {request("GET", "/api/health", nil), 200}} {
				if _, err := c.Write(step.send); err != nil {
					t.Fatal(err)
				}
				res, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(res.Body)
				if err != nil || res.StatusCode != step.status {
					t.Fatalf("answered %d %s, %v, want %d", res.StatusCode, body, err, step.status)
				}
			}
		})
	}
}

func runLimited(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{Writes: 20})
	const tries = 200
	for range tries {
		a := h.ask(t, "POST", "/api/timelines", []byte("hello"), asCSV)
		switch a.status {
		case http.StatusBadRequest:
			continue
		case http.StatusTooManyRequests:
			if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
				t.Errorf("Retry-After is %q, want seconds", a.header.Get("Retry-After"))
			}
			if a := h.ask(t, "DELETE", "/api/timelines/"+absent, nil, "Authorization: Bearer x"); a.status != http.StatusTooManyRequests {
				t.Errorf("a deletion is answered %d", a.status)
			}
			if a := h.ask(t, "GET", "/api/health", nil); a.status != http.StatusOK {
				t.Errorf("its health is answered %d", a.status)
			}
			if a := h.ask(t, "GET", "/api/timelines/"+absent, nil); a.status != http.StatusNotFound {
				t.Errorf("a read is answered %d", a.status)
			}
			return
		default:
			t.Fatalf("answered %d %s", a.status, a.body)
		}
	}
	t.Errorf("%d uploads were let in", tries)
}
