//go:build !js

package proxy_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

// counting is a listener that counts the writes to its connections; those of many
// parts at once go by.
type counting struct {
	net.Listener
	writes *atomic.Int64
}

func (l counting) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return counted{c.(*net.TCPConn), l.writes}, nil
}

type counted struct {
	*net.TCPConn
	writes *atomic.Int64
}

func (c counted) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.TCPConn.Write(p)
}

// TestAReadGoesOnInOneWrite looks at what a proxy writes to its client: the head,
// and the end, and what was read with what stands around it as parts of one write.
func TestAReadGoesOnInOneWrite(t *testing.T) {
	sizes := []int{1, 2000, 4096, 5000, 30000, 200000}
	next := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/measured" {
			w.Header().Set("Content-Length", fmt.Sprint(sum(sizes)))
		}
		w.(http.Flusher).Flush()
		for _, n := range sizes {
			<-next
			io.WriteString(w, strings.Repeat("word ", n/5+1)[:n])
			w.(http.Flusher).Flush()
		}
	}))
	defer s.Close()
	var writes atomic.Int64
	base, _, _ := betweenOn(t, func(l net.Listener) net.Listener { return counting{l, &writes} }, s.URL, record.PayloadMask)
	for path, most := range map[string]int64{"/chunked": 2, "/measured": 1} {
		writes.Store(0)
		res := get(t, base+path)
		buf := make([]byte, 200000)
		for _, n := range sizes {
			next <- struct{}{}
			if _, err := io.ReadFull(res.Body, buf[:n]); err != nil || string(buf[:n]) != strings.Repeat("word ", n/5+1)[:n] {
				t.Fatalf("%s: %d bytes came as %.20q, %v", path, n, buf[:n], err)
			}
		}
		if rest, err := io.ReadAll(res.Body); len(rest) > 0 || err != nil {
			t.Errorf("%s: then %q, %v", path, rest, err)
		}
		if got := writes.Load(); got > most {
			t.Errorf("%s: %d writes, want %d at most", path, got, most)
		}
	}
}

func sum(all []int) (n int) {
	for _, one := range all {
		n += one
	}
	return n
}
