//go:build !js

package client_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/record/client"
)

// scripted serves one connection: it writes a part whenever it is told to go on.
func scripted(t *testing.T, parts []string) (url string, next chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	next = make(chan struct{}, len(parts)+1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
			return
		}
		for _, p := range parts {
			if _, ok := <-next; !ok {
				return
			}
			if _, err := io.WriteString(c, p); err != nil {
				return
			}
		}
		<-next
	}()
	t.Cleanup(func() { close(next); l.Close(); <-done })
	return "http://" + l.Addr().String() + "/", next
}

func get(t *testing.T, url string) *http.Response {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := client.NewTransport(false)
	t.Cleanup(tr.CloseIdleConnections)
	res, err := tr.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// TestReadsReturnWhatHasCome has the server go on only once a read has returned
// what came before.
func TestReadsReturnWhatHasCome(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	chunked := ok + "Transfer-Encoding: chunked\r\n\r\n"
	for name, c := range map[string]struct {
		parts []string // what the server writes
		reads []string // what a read returns after each, in turn; "" for none
	}{
		"a chunk that comes in parts": {
			[]string{chunked + "10\r\nabc", "def", "ghijklmnop\r\n", "0\r\n\r\n"}, []string{"abc", "def", "ghijklmnop", ""}},
		"a size that comes in parts": {
			[]string{chunked, "1", "0;x=y\r", "\nabcdefghijklmno", "p\r\n0\r\n\r\n"}, []string{"", "", "", "abcdefghijklmno", "p"}},
		"a line end that comes in parts": {
			[]string{chunked + "3\r\nabc\r", "\n3\r\ndef", "\r\n", "0\r\n\r\n"}, []string{"abc", "def", "", ""}},
		"two chunks in one read are one": {
			[]string{chunked + "3\r\nabc\r\n3\r\ndef\r\n3\r\ng", "hi\r\n0\r\n\r\n"}, []string{"abcdefg", "hi"}},
		"a response in front of the response": {
			[]string{"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + chunked + "3\r\nab", "c\r\n0\r\n\r\n"}, []string{"ab", "c"}},
		"a trailer": {
			[]string{chunked + "3\r\nabc\r\n0\r\nA: ", "b\r\n\r\n"}, []string{"abc", ""}},
		"a body of a known length": {
			[]string{ok + "Content-Length: 6\r\n\r\nab", "cd", "ef"}, []string{"ab", "cd", "ef"}},
	} {
		t.Run(name, func(t *testing.T) {
			url, next := scripted(t, c.parts)
			next <- struct{}{}
			res := get(t, url)
			buf := make([]byte, 4096)
			for i, want := range c.reads {
				if i > 0 {
					next <- struct{}{}
				}
				if want == "" {
					continue
				}
				n, err := res.Body.Read(buf)
				if string(buf[:n]) != want || err != nil && !errors.Is(err, io.EOF) {
					t.Fatalf("read %d: %q, %v, want %q", i, buf[:n], err, want)
				}
			}
			if n, err := res.Body.Read(buf); n != 0 || err != io.EOF {
				t.Errorf("at the end: %q, %v", buf[:n], err)
			}
		})
	}
}

// TestBodiesAreWhatNetHTTPReads cuts connections at every place and reads them to
// their end.
func TestBodiesAreWhatNetHTTPReads(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 700)
	for name, stream := range map[string]string{
		"chunks":             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
		"a long chunk":       fmt.Sprintf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(long), long),
		"one that is cut":    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc",
		"a wrong size":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
		"a wrong end":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdefghi\r\n",
		"an endless size":    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 5000) + "\r\n",
		"a length":           "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
		"a length that lies": "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabcde",
		"very many chunks":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1\r\na\r\n2\r\nbc\r\n", 20_000) + "0\r\n\r\n",
		"to the end":         "HTTP/1.1 200 OK\r\n\r\nabcde",
		"nothing":            "HTTP/1.1 204 No Content\r\n\r\n",
		"no HTTP":            "SSH-2.0-OpenSSH_9.2\r\n\r\n",
		"LF alone":           "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n",
	} {
		want, wantErr := readAll(t, http.DefaultTransport.(*http.Transport).Clone(), stream)
		for _, size := range []int{1, 2, 3, 7, 1000, 1 << 20} {
			size = max(size, len(stream)/2000) // of many writes, each takes its time
			got, err := readAll(t, client.NewTransport(false), cut(stream, size)...)
			if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s, %d bytes at a time: %.80q, %v, want %.80q, %v", name, size, got, err, want, wantErr)
			}
		}
	}
}

// TestBrokenBodiesAreWhatNetHTTPReads has a byte of a stream be another one.
func TestBrokenBodiesAreWhatNetHTTPReads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var stream strings.Builder
		stream.WriteString("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
		for range random.IntN(12) {
			size := 1 + random.IntN([]int{3, 100, 70_000}[random.IntN(3)])
			fmt.Fprintf(&stream, "%x%s\r\n", size, []string{"", "", "; a=b", " "}[random.IntN(4)])
			for i := range size {
				stream.WriteByte("0123456789abcdef\r\n"[(i*7+size)%18])
			}
			stream.WriteString("\r\n")
		}
		stream.WriteString([]string{"0\r\n\r\n", "0\r\nA: b\r\n\r\n", "0\r\n\r\nHTTP/1.1 200 OK\r\n", ""}[random.IntN(4)])
		sent := []byte(stream.String())
		if random.IntN(3) == 0 {
			sent[random.IntN(len(sent))] = "0a\r\n;x"[random.IntN(6)]
		}
		want, wantErr := readAll(t, http.DefaultTransport.(*http.Transport).Clone(), string(sent))
		size := 1 + random.IntN([]int{50, 5000, 200_000}[random.IntN(3)])
		size = max(size, len(sent)/200) // of many writes, each takes its time
		got, err := readAll(t, client.NewTransport(false), cut(string(sent), size)...)
		if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) {
			t.Errorf("%.80q, %d bytes at a time: %d bytes, %v, want %d, %v", sent, size, len(got), err, len(want), wantErr)
		}
	}
}

func cut(s string, n int) (parts []string) {
	for len(s) > n {
		parts, s = append(parts, s[:n]), s[n:]
	}
	return append(parts, s)
}

// readAll reads what a server that writes parts and closes sends.
func readAll(t *testing.T, tr http.RoundTripper, parts ...string) ([]byte, error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
			return
		}
		for _, p := range parts {
			if _, err := io.WriteString(c, p); err != nil {
				return
			}
		}
	}()
	r, err := http.NewRequest(http.MethodGet, "http://"+l.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := tr.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
