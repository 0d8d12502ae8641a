//go:build !js

package proxy_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/proxy"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// captures are the files of a proxy, in memory.
type captures struct {
	mu    sync.Mutex
	files map[int64]*bytes.Buffer
	sums  map[int64]spool.Summary
	fails []error
	ups   int
}

type file struct {
	c *captures
	n int64
}

func (f file) Write(p []byte) (int, error) {
	f.c.mu.Lock()
	defer f.c.mu.Unlock()
	return f.c.files[f.n].Write(p)
}

func (f file) Close() error { return nil }

// between starts a proxy in front of a server. finish ends it and waits for its files.
func between(t *testing.T, to string, payload record.Payload) (base string, c *captures, finish func()) {
	t.Helper()
	return betweenOn(t, func(l net.Listener) net.Listener { return l }, to, payload)
}

// betweenOn is between, on a listener of one's own.
func betweenOn(t *testing.T, on func(net.Listener) net.Listener, to string, payload record.Payload) (base string, c *captures, finish func()) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	c = &captures{files: map[int64]*bytes.Buffer{}, sums: map[int64]spool.Summary{}}
	p := &proxy.Proxy{
		Journal: spool.NewJournal(payload, nil),
		Create: func(n int64) (io.WriteCloser, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.files[n] = new(bytes.Buffer)
			return file{c, n}, nil
		},
		Ended: func(n int64, s spool.Summary) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.sums[n] = s
		},
		Upgraded: func(int64) { c.mu.Lock(); c.ups++; c.mu.Unlock() },
		Failed:   func(_ int64, err error) { c.mu.Lock(); c.fails = append(c.fails, err); c.mu.Unlock() },
	}
	srv := httptest.NewUnstartedServer(nil)
	srv.Config, srv.Listener = p.Server(u), proxy.Listener(on(srv.Listener))
	srv.Start()
	var once sync.Once
	finish = func() {
		once.Do(func() {
			srv.CloseClientConnections()
			srv.Close()
			p.Wait()
			p.Journal.Close()
		})
	}
	t.Cleanup(finish)
	return srv.URL, c, finish
}

func analyze(t *testing.T, b []byte) *analyzer.Analysis {
	t.Helper()
	a, err := analyzer.Analyze(bytes.NewReader(b), analyzer.Options{Name: "capture"})
	if err != nil {
		t.Fatalf("%v in\n%.500s", err, b)
	}
	return a
}

func get(t *testing.T, url string) *http.Response {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	res, err := http.DefaultTransport.(*http.Transport).Clone().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// TestEachByteIsPassedOnAtOnce has the server send the next part only once the
// client has the last one.
func TestEachByteIsPassedOnAtOnce(t *testing.T) {
	parts := []string{"data: ", "1\n", "\n", "data: 2\n\nda", "ta: 3\n\n"}
	for name, start := range map[string]func(http.Handler) *httptest.Server{
		"HTTP/1.1": httptest.NewServer,
		"HTTP/2": func(h http.Handler) *httptest.Server {
			s := httptest.NewUnstartedServer(h)
			s.EnableHTTP2 = true
			s.StartTLS()
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			next := make(chan struct{}, len(parts))
			var proto atomic.Value
			s := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				proto.Store(r.Proto)
				w.Header().Set("Content-Type", "text/event-stream")
				for _, p := range parts {
					<-next
					io.WriteString(w, p)
					w.(http.Flusher).Flush()
				}
			}))
			defer s.Close()
			base, c, finish := between(t, s.URL, record.PayloadRaw)
			next <- struct{}{}
			res := get(t, base)
			buf := make([]byte, 100)
			for i, want := range parts {
				if i > 0 {
					next <- struct{}{}
				}
				n, err := io.ReadFull(res.Body, buf[:len(want)])
				if string(buf[:n]) != want {
					t.Fatalf("part %d is %q, %v", i, buf[:n], err)
				}
			}
			if rest, err := io.ReadAll(res.Body); len(rest) > 0 || err != nil {
				t.Errorf("then %q, %v", rest, err)
			}
			finish()
			a := analyze(t, c.files[1].Bytes())
			if got := len(a.Timeline.Chunks); got != len(parts) || a.Timeline.Total() != int64(len(strings.Join(parts, ""))) || !a.Timeline.EOF.Set {
				t.Errorf("%d chunks of %d bytes, want %d", got, a.Timeline.Total(), len(parts))
			}
			if want := strings.TrimSuffix(name, ".1"); !strings.HasPrefix(fmt.Sprint(proto.Load()), want) {
				t.Errorf("the server was asked by %v", proto.Load())
			}
		})
	}
}

