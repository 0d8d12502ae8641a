package record

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Transport is an http.RoundTripper that records the body of each response as it is
// read, one capture for each. Of an exchange it writes the content type and coding of
// the response and nothing else: no URL, no other header, no request.
//
// A recording that cannot be begun or written never fails the exchange: Close tells.
type Transport struct {
	Base    http.RoundTripper              // nil: http.DefaultTransport
	Open    func() (io.WriteCloser, error) // makes the file of one capture
	Options Options                        // of each; its Head is filled in

	// Each, if not nil, is called with the Recorder of each response before
	// RoundTrip returns it, so that its reader can mark what it does.
	Each func(*http.Response, *Recorder)

	open sync.WaitGroup
	mu   sync.Mutex
	err  error
}

// RoundTripper records what rt carries into the files that open makes.
func RoundTripper(rt http.RoundTripper, open func() (io.WriteCloser, error), o Options) *Transport {
	return &Transport{Base: rt, Open: open, Options: o}
}

// RoundTrip implements http.RoundTripper. The accept mark of the capture is the call.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	start := time.Now()
	res, err := t.base().RoundTrip(req)
	if err != nil || res.Body == nil || res.Body == http.NoBody || res.StatusCode == http.StatusSwitchingProtocols {
		return res, err
	}
	file, err := t.Open()
	if err != nil {
		t.fail(err)
		return res, nil
	}
	o := t.Options
	o.Head = Head{ContentType: res.Header.Get("Content-Type"), ContentEncoding: res.Header.Get("Content-Encoding"), Level: o.Head.Level, Accept: capture.Mark{Set: true}}
	r := begin(start, file, o)
	t.open.Go(func() {
		<-r.over
		t.fail(r.err)
		t.fail(file.Close())
	})
	res.Body = &body{reader{res.Body, r}, res.Body}
	if t.Each != nil {
		t.Each(res, r)
	}
	return res, nil
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

// CloseIdleConnections is that of Base, where it has one: it is what the method of
// http.Client looks for.
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

// Close waits until all bodies that were closed are written, and returns the first
// error that met one. A body that nobody closes keeps it waiting.
func (t *Transport) Close() error {
	t.open.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

func (t *Transport) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

// body is the body of a response that is recorded.
type body struct {
	reader
	closer io.Closer
}

// Close implements io.Closer. It waits for nothing of the recording.
func (b *body) Close() error {
	b.r.finish()
	return b.closer.Close()
}
