// Package client asks a server for what is recorded: over HTTP/1.1 or HTTP/2,
// with each byte of a body handed on as it comes.
package client

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// readBuffer is the room for what one read of a connection brings, in bytes. With
// less of it a fast stream takes more reads and writes; with more, they wait for each
// other.
const readBuffer = 64 << 10

// Transport makes requests. Of their responses each Read returns what has come,
// also of a chunk of HTTP/1.1 that has not come whole, for which net/http waits.
// It adds no header of its own, asks for no content coding and takes none off.
type Transport struct {
	prompt *http.Transport
	plain  *http.Transport // for responses whose head alone does not tell what follows
}

// NewTransport returns a transport that speaks HTTP/2 with whom it can by TLS,
// or HTTP/1.1 alone.
func NewTransport(http1 bool) *Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(!http1)
	plain := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		Protocols:             protocols,
		DisableCompression:    true,
		MaxIdleConnsPerHost:   64,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
	prompt := plain.Clone()
	d := dialer{TLS: &tls.Config{NextProtos: []string{"http/1.1"}}}
	if !http1 {
		d.TLS.NextProtos = []string{"h2", "http/1.1"}
	}
	prompt.DialContext, prompt.DialTLSContext = d.dial, d.dialTLS
	return &Transport{prompt: prompt, plain: plain}
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodHead || r.Header.Get("Upgrade") != "" {
		return t.plain.RoundTrip(r)
	}
	return t.prompt.RoundTrip(r)
}

// CloseIdleConnections closes those that wait for another request.
func (t *Transport) CloseIdleConnections() {
	t.prompt.CloseIdleConnections()
	t.plain.CloseIdleConnections()
}

// handshake is how long a server may take for that of TLS, as in package net/http.
const handshake = 10 * time.Second

// dialer makes connections whose chunked bodies do not wait.
type dialer struct {
	net.Dialer
	TLS *tls.Config
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return newPromptConn(c), nil
}

func (d *dialer) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	config := d.TLS.Clone()
	config.ServerName = host
	secure := tls.Client(c, config)
	ctx, stop := context.WithTimeout(ctx, handshake)
	defer stop()
	if err := secure.HandshakeContext(ctx); err != nil {
		c.Close()
		return nil, err
	}
	if secure.ConnectionState().NegotiatedProtocol == "h2" {
		return secure, nil
	}
	return newPromptConn(secure), nil
}
