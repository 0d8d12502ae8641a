//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func TestRecordOfURL(t *testing.T) {
	s := streaming(t)
	dir := t.TempDir()
	r := startHeldbytes(t, dir, "record", s.URL+"/20", "--tee")
	body, code := r.end(t)
	if code != 0 || bytes.Count(body, []byte("\n\n")) != 20 {
		t.Errorf("exit %d, %d events passed on, %s", code, bytes.Count(body, []byte("\n\n")), r.stderr)
	}
	all, texts := captured(t, dir)
	if len(all) != 1 {
		t.Fatalf("%d files", len(all))
	}
	if x := all[0].Timeline; x.Spans.Len() != 20 || x.Total() != int64(len(body)) || !x.EOF.Set || x.Level.String() != "read" || x.Accept.Time >= 0 {
		t.Errorf("%d events of %d bytes, EOF %v, level %v, accept %v", x.Spans.Len(), x.Total(), x.EOF, x.Level, x.Accept)
	}
	if strings.Contains(texts[0], "word") || !strings.Contains(r.stderr.String(), "\nheldbytes analyze heldbytes-") {
		t.Errorf("%.300s\n%s", texts[0], r.stderr)
	}
}

func TestRecordIsStopped(t *testing.T) {
	s := streaming(t)
	for name, c := range map[string]struct {
		args []string
		stop func(*started)
		want string
	}{
		"by Ctrl-C":      {nil, func(r *started) { r.Process.Signal(os.Interrupt) }, "heldbytes: stopped\n"},
		"by a signal":    {nil, func(r *started) { r.Process.Signal(syscall.SIGTERM) }, "heldbytes: stopped\n"},
		"by --max-time":  {[]string{"--max-time", "0.3"}, func(*started) {}, "heldbytes: stopped after the time of --max-time\n"},
		"by its reading": {nil, func(r *started) { r.closeOutput() }, "heldbytes: nobody reads standard output any more: stopped\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := startHeldbytes(t, dir, append([]string{"record", s.URL, "--tee"}, c.args...)...)
			for range 20 {
				if _, err := r.out.ReadString('\n'); err != nil {
					t.Fatal(err, r.stderr)
				}
			}
			c.stop(r)
			io.Copy(io.Discard, r.out)
			r.Wait()
			if code := r.ProcessState.ExitCode(); code != 0 || !strings.HasPrefix(r.stderr.String(), c.want) {
				t.Errorf("exit %d, %s", code, r.stderr)
			}
			if all, _ := captured(t, dir); len(all) != 1 || all[0].Timeline.Spans.Len() < 10 || all[0].Timeline.EOF.Set {
				t.Errorf("%d files", len(all))
			}
		})
	}
}

