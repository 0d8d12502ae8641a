//go:build !js

package proxy_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

// TestAnswersAreThoseOfTheServer sends requests, as they stand on a connection, to a
// server and to the proxy in front of it.
func TestAnswersAreThoseOfTheServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Date"] = nil
		switch r.URL.Path {
		case "/length":
			w.Header().Set("Content-Length", "5")
			io.WriteString(w, "hello")
		case "/trailer":
			io.WriteString(w, "hello")
			w.(http.Flusher).Flush()
			w.Header().Set(http.TrailerPrefix+"X-Late", "1")
		case "/refused":
			w.WriteHeader(http.StatusUnauthorized)
		case "/unchanged":
			w.Header().Set("Etag", `"a"`)
			w.WriteHeader(http.StatusNotModified)
		case "/empty":
			w.Header().Set("Content-Length", "0")
		default:
			b, err := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %q, %v, of %d", r.Method, r.URL, b, err, r.ContentLength)
		}
	}))
	defer s.Close()
	base, _, _ := between(t, s.URL, record.PayloadMask)
	for _, request := range []string{
		"GET /length HTTP/1.1\r\n\r\n",
		"HEAD /length HTTP/1.1\r\n\r\n",
		"GET /length HTTP/1.0\r\n\r\n",
		"GET /trailer HTTP/1.1\r\nTE: trailers\r\n\r\n",
		"GET /unchanged HTTP/1.1\r\n\r\n",
		"GET /empty HTTP/1.1\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\n\r\n",
		"GET //a/../b?x=1;2 HTTP/1.1\r\n\r\n",
		"POST /refused HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
		"POST /continued HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
		"POST /chunked HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"POST /nothing HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
	} {
		direct, through := said(t, s.URL, request), said(t, base, request)
		if direct != through {
			t.Errorf("to %q\nthe server says %q\nthrough the proxy it is %q", request, direct, through)
		}
	}
}

// said is all that comes back on a connection, its headers in order.
func said(t *testing.T, base, request string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	io.WriteString(conn, strings.Replace(request, "\r\n", "\r\nHost: any\r\nConnection: close\r\n", 1))
	b, err := io.ReadAll(conn)
	if err != nil {
		t.Errorf("%q: %v", request, err)
	}
	head, body, _ := strings.Cut(string(b), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	slices.Sort(lines[1:])
	return strings.Join(lines, "\n") + "\n\n" + body
}