func TestRequestsArePassedOnAsTheyAre(t *testing.T) {
	var seen atomic.Pointer[http.Request]
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r)
		w.Header().Set("Connection", "X-Hop")
		w.Header().Set("X-Hop", "1")
		w.Header().Set("X-Stays", "1")
		w.WriteHeader(http.StatusTeapot)
		io.WriteString(w, "short and stout")
	}))
	defer s.Close()
	base, c, finish := between(t, s.URL, record.PayloadMask)
	r, err := http.NewRequest(http.MethodPut, base+"/a%2Fb?x=%zz;y", strings.NewReader("up"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Accept-Encoding": {"zstd"}, "Connection": {"X-Mine"}, "X-Mine": {"1"}, "X-Own": {"2"}, "X-Forwarded-For": {"1.2.3.4"}}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(b) != "short and stout" || res.StatusCode != http.StatusTeapot || res.Header.Get("X-Stays") != "1" || res.Header.Get("X-Hop") != "" {
		t.Errorf("the client got %d %v %q, %v", res.StatusCode, res.Header, b, err)
	}
	got := seen.Load()
	if got.Method != http.MethodPut || got.RequestURI != "/a%2Fb?x=%zz;y" || got.Host != strings.TrimPrefix(s.URL, "http://") ||
		got.Header.Get("Accept-Encoding") != "zstd" || got.Header.Get("X-Mine") != "" || got.Header.Get("X-Own") != "2" || got.Header.Get("X-Forwarded-For") != "1.2.3.4" {
		t.Errorf("the server got %s %s of %s, %v", got.Method, got.RequestURI, got.Host, got.Header)
	}
	finish()
	if analyze(t, c.files[1].Bytes()); bytes.Contains(c.files[1].Bytes(), []byte("stout")) {
		t.Errorf("the capture is %s", c.files[1])
	}
}

func TestResponsesGetNoHeaderThatTheServerDidNotSend(t *testing.T) {
	for _, early := range []bool{false, true} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if early {
				w.WriteHeader(http.StatusEarlyHints)
			}
			w.Header()["Content-Type"], w.Header()["Date"] = nil, nil
			io.WriteString(w, "<html>")
		}))
		defer s.Close()
		base, _, _ := between(t, s.URL, record.PayloadMask)
		res := get(t, base)
		res.Header.Del("Content-Length")
		if len(res.Header) > 0 {
			t.Errorf("with early hints %v the client got %v", early, res.Header)
		}
	}
}

func TestRequestBodiesStreamUp(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).EnableFullDuplex()
		for lines := bufio.NewReader(r.Body); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			io.WriteString(w, "got "+line)
			w.(http.Flusher).Flush()
		}
	}))
	defer s.Close()
	base, _, _ := between(t, s.URL, record.PayloadMask)
	up, in := io.Pipe()
	r, err := http.NewRequest(http.MethodPost, base, up)
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan *http.Response, 1)
	go func() {
		res, err := http.DefaultTransport.(*http.Transport).Clone().RoundTrip(r)
		if err != nil {
			t.Error(err)
			close(answer)
			return
		}
		answer <- res
	}()
	io.WriteString(in, "1\n")
	res, ok := <-answer
	if !ok {
		return
	}
	defer res.Body.Close()
	lines := bufio.NewReader(res.Body)
	for i := 1; i < 4; i++ {
		if line, err := lines.ReadString('\n'); line != fmt.Sprintf("got %d\n", i) {
			t.Fatalf("line %d is %q, %v", i, line, err)
		}
		fmt.Fprintf(in, "%d\n", i+1)
	}
	in.Close()
}

func TestCodedBodies(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, "data: {\"a\":\"hidden\"}\n\n")
	z.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", strings.TrimPrefix(r.URL.Path, "/"))
		w.Write(zipped.Bytes())
	}))
	defer s.Close()
	for _, c := range []struct {
		name, coding string
		payload      record.Payload
		events       bool
		want, not    string
	}{
		{"masked, it is what comes out of the coding", "gzip", record.PayloadMask, true, `{\"x\":\"xxxxxx\"}`, "content_encoding"},
		{"raw, it is the coded bytes", "gzip", record.PayloadRaw, true, `"content_encoding":"gzip"`, "data:"},
		{"of none, there are lengths", "gzip", record.PayloadNone, false, `"content_encoding":"gzip"`, "b64"},
		{"of a coding that is not read, there are lengths", "zstd", record.PayloadMask, false, `"len":`, "b64"},
		{"of one that it does not have, too", "br", record.PayloadMask, false, `"len":`, "b64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, captured, finish := between(t, s.URL, c.payload)
			res := get(t, base+"/"+c.coding)
			if b, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(b, zipped.Bytes()) {
				t.Errorf("the client got %q, %v", b, err)
			}
			finish()
			got := captured.files[1].Bytes()
			a := analyze(t, got)
			if events := a.Timeline.Payload && a.Timeline.Spans.Len() == 1; events != c.events || !bytes.Contains(got, []byte(c.want)) || bytes.Contains(got, []byte(c.not)) {
				t.Errorf("events %v in\n%s", events, got)
			}
		})
	}
}

