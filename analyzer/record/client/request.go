package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
	"time"
)

// Request is what is to be recorded.
type Request struct {
	Method string // "": GET, or POST with a body
	URL    string
	Header http.Header
	Body   []byte // nil: none
	HTTP1  bool   // and nothing newer
	Coded  bool   // asks for a content coding, of those that are read
}

// Response is what a server answered.
type Response struct {
	Status                       int
	ContentType, ContentEncoding string
	Sent                         time.Time     // the request, of redirects the last; zero where it was not yet
	Body                         io.ReadCloser // whose reads return what has come
}

// ErrRequest is returned for what cannot be asked.
var ErrRequest = errors.New("record: no request")

// Do asks for r. Redirects are followed as browsers follow them, ten at most; what
// r.Header has goes to other hosts only where it is about the content. Its errors
// are a Failure, or ErrRequest.
func Do(ctx context.Context, r Request) (*Response, error) {
	var sent atomic.Pointer[time.Time]
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) {
		now := time.Now()
		sent.Store(&now)
	}})
	q, err := r.request(ctx)
	if err != nil {
		return nil, err
	}
	c := http.Client{Transport: NewTransport(r.HTTP1), CheckRedirect: func(to *http.Request, via []*http.Request) error {
		if len(via) >= 10 {
			return errTooMany
		}
		to.Header.Del("Referer")
		if first := via[0].URL; to.URL.Host != first.Host || to.URL.Scheme != first.Scheme {
			for name := range to.Header {
				if !slices.Contains(content, name) {
					to.Header.Del(name)
				}
			}
		}
		return nil
	}}
	res, err := c.Do(q)
	if err != nil {
		return nil, Fail(err)
	}
	a := &Response{Status: res.StatusCode, Body: failing{res.Body},
		ContentType: res.Header.Get("Content-Type"), ContentEncoding: res.Header.Get("Content-Encoding")}
	if at := sent.Load(); at != nil { // else it answered before it had been asked
		a.Sent = *at
	}
	return a, nil
}

// content are the headers that say what is asked for, and not by whom.
var content = []string{"Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "User-Agent"}

func (r *Request) request(ctx context.Context) (*http.Request, error) {
	method := r.Method
	if method == "" {
		if method = http.MethodGet; r.Body != nil {
			method = http.MethodPost
		}
	}
	var body io.Reader
	if r.Body != nil {
		body = bytes.NewReader(r.Body)
	}
	q, err := http.NewRequestWithContext(ctx, method, r.URL, body)
	if err != nil || q.URL.Scheme != "http" && q.URL.Scheme != "https" || q.URL.Host == "" {
		return nil, ErrRequest
	}
	if r.Header != nil {
		q.Header = r.Header.Clone()
	}
	if host := q.Header.Get("Host"); host != "" {
		q.Host = host
		q.Header.Del("Host")
	}
	setDefault(q.Header, "Accept", "*/*")
	setDefault(q.Header, "User-Agent", "heldbytes")
	if coded := "gzip, deflate, br"; r.Coded {
		setDefault(q.Header, "Accept-Encoding", coded)
	} else {
		setDefault(q.Header, "Accept-Encoding", "identity")
	}
	if r.Body != nil {
		setDefault(q.Header, "Content-Type", typeOf(r.Body))
	}
	return q, nil
}

func setDefault(h http.Header, name, value string) {
	if _, ok := h[name]; !ok {
		h.Set(name, value)
	}
}

// typeOf is the content type of a body of which nothing is said.
func typeOf(body []byte) string {
	if b := bytes.TrimSpace(body); len(b) > 0 && (b[0] == '{' || b[0] == '[') {
		return "application/json"
	}
	return "application/x-www-form-urlencoded"
}

// failing is a body whose errors say nothing of the request.
type failing struct{ io.ReadCloser }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = Fail(err)
	}
	return n, err
}
