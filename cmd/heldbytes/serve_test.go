//go:build !js

package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestServeStopsWhenTold(t *testing.T) {
	h, err := newPage(fstest.MapFS{"index.html": {Data: []byte("hello")}, "page.wasm.gz": {Data: []byte("a module")}}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String() + "/"
	done := make(chan error)
	go func() { done <- serve(ctx, l, h, newLog(io.Discard), time.Minute) }()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(b) != "hello" {
		t.Errorf("served %q, %v", b, err)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("it serves after it was stopped")
	}
}

// A client that sends nothing more does not make a failure of a stop.
func TestServeStopsWithoutWhoIsTooSlow(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	asked := make(chan bool)
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		io.Copy(io.Discard, r.Body)
	})
	var log strings.Builder
	done := make(chan error)
	go func() { done <- serve(ctx, l, h, newLog(&log), time.Nanosecond) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "POST / HTTP/1.1\r\nHost: held.example\r\nContent-Length: 10\r\n\r\nhel")
	<-asked
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if !strings.Contains(log.String(), "too long are cut off") {
		t.Errorf("the log is %s", log.String())
	}
}

func TestServeSaysWhatItCannotDo(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"an argument", []string{"file"}, 2, "heldbytes: serve: read 1 operand, want 0: see heldbytes help"},
		{"an unknown flag", []string{"--nosuch"}, 2, "heldbytes: serve: unknown flag: --nosuch"},
		{"an unknown sample", []string{"--sample", "nosuch"}, 2, `unknown sample "nosuch"`},
		{"a size that is none", []string{"--max-store", "much"}, 2, `heldbytes: serve: --max-store: read "much", want bytes`},
		{"an address that is none", []string{"--listen", "nowhere"}, 2, "heldbytes: serve: listen tcp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			if code := runServe(c.args, strings.NewReader(""), &stdout, &stderr); code != c.code || !strings.Contains(stderr.String(), c.want) || stdout.Len() > 0 {
				t.Errorf("exit %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
			}
		})
	}
}
