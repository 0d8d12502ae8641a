//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"syscall/js"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

var (
	uint8Array = js.Global().Get("Uint8Array")

	errBody    = errors.New("the request's body could not be read")
	errAddress = errors.New("the address cannot be read")
)

// serve hands requests to h for as long as the isolate lives. workers.Serve would
// do for one request: then its program ends, and starting one anew takes longer
// than most answers. It does not return.
func serve(h http.Handler) {
	handle := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go answer(h, args[0], args[1])
		return nil
	})
	js.Global().Get("context").Get("binding").Set("handle", handle)
	select {}
}

// answer has h answer one request, and resolves it with status, headers and bytes.
func answer(h http.Handler, request, resolve js.Value) {
	w := &response{header: http.Header{}}
	r, err := toRequest(request)
	if err != nil {
		h, r = share.Refusing(http.StatusBadRequest, errAddress), &http.Request{}
	}
	h.ServeHTTP(w, r)
	resolve.Invoke(w.toJS(request.Get("method").String()))
}

// toRequest is a request as net/http has it, but for what only a connection knows.
func toRequest(request js.Value) (*http.Request, error) {
	u, err := url.Parse(request.Get("url").String())
	if err != nil {
		return nil, err
	}
	r := &http.Request{
		Method: request.Get("method").String(),
		URL:    u, Host: u.Host, RequestURI: u.RequestURI(),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{},
		Body:   &body{read: request.Get("read")},
	}
	headers := request.Get("headers")
	for i := range headers.Length() {
		r.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	r.RemoteAddr = r.Header.Get("Cf-Connecting-Ip")
	if r.ContentLength, err = strconv.ParseInt(r.Header.Get("Content-Length"), 10, 64); err != nil {
		r.ContentLength = -1
	}
	return r, nil
}

// mostBody is how much of a body is kept: enough to see that it is too large.
const mostBody = share.MaxBytes + 1

// body is what a request carries. It is taken whole at the first read, so that
// Go is entered twice and not for each piece that arrives.
type body struct {
	read js.Value
	left *bytes.Reader
}

func (b *body) Read(p []byte) (int, error) {
	if b.left == nil {
		v, err := await(context.Background(), b.read.Invoke(mostBody), errBody)
		if err != nil {
			return 0, err
		}
		all := make([]byte, v.Length())
		js.CopyBytesToGo(all, v)
		b.left = bytes.NewReader(all)
	}
	return b.left.Read(p)
}

func (b *body) Close() error { return nil }

// response keeps an answer until it is whole. An answer is a few hundred kB at most.
type response struct {
	header http.Header
	status int
	sent   http.Header // as it was when the status was set
	bytes  bytes.Buffer
}

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status, w.sent = status, w.header.Clone()
	}
}

func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		if w.header.Get("Content-Type") == "" {
			w.header.Set("Content-Type", http.DetectContentType(p))
		}
		w.WriteHeader(http.StatusOK)
	}
	return w.bytes.Write(p)
}

// toJS is what the Worker makes a Response of.
func (w *response) toJS(method string) map[string]any {
	w.WriteHeader(http.StatusOK)
	var headers []any
	for name, values := range w.sent {
		for _, value := range values {
			headers = append(headers, []any{name, value})
		}
	}
	out := map[string]any{"status": w.status, "headers": headers, "bytes": nil}
	bodiless := w.status == http.StatusNoContent || w.status == http.StatusNotModified
	if method != http.MethodHead && !bodiless {
		b := uint8Array.New(w.bytes.Len())
		js.CopyBytesToJS(b, w.bytes.Bytes())
		out["bytes"] = b
	}
	return out
}
