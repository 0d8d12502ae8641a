//go:build !js

package trials_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

// serve answers one request with s, and returns where. It goes by what the
// recording at path holds: each write waits until the one before it stands there,
// so that the chunks are the same on a machine of any speed.
func serve(t *testing.T, s stream, path string) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			answered <- nil // nobody asked
			return
		}
		defer conn.Close()
		answered <- reply(conn, s, path)
	}()
	t.Cleanup(func() {
		l.Close()
		if err := <-answered; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/stream"
}

func reply(conn net.Conn, s stream, path string) error {
	in := bufio.NewReader(conn)
	request, err := http.ReadRequest(in)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, request.Body); err != nil {
		return err
	}
	head := "HTTP/1.1 200 OK\r\nContent-Type: " + s.contentType + "\r\nConnection: close\r\n"
	if s.chunked {
		head += "Transfer-Encoding: chunked\r\n"
	}
	if _, err := io.WriteString(conn, head+"\r\n"); err != nil {
		return err
	}
	sent := int64(0)
	for i, w := range s.writes {
		if err := recorded(path, sent); err != nil {
			return fmt.Errorf("write %d: %w", i, err)
		}
		if wait := s.every; slices.Contains(s.pauses, i) {
			<-time.After(pause)
		} else if wait > 0 {
			<-time.After(wait)
		}
		text := w
		if s.chunked {
			text = fmt.Sprintf("%x\r\n%s\r\n", len(w), w)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			return fmt.Errorf("write %d: %w", i, err)
		}
		sent += int64(len(w))
	}
	if err := recorded(path, sent); err != nil {
		return fmt.Errorf("the end: %w", err)
	}
	if s.chunked {
		_, err = io.WriteString(conn, "0\r\n\r\n")
	}
	return err
}

// recorded waits until the recording at path holds n bytes.
func recorded(path string, n int64) error {
	for deadline := time.Now().Add(beside.Patience); ; {
		text, err := os.ReadFile(path)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		got := int64(0)
		for line := range bytes.Lines(text) {
			var c struct {
				Text string
				B64  []byte
				Len  int64
			}
			if !bytes.HasSuffix(line, []byte("\n")) {
				break // it is being written
			}
			if err := json.Unmarshal(line, &c); err != nil {
				return err
			}
			got += int64(len(c.Text)+len(c.B64)) + c.Len
		}
		if got >= n {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s holds %d bytes of %d", path, got, n)
		}
		<-time.After(2 * time.Millisecond)
	}
}