func TestLargeBodiesAtOnceAreIntact(t *testing.T) {
	const size, exchanges = 64 << 20, 3
	send := func(w io.Writer, seed byte) string {
		h := sha256.New()
		to := io.MultiWriter(w, h)
		block := make([]byte, 60_000)
		for n := 0; n < size; n += len(block) {
			for i := range block {
				block[i] = byte(i)*31 + seed + byte(n>>10)
			}
			to.Write(block[:min(len(block), size-n)])
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "Sum")
		w.Header().Set("Sum", send(w, r.URL.Path[1]))
	}))
	defer s.Close()
	base, c, finish := between(t, s.URL, record.PayloadMask)
	var all sync.WaitGroup
	for i := range exchanges {
		all.Go(func() {
			res, err := http.Get(fmt.Sprintf("%s/%d", base, i))
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			h := sha256.New()
			if n, err := io.Copy(h, res.Body); n != size || err != nil || hex.EncodeToString(h.Sum(nil)) != res.Trailer.Get("Sum") {
				t.Errorf("exchange %d: %d bytes, %v, trailer %v", i, n, err, res.Trailer)
			}
		})
	}
	all.Wait()
	finish()
	for n := int64(1); n <= exchanges; n++ {
		if got := c.sums[n]; got.Bytes != size || !got.Whole || got.Err != nil {
			t.Errorf("exchange %d came to %+v", n, got)
		}
		if a := analyze(t, c.files[n].Bytes()); a.Timeline.Total() != size {
			t.Errorf("the capture of %d has %d bytes", n, a.Timeline.Total())
		}
	}
}

// TestSlowClientsHoldTheServerBack has a client read nothing: the server stops once
// what lies between is full, and memory does not grow with what it would send.
func TestSlowClientsHoldTheServerBack(t *testing.T) {
	var sent atomic.Int64
	gone := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		block := make([]byte, 64<<10)
		for sent.Load() < 4<<30 {
			n, err := w.Write(block)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	base, _, _ := between(t, s.URL, record.PayloadRaw)
	res := get(t, base)
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	still := sent.Load()
	for since := time.Now(); time.Since(since) < 300*time.Millisecond; runtime.Gosched() {
		if now := sent.Load(); now != still {
			still, since = now, time.Now()
		}
	}
	if still > 64<<20 {
		t.Errorf("the server sent %d bytes to a client that read none", still)
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 128<<20 {
		t.Errorf("memory grew by %d bytes", grown)
	}
	// Where the client goes, so does the request to the server.
	res.Body.Close()
	select {
	case <-gone:
	case <-time.After(time.Minute):
		t.Error("the server still sends to a client that went")
	}
}

func TestServersThatDoNotAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	base, c, finish := between(t, "http://"+address+"/secret", record.PayloadMask)
	res := get(t, base+"/path?secret")
	b, err := io.ReadAll(res.Body)
	if want := "heldbytes proxy: no answer from the server: connection refused\n"; err != nil || res.StatusCode != http.StatusBadGateway || string(b) != want {
		t.Errorf("%d %q, %v, want %q", res.StatusCode, b, err, want)
	}
	finish()
	if len(c.fails) != 1 || strings.Contains(c.fails[0].Error(), "secret") || len(c.files) != 0 {
		t.Errorf("%v, %d files", c.fails, len(c.files))
	}
}

func TestStreamsThatBreakOffBreakOff(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "data: 1\n\ndata")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}))
	defer s.Close()
	base, c, finish := between(t, s.URL, record.PayloadMask)
	res := get(t, base)
	if b, err := io.ReadAll(res.Body); err == nil || string(b) != "data: 1\n\ndata" {
		t.Errorf("the client got %q, %v", b, err)
	}
	finish()
	if a := analyze(t, c.files[1].Bytes()); a.Timeline.EOF.Set || a.Timeline.Total() != 13 || c.sums[1].Whole {
		t.Errorf("%+v, %d bytes, EOF %v", c.sums[1], a.Timeline.Total(), a.Timeline.EOF)
	}
}

func TestBodilessResponsesMakeNoFile(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodHead {
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	defer s.Close()
	base, c, finish := between(t, s.URL, record.PayloadMask)
	for _, method := range []string{http.MethodHead, http.MethodGet} {
		r, err := http.NewRequest(method, base, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	finish()
	if len(c.files) != 0 {
		t.Errorf("%d files", len(c.files))
	}
}
