//go:build !js

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

// shareHost is a host in this process.
func shareHost(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(share.New(share.Config{Store: &sharetest.Memory{}}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// samplePair are a recording and the rows of its reader, with a secret in the
// recording's payload and in the names of both.
func samplePair(t *testing.T, secret string) (recording, rows string) {
	t.Helper()
	dir := t.TempDir()
	recording, rows = filepath.Join(dir, secret+".jsonl"), filepath.Join(dir, secret+".csv")
	s, _ := analyzer.SampleNamed("upstream")
	capture, observed := s.Open()
	for name, r := range map[string]interface{ Read([]byte) (int, error) }{recording: capture, rows: observed} {
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return recording, rows
}

func shareWith(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, err strings.Builder
	code = runShare(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func TestShareOnAHost(t *testing.T) {
	host := shareHost(t)
	recording, rows := samplePair(t, "s3cr3t")
	code, stdout, stderr := shareWith("", "--to", host+"/", "--days", "3", "--stall", "500", recording, rows)
	m := regexp.MustCompile(`^(` + regexp.QuoteMeta(host) + `/a/([a-z2-7]{26}))\?stall=500\nheldbytes share --delete (\S+) --token ([a-z2-7]{52})\n$`).FindStringSubmatch(stdout)
	if code != 0 || m == nil || m[1] != m[3] {
		t.Fatalf("exit %d, printed %q, %q", code, stdout, stderr)
	}
	for _, want := range []string{"what leaves this machine: ", " rows of i, t_ms, held_bytes, parsed, chunk_bytes, held_before, spans, for 3 days", "it is kept until "} {
		if !strings.Contains(stderr, want) {
			t.Errorf("it did not say %q: %s", want, stderr)
		}
	}
	if strings.Contains(stdout+stderr, "s3cr3t") {
		t.Errorf("the name of the file is in %q %q", stdout, stderr)
	}

	// What is there says what the command says here.
	here := readPair(t, recording, rows)
	var csv, svg bytes.Buffer
	if err := here.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	if err := here.WriteSVG(&svg, figure.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, body := get(t, host+"/api/timelines/"+m[2]); !bytes.Equal(body, csv.Bytes()) {
		t.Errorf("kept is %s", body)
	}
	if !strings.Contains(stderr, fmt.Sprintf("%d,%03d bytes", csv.Len()/1000, csv.Len()%1000)) {
		t.Errorf("%d bytes left, and it said %s", csv.Len(), stderr)
	}
	if _, body := get(t, host+"/a/"+m[2]+"/graph.svg"); !bytes.Equal(body, svg.Bytes()) {
		t.Errorf("the graph is another one")
	}

	for _, c := range []struct {
		name, stdin string
		args        []string
		variable    string
		code        int
		want        string
	}{
		{"with another token", strings.Repeat("a", 52) + "\n", []string{"--delete", m[1]}, "", 2, "heldbytes: share: the host answered 403: that is not the delete token of this timeline\n"},
		{"with no token", "", []string{"--delete", m[1]}, "", 2, "heldbytes: --token: want the delete token that the host gave, of letters and digits: see heldbytes help\n"},
		{"with something else", "", []string{"--delete", m[1], "--token", "../x"}, "", 2, "heldbytes: --token: want the delete token that the host gave, of letters and digits: see heldbytes help\n"},
		{"with the token of standard input", m[4] + "\n", []string{"--delete", m[1] + "?stall=500"}, "", 0, "deleted\n"},
		{"with the token of the environment", "", []string{"--delete", host + "/api/timelines/" + m[2]}, m[4], 2, "heldbytes: share: the host answered 404: no such timeline: it was deleted, its time is up, or it never was\n"},
		{"in Chinese", "", []string{"--lang", "zh", "--delete", m[1], "--token", m[4]}, "", 2, "heldbytes: share：主机回答 404：没有这样的时间线：已被删除、已到期，或从未有过\n"},
	} {
		t.Run("deleted "+c.name, func(t *testing.T) {
			t.Setenv(tokenVariable, c.variable)
			code, stdout, stderr := shareWith(c.stdin, c.args...)
			if code != c.code || stdout+stderr != c.want {
				t.Errorf("exit %d, printed %q %q, want %q", code, stdout, stderr, c.want)
			}
		})
	}
	if status, _ := get(t, host+"/api/timelines/"+m[2]); status != http.StatusNotFound {
		t.Errorf("after its deletion it is answered %d", status)
	}
}

// A secret in every place of a recording is nowhere in what leaves, what is kept,
// what is drawn of it and what is logged.
func TestShareLetsNoSecretOut(t *testing.T) {
	const secret = "s3cr3t"
	var log bytes.Buffer
	sent := make(chan []byte, 1)
	host := share.New(share.Config{Store: &sharetest.Memory{}, Log: newLog(&log), Page: func(_ context.Context, h share.Head) ([]byte, error) {
		return fmt.Appendf(nil, "%+v", h), nil
	}})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			dump, err := httputil.DumpRequest(r, true)
			if err != nil {
				t.Error(err)
			}
			sent <- dump
		}
		host.ServeHTTP(w, r)
	}))
	defer srv.Close()
	recording := filepath.Join(t.TempDir(), secret+".jsonl")
	text := `{"heldbytes":"capture/1","content_type":"text/event-stream; ` + secret + `","level":"read","` + secret + `":"` + secret + `"}
{"t_ms":0,"text":"event: ` + secret + `\nid: ` + secret + `\ndata: {\"` + secret + `\":\"` + secret + `\"}\n\n: ` + secret + `\n"}
{"t_ms":900,"text":"` + secret + `: x\ndata: ` + secret + `\n\n"}
{"eof_ms":900}
`
	if err := os.WriteFile(recording, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := shareWith("", "--to", srv.URL, "--heartbeat", secret, recording)
	url, _, _ := strings.Cut(stdout, "\n")
	if code != 0 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	all := map[string]string{"the request": string(<-sent), "standard output": stdout, "standard error": stderr}
	id := url[strings.LastIndex(url, "/")+1:]
	for _, at := range []string{url, srv.URL + "/api/timelines/" + id, url + "/graph.svg", url + "/graph.png"} {
		status, body := get(t, at)
		if status != http.StatusOK {
			t.Errorf("GET %s is answered %d", at, status)
		}
		all[at] = string(body)
	}
	srv.Close() // a line of the log comes after its answer
	_, link, _ := shareWith("", recording)
	all["the link"], all["the log"] = link, log.String()
	for name, text := range all {
		if text == "" || strings.Contains(text, secret) {
			t.Errorf("the secret is in %s: %q", name, text)
		}
	}
}

func readPair(t *testing.T, recording, rows string) *analyzer.Analysis {
	t.Helper()
	first, err := os.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := os.Open(rows)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	a, err := analyzer.Analyze(first, analyzer.Options{Observed: second})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestShareInALink(t *testing.T) {
	recording, rows := samplePair(t, "s3cr3t")
	for _, page := range []string{"", "https://held.example/"} {
		args := []string{recording, rows}
		if page != "" {
			args = append(args, "--page", page)
		}
		code, link, stderr := shareWith("", args...)
		if code != 0 || stderr != "" || !strings.HasPrefix(link, page+"#t=1.") || strings.Count(link, "\n") != 1 {
			t.Fatalf("exit %d, printed %q %q", code, link, stderr)
		}
		var again, before strings.Builder
		if code := runAnalyze([]string{"-"}, strings.NewReader(link), &again, &again); code != 0 {
			t.Errorf("the link cannot be read: %s", again.String())
		}
		runAnalyze(args[:2], nil, &before, &before)
		if again.String() != before.String() {
			t.Errorf("the link says\n%s\nand the recording said\n%s", again.String(), before.String())
		}
	}
}

// A host that is none, or means no good, is told apart in one line, and gets no
// second request.
func TestShareOnWhatIsNoHost(t *testing.T) {
	recording, _ := samplePair(t, "sample")
	id, token := strings.Repeat("a", 26), strings.Repeat("b", 52)
	shared := func(url, id, token string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"id":%q,"url":%q,"delete_token":%q,"expires":"2030-01-02T03:04:05Z"}`, id, url, token)
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"a page":          {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, "what answers there is no host of shared timelines: status 200"},
		"nothing":         {http.NotFound, "what answers there is no host of shared timelines: status 404"},
		"201 and no JSON": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201); fmt.Fprint(w, "ok") }, "what answers there is no host of shared timelines"},
		"one that redirects": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/x", http.StatusTemporaryRedirect)
		}, `the host sends to "https://elsewhere.example/x", want its own address`},
		"an address that a shell would run": {shared("https://h.example/a/"+id+"; rm -rf ~", id, token), "what answers there is no host of shared timelines"},
		"a host that a shell would run":     {shared("https://h.example$(id)/a/"+id, id, token), "what answers there is no host of shared timelines"},
		"a token that a shell would run":    {shared("https://h.example/a/"+id, id, "$(id)"), "what answers there is no host of shared timelines"},
		"another address than its id":       {shared("https://h.example/a/"+id, strings.Repeat("b", 26), token), "what answers there is no host of shared timelines"},
		"an error that paints the terminal": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error":"no\u001b[31m\r\nno"}`)
		}, "the host answered 400: no[31mno"},
		"an error without end": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprintf(w, `{"error":%q}`, strings.Repeat("x", 5000))
		}, "the host answered 400: " + strings.Repeat("x", 300) + "…"},
		"an answer without end": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprintf(w, `{"error":%q}`, strings.Repeat("x", 1<<20))
		}, "what answers there is no host of shared timelines: status 400"},
		"one that hangs up": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "the host cannot be reached: EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int32
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				c.answer(w, r)
			}))
			defer srv.Close()
			code, stdout, stderr := shareWith("", "--to", srv.URL, recording)
			lines := strings.SplitAfter(stderr, "\n")
			if code != 2 || stdout != "" || len(lines) != 3 || lines[1] != "heldbytes: share: "+c.want+"\n" || asked.Load() != 1 {
				t.Errorf("exit %d after %d requests, printed %q %q, want %q", code, asked.Load(), stdout, stderr, c.want)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		srv := httptest.NewServer(nil)
		srv.Close()
		code, _, stderr := shareWith("", "--to", srv.URL, recording)
		if code != 2 || !strings.Contains(stderr, "heldbytes: share: the host cannot be reached: dial tcp") {
			t.Errorf("exit %d, %s", code, stderr)
		}
	})
}

func TestClientBehindAProxy(t *testing.T) {
	client := clientIn("X-Forwarded-For")
	for _, c := range []struct {
		name   string
		fields []string
		want   string
	}{
		{"the proxy's word is the last", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9"},
		{"in several fields", []string{"198.51.100.1", "203.0.113.9"}, "203.0.113.9"},
		{"with a port", []string{"203.0.113.9:4711"}, "203.0.113.9"},
		{"IPv6", []string{"2001:db8:1:2:3::4"}, "2001:db8:1:2::"},
		{"none", nil, "192.0.2.1"},
		{"no address", []string{"203.0.113.9, unknown"}, "192.0.2.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			for _, f := range c.fields {
				r.Header.Add("X-Forwarded-For", f)
			}
			if got := client(r); got != c.want {
				t.Errorf("it is %q, want %q", got, c.want)
			}
		})
	}
}
