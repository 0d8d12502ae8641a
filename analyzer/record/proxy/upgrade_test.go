//go:build !js

package proxy_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

func TestUpgradesArePassedOn(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		io.WriteString(rw, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		rw.Flush()
		line, _ := rw.ReadString('\n')
		io.WriteString(rw, "echo "+line)
		rw.Flush()
	}))
	defer s.Close()
	base, c, finish := between(t, s.URL, record.PayloadMask)
	conn, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	lines := bufio.NewReader(conn)
	res, err := http.ReadResponse(lines, nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v, %v", res, err)
	}
	io.WriteString(conn, "hello\n")
	if line, err := lines.ReadString('\n'); line != "echo hello\n" {
		t.Errorf("%q, %v", line, err)
	}
	conn.Close()
	finish()
	if c.ups != 1 || len(c.files) != 0 {
		t.Errorf("%d upgrades, %d files", c.ups, len(c.files))
	}
}

// A server that has said all on an upgraded connection still hears what the client says.
func TestOneWayOfAnUpgradeMayEndBeforeTheOther(t *testing.T) {
	heard := make(chan string, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\nall\n")
		conn.(*net.TCPConn).CloseWrite()
		line, _ := rw.ReadString('\n')
		heard <- line
	}))
	defer s.Close()
	base, _, _ := between(t, s.URL, record.PayloadMask)
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: any\r\n\r\n")
	said, err := io.ReadAll(conn)
	if err != nil || !strings.HasSuffix(string(said), "\r\n\r\nall\n") {
		t.Errorf("the client heard %q, %v", said, err)
	}
	io.WriteString(conn, "more\n")
	select {
	case line := <-heard:
		if line != "more\n" {
			t.Errorf("the server heard %q", line)
		}
	case <-time.After(time.Minute):
		t.Error("the server heard nothing")
	}
}
