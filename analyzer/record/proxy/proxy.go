// Package proxy stands between a client and a server, passes every byte on at once
// and records each response.
package proxy

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record/client"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// Proxy is a handler that has a server answer, and records the bodies of responses.
// A connection that is upgraded, as to WebSocket, is passed on and not recorded.
type Proxy struct {
	Journal *spool.Journal
	// Create makes the file of exchange number n, from 1.
	Create func(n int64) (io.WriteCloser, error)
	// Ended, if it is not nil, is called with what each recording came to.
	Ended func(n int64, s spool.Summary)
	// Upgraded and Failed, if they are not nil, are called with the exchanges that
	// were upgraded, and those that the server did not answer.
	Upgraded func(n int64)
	Failed   func(n int64, err error)

	transport *client.Transport
	reverse   *httputil.ReverseProxy
	number    atomic.Int64
	ending    ending
}

// Server begins to pass requests on to the server at a URL. It is to serve a Listener.
func (p *Proxy) Server(to *url.URL) *http.Server {
	p.transport = client.NewTransport(false)
	p.reverse = &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { rewrite(r, to) },
		Transport:      p.transport,
		FlushInterval:  -1,
		ModifyResponse: p.response,
		ErrorHandler:   p.failed,
		BufferPool:     &buffers{},
		ErrorLog:       log.New(io.Discard, "", 0), // of clients that went, which are no error here
	}
	return &http.Server{Handler: http.HandlerFunc(p.serve), ConnContext: connected, ReadHeaderTimeout: 10 * time.Second}
}

// Wait waits until no exchange is under way and the recordings of all are written.
func (p *Proxy) Wait() {
	p.ending.wait()
	p.transport.CloseIdleConnections()
}

// rewrite sends a request to the server as the client sent it.
func rewrite(r *httputil.ProxyRequest, to *url.URL) {
	query := r.In.URL.RawQuery
	r.SetURL(to)
	if to.RawQuery == "" {
		r.Out.URL.RawQuery = query // also what is not well-formed
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := r.In.Header[name]; ok {
			r.Out.Header[name] = values
		}
	}
}

// exchange is what is known of one while it lasts.
type exchange struct {
	number int64
	header http.Header  // of the response to the client
	sent   atomic.Int64 // on the journal's clock; 0 until then
}

type exchangeKey struct{}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	// A server may answer while it is still being asked.
	if err := http.NewResponseController(w).EnableFullDuplex(); err != nil && r.ProtoMajor == 1 {
		p.failed(w, r, err)
		return
	}
	p.ending.begin()
	defer p.ending.end()
	x := &exchange{number: p.number.Add(1), header: w.Header()}
	ctx := httptrace.WithClientTrace(withExchange(r.Context(), x), &httptrace.ClientTrace{
		WroteHeaders: func() { x.sent.Store(int64(p.Journal.Now())) },
		WroteRequest: func(httptrace.WroteRequestInfo) { x.sent.Store(int64(p.Journal.Now())) },
	})
	p.reverse.ServeHTTP(passageTo(w, r), r.WithContext(ctx))
}

// response has the body of a response recorded, and its headers passed on as they are.
func (p *Proxy) response(r *http.Response) error {
	x := exchangeOf(r.Request.Context())
	for _, name := range []string{"Content-Type", "Date"} { // which net/http would make up
		if _, ok := r.Header[name]; !ok {
			x.header[name] = nil
		}
	}
	switch {
	case r.StatusCode == http.StatusSwitchingProtocols:
		if p.Upgraded != nil {
			p.Upgraded(x.number)
		}
	case r.Body != nil && r.Body != http.NoBody && r.Request.Method != http.MethodHead:
		p.ending.begin()
		r.Body = &body{ReadCloser: r.Body, journal: p.Journal, to: p.Journal.Begin(spool.Head{
			ContentType: r.Header.Get("Content-Type"), ContentEncoding: r.Header.Get("Content-Encoding"),
			Sent: time.Duration(x.sent.Load()),
		}, func() (io.WriteCloser, error) { return p.Create(x.number) }), ended: func(to *spool.Recording) {
			go func() {
				defer p.ending.end()
				if s := to.Wait(); p.Ended != nil {
					p.Ended(x.number, s)
				}
			}()
		}}
	}
	return nil
}

// failed answers for a server that did not.
func (p *Proxy) failed(w http.ResponseWriter, r *http.Request, err error) {
	err = client.Fail(err)
	if x := exchangeOf(r.Context()); x != nil && p.Failed != nil && r.Context().Err() == nil {
		p.Failed(x.number, err)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusBadGateway)
	fmt.Fprintf(w, "heldbytes proxy: %v\n", err)
}
