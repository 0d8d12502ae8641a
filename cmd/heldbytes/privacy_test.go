//go:build !js

package main

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heldbytes/heldbytes/analyzer/picture"
	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/sharetest"
)

const planted = "swordfish"

// secrets are recordings with a secret wherever there is room for one: in the
// payload, in addresses, headers, names of events and members, comments, ids.
func secrets() map[string]string {
	event := "id: swordfish\nretry: swordfish\nevent: swordfish\ndata: {\"swordfish\":\"swordfish\"}\n\n"
	body := ": swordfish\n\n" + event + "data: swordfish\n\ndata: [DONE]\n\ndata: swordfish"
	return map[string]string{
		"capture.jsonl": fmt.Sprintf(`{"heldbytes":"capture/1","content_type":"text/event-stream; swordfish","url":"https://swordfish","swordfish":["swordfish"]}`+"\n"+
			`{"t_ms":0,"text":%q,"swordfish":"swordfish"}`+"\n"+`{"t_ms":900,"text":%q,"note":"swordfish"}`+"\n"+`{"eof_ms":950,"swordfish":1}`+"\n", body[:40], body[40:]),
		"log.jsonl": fmt.Sprintf(`{"ts":1700000000.5,"logger":"swordfish","data":%q,"swordfish":{}}`+"\n"+`{"ts":1700000001.5,"logger":"swordfish","data":%q,"swordfish":{}}`+"\n", event, event),
		"har.json": fmt.Sprintf(`{"log":{"version":"1.2","creator":{"name":"swordfish","version":"swordfish"},"comment":"swordfish","pages":[{"id":"swordfish","title":"swordfish","startedDateTime":"2026-01-02T03:04:05.000Z","pageTimings":{}}],`+
			`"entries":[{"pageref":"swordfish","startedDateTime":"2026-01-02T03:04:05.000Z","time":900,"comment":"swordfish","serverIPAddress":"swordfish",`+
			`"request":{"method":"GET","url":"https://swordfish/swordfish?swordfish=swordfish","httpVersion":"http/1.1","headers":[{"name":"swordfish","value":"swordfish"}],"queryString":[{"name":"swordfish","value":"swordfish"}],"cookies":[{"name":"swordfish","value":"swordfish"}],"headersSize":1,"bodySize":0},`+
			`"response":{"status":200,"statusText":"swordfish","httpVersion":"http/1.1","headers":[{"name":"content-type","value":"text/event-stream"},{"name":"swordfish","value":"swordfish"}],"cookies":[{"name":"swordfish","value":"swordfish"}],"content":{"size":%d,"mimeType":"text/event-stream","text":%q},"redirectURL":"swordfish","headersSize":1,"bodySize":1},`+
			`"cache":{},"timings":{"send":1,"wait":100,"receive":700}}]}}`, len(body), body),
		"body.sse": body,
	}
}

// What a recording says is not in what is shared of it: not in what is sent to a
// host, not in what the host keeps, shows and logs, nor in a link; and not in what
// the command writes.
func TestNothingThatIsSharedHoldsASecret(t *testing.T) {
	for name, recording := range secrets() {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), planted)
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, planted+"-"+name)
			if err := os.WriteFile(file, []byte(recording), 0o666); err != nil {
				t.Fatal(err)
			}
			all := map[string]string{}
			passed(t, file, all)
			written(t, file, dir, all)
			for _, what := range slices.Sorted(maps.Keys(all)) {
				text := all[what]
				if text == "" {
					t.Errorf("%s is empty", what)
				}
				if strings.Contains(strings.ToLower(html.UnescapeString(text)), planted) {
					t.Errorf("%s holds the secret:\n%s", what, text)
				}
			}
		})
	}
}

// passed shares a recording on a host, and keeps all that passed on the way and
// all that the host then shows.
func passed(t *testing.T, file string, all map[string]string) {
	const index = "<!doctype html>\n<html lang=\"en\"><head>\n<title>heldbytes</title>\n<meta name=\"description\" content=\"a page\">\n<meta name=\"heldbytes-build\" content=\"0123456789abcdef\">\n</head></html>\n"
	p, err := newPage(fstest.MapFS{"index.html": {Data: []byte(index)}, "page.wasm.gz": {Data: []byte("a module")}}, "")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	site := newSite(p, share.Config{Store: &sharetest.Memory{}, Log: newLog(&log)})
	sent := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := httputil.DumpRequest(r, true)
		if err != nil {
			t.Error(err)
		}
		sent++
		all[fmt.Sprintf("request %d", sent)] = string(request)
		site.ServeHTTP(w, r)
	}))
	defer srv.Close()
	out, said := done(t, runShare, "--to", srv.URL, file)
	all["address"], all["what it says"] = out, said
	id := regexp.MustCompile(`/a/([a-z2-7]+)`).FindStringSubmatch(out)
	if id == nil || sent == 0 {
		t.Fatalf("%d requests, printed %q, %q", sent, out, said)
	}
	for _, path := range []string{"/api/timelines/" + id[1], "/a/" + id[1], "/a/" + id[1] + "/graph.svg", "/a/" + id[1] + "/graph.png"} {
		res, err := http.Get(srv.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response, err := httputil.DumpResponse(res, true)
		res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", path, res.Status, err)
		}
		all[path[:strings.LastIndex(path, "/")]+" of "+filepath.Base(path)] = string(response)
		if body := response[bytes.Index(response, []byte("\r\n\r\n"))+4:]; strings.HasSuffix(path, ".png") {
			config, err := png.DecodeConfig(bytes.NewReader(body))
			if err != nil || config.Width != picture.CardWidth || config.Height != picture.CardHeight {
				t.Errorf("the preview has %d by %d, %v", config.Width, config.Height, err)
			}
		}
	}
	srv.Close()
	all["log"] = log.String()
	all["link"], _ = done(t, runShare, file)
}

// written keeps all that analyze writes of a recording.
func written(t *testing.T, file, dir string, all map[string]string) {
	out := func(name string) string { return filepath.Join(dir, "out."+name) }
	all["text"], _ = done(t, runAnalyze, file, "--csv", out("csv"), "--svg", out("svg"), "--png", out("png"), "--html", out("html"))
	all["JSON"], _ = done(t, runAnalyze, file, "--json")
	for _, name := range []string{"csv", "svg", "png", "html"} {
		b, err := os.ReadFile(out(name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
}

// done runs a subcommand, which has to succeed.
func done(t *testing.T, run func([]string, io.Reader, io.Writer, io.Writer) int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, said strings.Builder
	if code := run(args, strings.NewReader(""), &out, &said); code != exitDone {
		t.Fatalf("exit %d: %s", code, said.String())
	}
	return out.String(), said.String()
}
