//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
)

// cadence is how often the streams of these tests have an event.
const cadence = time.Millisecond

// stream is a command that writes events to standard output: so many, or for ever.
func stream() {
	n, exit := 1<<30, 0
	if len(os.Args) > 1 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if len(os.Args) > 2 {
		exit, _ = strconv.Atoi(os.Args[2])
	}
	if err := sendEvents(os.Stdout, func() {}, n, nil); err != nil {
		os.Exit(1)
	}
	os.Exit(exit)
}

// sendEvents writes n events of different sizes, until gone is closed.
func sendEvents(w io.Writer, flush func(), n int, gone <-chan struct{}) error {
	tick := time.NewTicker(cadence)
	defer tick.Stop()
	for i := range n {
		if _, err := fmt.Fprintf(w, "data: {\"i\":%d,\"text\":\"%s\"}\n\n", i, strings.Repeat("word ", i*i%700)); err != nil {
			return err
		}
		flush()
		select {
		case <-tick.C:
		case <-gone:
			return nil
		}
	}
	return nil
}

// streaming is a server of events, as many as the path says, or for ever.
func streaming(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			n = 1 << 30
		}
		w.Header().Set("Content-Type", "text/event-stream")
		sendEvents(w, w.(http.Flusher).Flush, n, r.Context().Done())
	}))
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

// started is the command in a process of its own.
type started struct {
	*exec.Cmd
	out    *bufio.Reader // its standard output
	pipe   io.Closer     // of out
	stderr *bytes.Buffer
}

// startHeldbytes starts the command in a directory. It is ended with the test.
func startHeldbytes(t *testing.T, dir string, args ...string) *started {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: append([]string{"heldbytes"}, args...), Dir: dir}
	cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+certificates(t))
	s := &started{Cmd: cmd, stderr: new(bytes.Buffer)}
	cmd.Stderr = s.stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out, s.pipe = bufio.NewReader(out), out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	return s
}

// end reads what is left of standard output and waits; it returns the exit code.
func (s *started) end(t *testing.T) (rest []byte, code int) {
	t.Helper()
	rest, err := io.ReadAll(s.out)
	if err != nil {
		t.Fatal(err)
	}
	s.Wait() // its exit code is what it says
	return rest, s.ProcessState.ExitCode()
}

// stopped waits for a process that was killed.
func (s *started) killed() {
	s.Process.Kill()
	io.Copy(io.Discard, s.out)
	s.Wait()
}

// certificates is a file with the certificate that all servers of httptest have.
func certificates(t *testing.T) string {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	name := filepath.Join(t.TempDir(), "cert.pem")
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// proxyAddress is where a proxy that was started listens.
func proxyAddress(t *testing.T, s *started) string {
	t.Helper()
	line, err := s.out.ReadString('\n')
	_, after, ok := strings.Cut(line, "heldbytes listens on ")
	address, _, _ := strings.Cut(after, " ")
	if err != nil || !ok {
		t.Fatalf("printed %q, %v, %s", line, err, s.stderr)
	}
	return address
}

// captured are the recordings in a directory, each analysed.
func captured(t *testing.T, dir string) (all []*analyzer.Analysis, texts []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := analyzer.Analyze(bytes.NewReader(b), analyzer.Options{Name: filepath.Base(name)})
		if err != nil {
			t.Errorf("%v in %.300q … %.300q", err, b, b[max(0, len(b)-300):])
			continue
		}
		all, texts = append(all, a), append(texts, filepath.Base(name)+"\n"+string(b))
	}
	return all, texts
}
