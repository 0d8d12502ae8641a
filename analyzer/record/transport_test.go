package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// files are captures in memory.
type files struct {
	mu  sync.Mutex
	all []*file
}

type file struct {
	bytes.Buffer
	closed bool
}

func (f *file) Close() error { f.closed = true; return nil }

func (f *files) open() (io.WriteCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, &file{})
	return f.all[len(f.all)-1], nil
}

func TestTransportWritesOneCaptureForEachExchange(t *testing.T) {
	const secret = "sEcReTvAlUe"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset="+secret)
		w.Header().Set("Set-Cookie", secret)
		io.Copy(io.Discard, req.Body)
		for i := range 3 {
			fmt.Fprintf(w, "data: {\"%s\":%d}\n\n", secret, i)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	var to files
	rt := record.RoundTripper(nil, to.open, record.Options{Payload: record.PayloadMask})
	rt.Each = func(_ *http.Response, r *record.Recorder) { r.HandedOff(0) }
	client := &http.Client{Transport: rt, Timeout: time.Minute}
	for range 3 {
		req, err := http.NewRequest("POST", server.URL+"/"+secret+"?key="+secret, strings.NewReader(secret))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+secret)
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.Body)
		if err != nil || strings.Count(string(b), secret) != 3 {
			t.Errorf("%q, %v", b, err)
		}
		res.Body.Close()
	}
	if err := rt.Close(); err != nil || len(to.all) != 3 {
		t.Fatalf("%v, %d captures", err, len(to.all))
	}
	for _, f := range to.all {
		text := f.String()
		if !f.closed || strings.Contains(text, secret) || strings.Contains(text, server.URL) || strings.Contains(text, "Bearer") {
			t.Errorf("closed %v:\n%s", f.closed, text)
		}
		a, err := analyzer.Analyze(strings.NewReader(text), analyzer.Options{Name: "in"})
		if err != nil || a.Report().Framing.Events != 3 || !a.Timeline.Accept.Set || !a.Timeline.EOF.Set {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

func TestRecordingThatCannotBeginFailsNoExchange(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }))
	defer server.Close()
	rt := record.RoundTripper(http.DefaultTransport, func() (io.WriteCloser, error) { return nil, errFull }, record.Options{})
	res, err := (&http.Client{Transport: rt}).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	res.Body.Close()
	if string(b) != "hello" || err != nil || !errors.Is(rt.Close(), errFull) {
		t.Errorf("%q, %v, %v", b, err, rt.Close())
	}
}

// idle is a transport that is told to close what is idle.
type idle struct {
	http.RoundTripper
	closed int
}

func (i *idle) CloseIdleConnections() { i.closed++ }

func TestIdleConnectionsAreClosedThroughATransport(t *testing.T) {
	base := &idle{}
	client := http.Client{Transport: record.RoundTripper(base, nil, record.Options{})}
	if client.CloseIdleConnections(); base.closed != 1 {
		t.Errorf("closed %d times", base.closed)
	}
	client.Transport = record.RoundTripper(struct{ http.RoundTripper }{base}, nil, record.Options{})
	if client.CloseIdleConnections(); base.closed != 1 {
		t.Errorf("closed %d times", base.closed)
	}
}
