//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/proxy"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

const (
	bigChunk   = 64 << 10
	smallChunk = 100
	pings      = 1000 // small chunks of a run
)

// recorders races the proxy against what passes bytes on and keeps none, and against
// nothing in between.
func recorders(r *results) error {
	dir, err := os.MkdirTemp("", "heldbytes-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	next := make(chan struct{})
	server := httptest.NewServer(events(chunks(r), next))
	defer server.Close()
	to, err := url.Parse(server.URL)
	if err != nil {
		return err
	}
	relay := httptest.NewServer(relayTo(server.URL))
	defer relay.Close()
	all := func(base string) func() (outcome, error) {
		return func() (outcome, error) { return fetch(base + "/all") }
	}
	for _, payload := range []record.Payload{record.PayloadMask, record.PayloadRaw, record.PayloadNone} {
		p := recording(to, dir, payload)
		if err := p.race(r, all(relay.URL), all(server.URL)); err != nil {
			return err
		}
		if err := p.delays(r, server.URL, next); err != nil {
			return err
		}
		p.end()
	}
	return nil
}

// events is a server that sends so many large chunks at once, or a small one
// whenever it is told to.
func events(n int, next <-chan struct{}) http.Handler {
	big, small := eventOf(bigChunk), eventOf(smallChunk)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		flush := w.(http.Flusher).Flush
		if r.URL.Path == "/all" {
			for range n {
				w.Write(big)
				flush()
			}
			return
		}
		flush()
		for range pings {
			<-next
			w.Write(small)
			flush()
		}
	})
}

// eventOf is an SSE event of n bytes.
func eventOf(n int) []byte {
	const before, after = "data: {\"text\":\"", "\"}\n\n"
	return []byte(before + strings.Repeat("word ", n/5+1)[:n-len(before)-len(after)] + after)
}

// relayTo is what one would write by hand to pass a stream on.
func relayTo(server string) http.Handler {
	transport := &http.Transport{DisableCompression: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q, err := http.NewRequestWithContext(r.Context(), r.Method, server+r.URL.Path, nil)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		res, err := transport.RoundTrip(q)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer res.Body.Close()
		w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
		for buf := make([]byte, bigChunk); ; {
			n, err := res.Body.Read(buf)
			if n > 0 {
				w.Write(buf[:n])
				w.(http.Flusher).Flush()
			}
			if err != nil {
				return
			}
		}
	})
}

// chunks is how many large chunks are sent.
func chunks(r *results) int { return r.size(256<<20)/bigChunk + 1 }

// recorder is a proxy that writes its captures into a directory.
type recorder struct {
	payload record.Payload
	base    string
	written chan struct{} // once for each capture
	end     func()
}

func recording(to *url.URL, dir string, payload record.Payload) *recorder {
	rec := &recorder{payload: payload, written: make(chan struct{}, 1)}
	p := &proxy.Proxy{
		Journal: spool.NewJournal(payload, nil),
		Create:  func(int64) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, "capture.jsonl")) },
		Ended:   func(int64, spool.Summary) { rec.written <- struct{}{} },
	}
	s := httptest.NewUnstartedServer(nil)
	s.Config, s.Listener = p.Server(to), proxy.Listener(s.Listener)
	s.Start()
	rec.base, rec.end = s.URL, func() {
		s.Close()
		p.Wait()
		p.Journal.Close()
	}
	return rec
}

// race has the proxy pass on what a relay and the server itself do, too. What is left
// to be written when a body has passed is written before the next one is asked for.
func (rec *recorder) race(r *results, relay, server func() (outcome, error)) error {
	name := fmt.Sprintf("proxy, chunks of 64 KiB, --payload %v", rec.payload)
	ours := func() (outcome, error) {
		got, err := fetch(rec.base + "/all")
		if err == nil {
			<-rec.written
		}
		return got, err
	}
	for _, c := range []contest{
		{name: name, against: "a relay that copies each read and keeps none", want: 0.9, theirs: relay},
		{name: name + ", against nothing", against: "the server, with nothing in between", theirs: server},
	} {
		c.bytes, c.ours = int64(chunks(r))*bigChunk, ours
		if err := r.race(c); err != nil {
			return err
		}
	}
	return nil
}

// fetch reads a body to its end; it finds bytes.
func fetch(url string) (outcome, error) {
	start := time.Now()
	res, err := http.Get(url)
	if err != nil {
		return outcome{}, err
	}
	defer res.Body.Close()
	found := 0
	for buf := make([]byte, bigChunk); ; {
		n, err := res.Body.Read(buf)
		found += n
		if errors.Is(err, io.EOF) {
			return outcome{time.Since(start), found}, nil
		}
		if err != nil {
			return outcome{}, err
		}
	}
}

// delays measures what the proxy adds to the way of a small chunk, of which one is
// sent once the last has come.
func (rec *recorder) delays(r *results, direct string, next chan<- struct{}) error {
	name := fmt.Sprintf("added to the way of a chunk by the proxy, --payload %v", rec.payload)
	if !r.wants(name) {
		return nil
	}
	s := size{name: name, unit: "µs", most: 200}
	for range r.runs {
		var took [2]time.Duration
		for i, base := range []string{rec.base, direct} {
			var err error
			if took[i], err = ping(base+"/next", next); err != nil {
				return err
			}
		}
		<-rec.written
		added := (took[0] - took[1]).Seconds() * 1e6 / float64(pings)
		s.got = append(s.got, added)
		r.say("%s: %.0f µs, %.0f in all\n", name, added, took[0].Seconds()*1e6/float64(pings))
	}
	r.measured(s)
	return nil
}

// ping is the time in which all small chunks come, one after the other.
func ping(url string, next chan<- struct{}) (time.Duration, error) {
	res, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	buf := make([]byte, smallChunk)
	start := time.Now()
	for range pings {
		next <- struct{}{}
		if _, err := io.ReadFull(res.Body, buf); err != nil {
			res.Body.Close()
			return 0, err
		}
	}
	took := time.Since(start)
	_, err = io.Copy(io.Discard, res.Body)
	res.Body.Close()
	return took, err
}