func TestRecordSendsWhatItIsTold(t *testing.T) {
	var seen atomic.Pointer[http.Request]
	var body atomic.Value
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		body.Store(string(b))
		seen.Store(r)
		if r.Header.Get("Accept-Encoding") == "identity" {
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, `{"a":1}`)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, `{"a":1}`)
		z.Close()
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "body"), []byte(`{"stream":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args                    []string
		method, proto, body     string
		contentType, own, coded string
	}{
		{[]string{}, "GET", "HTTP/2.0", "", "", "", "identity"},
		{[]string{"--http1", "-X", "DELETE"}, "DELETE", "HTTP/1.1", "", "", "", "identity"},
		{[]string{"-d", "@body", "-H", "X-Own: 1"}, "POST", "HTTP/2.0", `{"stream":true}`, "application/json", "1", "identity"},
		{[]string{"-d", "a=1", "-X", "PUT", "-H", "content-type: a/b"}, "PUT", "HTTP/2.0", "a=1", "a/b", "", "identity"},
		{[]string{"--compressed"}, "GET", "HTTP/2.0", "", "", "", "gzip, deflate, br"},
	} {
		r := startHeldbytes(t, dir, append([]string{"record", s.URL, "-o", "-", "--payload", "raw"}, c.args...)...)
		out, code := r.end(t)
		got := seen.Load()
		if code != 0 || got.Method != c.method || got.Proto != c.proto || body.Load() != c.body ||
			got.Header.Get("Content-Type") != c.contentType || got.Header.Get("X-Own") != c.own || got.Header.Get("Accept-Encoding") != c.coded {
			t.Errorf("%q: exit %d, %s %s %v %q, %s", c.args, code, got.Method, got.Proto, got.Header, body.Load(), r.stderr)
		}
		refused := strings.Contains(r.stderr.String(), "heldbytes: the server answered with status 429\n")
		if coded := bytes.Contains(out, []byte(`"content_encoding":"gzip"`)); coded == refused || coded != (c.coded != "identity") || !bytes.Contains(out, []byte("eof_ms")) {
			t.Errorf("%q: %s%s", c.args, out, r.stderr)
		}
	}
}

func TestRedirectsTakeNoSecretToOtherHosts(t *testing.T) {
	var got atomic.Pointer[http.Header]
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got.Store(&r.Header)
		io.WriteString(w, "{}\n")
	}))
	defer other.Close()
	first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/here" {
			http.Redirect(w, r, "/there", http.StatusFound)
			return
		}
		if r.Header.Get("X-Api-Key") != "hidden" {
			t.Error("the same host is not sent the header")
		}
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer first.Close()
	r := startHeldbytes(t, t.TempDir(), "record", first.URL+"/here?hidden", "-H", "X-Api-Key: hidden", "-H", "Authorization: hidden", "-H", "Accept: text/event-stream")
	if _, code := r.end(t); code != 0 {
		t.Errorf("exit %d, %s", code, r.stderr)
	}
	for name, values := range *got.Load() {
		if strings.Contains(strings.Join(values, " "), "hidden") {
			t.Errorf("another host was sent %s", name)
		}
	}
	if got.Load().Get("Accept") != "text/event-stream" {
		t.Errorf("it was sent %v", got.Load())
	}
}

func TestRecordOfCommandPassesItsOutputOnUntouched(t *testing.T) {
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(3, 4))
	want := make([]byte, 3_000_001)
	for i := range want {
		want[i] = byte(random.Uint32())
	}
	if err := os.WriteFile(filepath.Join(dir, "in"), want, 0o600); err != nil {
		t.Fatal(err)
	}
	r := startHeldbytes(t, dir, "record", "-o", "out.jsonl", "--", "cat", "in")
	got, code := r.end(t)
	if code != 0 || !bytes.Equal(got, want) {
		t.Errorf("exit %d, %d bytes, %s", code, len(got), r.stderr)
	}
	if all, _ := captured(t, dir); len(all) != 1 || all[0].Timeline.Total() != int64(len(want)) {
		t.Errorf("%d files", len(all))
	}
}

// streamCommand is a command that streams, as scripts have it.
func streamCommand(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "stream")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestRecordOfCommandEndsAsTheCommandDoes(t *testing.T) {
	dir := t.TempDir()
	command := streamCommand(t, dir)
	for name, c := range map[string]struct {
		args []string
		do   func(*started)
		code int
	}{
		"with its exit code":            {[]string{command, "3", "7"}, func(*started) {}, 7},
		"by a signal that is sent on":   {[]string{command}, func(r *started) { r.Process.Signal(syscall.SIGTERM) }, 128 + 15},
		"by nobody that reads":          {[]string{command}, func(r *started) { r.closeOutput() }, 128 + 13},
		"where the file cannot be made": {[]string{"sh", "-c", "rm -r ../gone; echo 1; exit 3"}, func(*started) {}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			in := t.TempDir()
			out := filepath.Join(in, "gone", "out.jsonl")
			if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
				t.Fatal(err)
			}
			work := filepath.Join(in, "work")
			if err := os.MkdirAll(work, 0o777); err != nil {
				t.Fatal(err)
			}
			r := startHeldbytes(t, work, append([]string{"record", "-o", out, "--"}, c.args...)...)
			if _, err := r.out.ReadString('\n'); err != nil {
				t.Fatal(err, r.stderr)
			}
			c.do(r)
			io.Copy(io.Discard, r.out)
			r.Wait()
			if code := r.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit %d, want %d, %s", code, c.code, r.stderr)
			}
			if all, _ := captured(t, filepath.Dir(out)); len(all) != 1 && c.code != 3 {
				t.Errorf("%d files, %s", len(all), r.stderr)
			}
			if c.code == 3 && !strings.Contains(r.stderr.String(), "heldbytes: open ") {
				t.Errorf("said %s", r.stderr)
			}
		})
	}
}

// closeOutput closes the pipe that standard output is read from.
func (s *started) closeOutput() { s.pipe.Close() }

// TestWhatWasWrittenCanBeReadWheneverItIsKilled kills recordings of all kinds.
func TestWhatWasWrittenCanBeReadWheneverItIsKilled(t *testing.T) {
	s := streaming(t)
	command := streamCommand(t, t.TempDir())
	random := rand.New(rand.NewPCG(5, uint64(time.Now().UnixNano())))
	files := 0
	for i := range 50 {
		dir := t.TempDir()
		var r *started
		var from io.Reader
		switch i % 3 {
		case 0:
			r = startHeldbytes(t, dir, "record", "--tee", s.URL)
			from = r.out
		case 1:
			r = startHeldbytes(t, dir, "record", "--", command)
			from = r.out
		case 2:
			r = startHeldbytes(t, dir, "proxy", "--to", s.URL)
			res, err := http.Get(proxyAddress(t, r))
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			from = res.Body
		}
		if _, err := io.CopyN(io.Discard, from, 1+random.Int64N(300_000)); err != nil {
			t.Fatal(err, r.stderr)
		}
		r.killed()
		all, _ := captured(t, dir)
		files += len(all)
		if len(all) > 1 {
			t.Errorf("%d files", len(all))
		}
	}
	if files < 25 {
		t.Errorf("only %d of 50 recordings had been written", files)
	}
}

// TestRecordersKeepNoSecret looks for what is secret in all that recorders write and
// say.
func TestRecordersKeepNoSecret(t *testing.T) {
	const secret = "hidden"
	answer := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=hidden")
		w.Header().Set("Set-Cookie", "a=hidden")
		w.Header().Set("X-Hidden", "hidden")
		if strings.HasPrefix(r.URL.Path, "/500") {
			w.WriteHeader(500)
		}
		io.WriteString(w, ":hidden\nevent: hidden\nid: hidden\ndata: {\"hidden\":\"hidden\",\"b\":[\"\\u0068hidden\"]}\n\nhidden: hidden\ndata: hidden\n\ndata: hid")
		w.(http.Flusher).Flush()
		if strings.HasPrefix(r.URL.Path, "/cut") {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, "den\n\n")
	}
	s := httptest.NewServer(http.HandlerFunc(answer))
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "http://")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "body"), []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, path := range []string{"/hidden", "/500/hidden", "/cut/hidden"} {
		r := startHeldbytes(t, dir, "record", "http://hidden:hidden@"+host+path+"?key=hidden#hidden", "-H", "Authorization: hidden", "-H", "Cookie: hidden", "-d", "@body")
		out, code := r.end(t)
		if code != 0 {
			t.Errorf("exit %d, %s", code, r.stderr)
		}
		said = append(said, string(out), r.stderr.String())
	}
	r := startHeldbytes(t, dir, "record", "http://127.0.0.1:1/hidden?hidden", "-H", "X-Hidden: hidden")
	out, _ := r.end(t)
	said = append(said, string(out), r.stderr.String())
	r = startHeldbytes(t, dir, "record", "--", "echo", `{"a":"hidden"}`)
	if out, code := r.end(t); code != 0 || string(out) != "{\"a\":\"hidden\"}\n" {
		t.Errorf("exit %d, %q, %s", code, out, r.stderr)
	}
	said = append(said, r.stderr.String())
	for _, to := range []string{s.URL + "/hidden/", "http://127.0.0.1:1/hidden"} {
		p := startHeldbytes(t, dir, "proxy", "--to", to)
		base := proxyAddress(t, p)
		q, err := http.NewRequest(http.MethodPost, base+"500?hidden", strings.NewReader(secret))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Authorization", secret)
		res, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		p.Process.Signal(os.Interrupt)
		out, code := p.end(t)
		if code != 0 {
			t.Errorf("exit %d, %s", code, p.stderr)
		}
		said = append(said, string(out), p.stderr.String())
	}
	all, texts := captured(t, dir)
	if len(all) != 5 {
		t.Errorf("%d files", len(all))
	}
	for _, text := range append(said, texts...) {
		// "aGlkZGVu", "hpZGRlb", "oaWRkZW4" are parts of what base64 makes of it.
		for _, is := range []string{secret, "hid", "aGlkZGVu", "hpZGRlb", "oaWRkZW4"} {
			if strings.Contains(strings.ToLower(text), is) || strings.Contains(text, is) {
				t.Errorf("%q is in\n%s", is, text)
			}
		}
	}
}

func TestProxyStopsGracefully(t *testing.T) {
	s := streaming(t)
	dir := t.TempDir()
	p := startHeldbytes(t, dir, "proxy", "--to", s.URL, "-o", "captures")
	base := proxyAddress(t, p)
	res, err := http.Get(base)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.CopyN(io.Discard, res.Body, 5000); err != nil {
		t.Fatal(err)
	}
	p.Process.Signal(os.Interrupt)
	if _, code := p.end(t); code != 0 {
		t.Errorf("exit %d, %s", code, p.stderr)
	}
	if all, _ := captured(t, filepath.Join(dir, "captures")); len(all) != 1 || all[0].Timeline.EOF.Set || all[0].Timeline.Total() < 5000 {
		t.Errorf("%d files, %s", len(all), p.stderr)
	}
	if !strings.Contains(p.stderr.String(), "\nheldbytes analyze captures/heldbytes-") {
		t.Errorf("said %s", p.stderr)
	}
}

// An upgraded connection is nobody's to end but the proxy's: client and server keep it
// open for as long as they like.
func TestProxyStopsWhereAConnectionWasUpgraded(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		io.Copy(io.Discard, conn)
	}))
	defer s.Close()
	p := startHeldbytes(t, t.TempDir(), "proxy", "--to", s.URL)
	q, err := http.NewRequest(http.MethodGet, proxyAddress(t, p), nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}}
	res, err := http.DefaultTransport.RoundTrip(q)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(res, err)
	}
	defer res.Body.Close()
	patience := time.AfterFunc(time.Minute, func() { p.Process.Kill() })
	defer patience.Stop()
	p.Process.Signal(os.Interrupt)
	if _, code := p.end(t); code != 0 {
		t.Errorf("exit %d, %s", code, p.stderr)
	}
}

// The first signal waits for what is under way, another one for nothing.
func TestASecondSignalEndsAProxyAtOnce(t *testing.T) {
	s := streaming(t)
	p := startHeldbytes(t, t.TempDir(), "proxy", "--to", s.URL)
	res, err := http.Get(proxyAddress(t, p))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.end(t)
	}()
	often := time.NewTicker(5 * time.Millisecond)
	defer often.Stop()
	for going := true; going; {
		p.Process.Signal(os.Interrupt)
		select {
		case <-ended:
			going = false
		case <-often.C:
		}
	}
	if status := p.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v, %s", p.ProcessState, p.stderr)
	}
}

// A terminal's own commands are to be had where the machine has script.
func TestRecordIsShownOnATerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("this machine has no script: no terminal to show it on")
	}
	s := streaming(t)
	dir := t.TempDir()
	command := streamCommand(t, t.TempDir())
	self := filepath.Join(dir, "heldbytes")
	if err := os.Symlink(command, self); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(script, "-qec", self+" record -o "+filepath.Join(dir, "out.jsonl")+" "+s.URL+"/900", "/dev/null").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !bytes.Contains(out, []byte(" chunks, ")) || !bytes.Contains(out, []byte(" held now")) || !bytes.Contains(out, []byte("\r\x1b[Kheldbytes: ")) {
		t.Errorf("shown %q", out)
	}
}
