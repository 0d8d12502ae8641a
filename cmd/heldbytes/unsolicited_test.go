//go:build !js

package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Package net/http prints what a server sends that nobody asked for.
func TestProxyPrintsNothingOfWhatAServerSends(t *testing.T) {
	const secret = "planted-secret"
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	closed := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			closed <- err
			return
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
			closed <- err
			return
		}
		io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nX: "+secret+"\r\n\r\n")
		_, err = io.Copy(io.Discard, c) // until the proxy closes it
		closed <- err
	}()
	proxy := startHeldbytes(t, t.TempDir(), "proxy", "--to", "http://"+l.Addr().String(), "--listen", "127.0.0.1:0")
	res, err := http.Get(proxyAddress(t, proxy))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if string(body) != "abc" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	proxy.Process.Signal(syscall.SIGTERM)
	proxy.end(t)
	if strings.Contains(proxy.stderr.String(), secret) {
		t.Errorf("it printed %s", proxy.stderr)
	}
}
