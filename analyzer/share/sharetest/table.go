package sharetest

import (
	"net/http"
	"strings"
	"testing"
)

// exchange is a request and what has to be answered. {id} and {token} in it are
// those of a timeline that the host keeps, {other} is an id that it does not.
type exchange struct {
	name    string
	request string // method and path
	headers []string
	body    string

	status int
	has    []string // headers, and what the body contains
}

const (
	good   = "i,t_ms,held_bytes,parsed\n0,0,5,False\n1,10,0,True\n"
	asCSV  = "Content-Type: text/csv"
	absent = "aaaaaaaaaaaaaaaaaaaaaaaaaa"
)

func post(name, path string, status int, body string, headers ...string) exchange {
	return exchange{name: name, request: "POST " + path, headers: headers, body: body, status: status}
}

// table needs no order and leaves nothing behind.
var table = []exchange{
	{name: "a host says that it is one", request: "GET /api/health", status: 200,
		has: []string{"Content-Type: application/json", `{"ok":true,"max_bytes":1048576,"days":30,"max_days":365}`}},
	{name: "its health has a HEAD", request: "HEAD /api/health", status: 200, has: []string{"Content-Type: application/json"}},
	{name: "its health is not to be written", request: "POST /api/health", status: 405, has: []string{"Allow: GET, HEAD, OPTIONS"}},
	{name: "what can be asked of a timeline is told", request: "OPTIONS /api/timelines/{id}", status: 204, has: []string{"Allow: DELETE, GET, HEAD, OPTIONS"}},
	{name: "no other site may ask", request: "OPTIONS /api/timelines", status: 204,
		headers: []string{"Origin: https://elsewhere.example", "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type"},
		has:     []string{"Allow: OPTIONS, POST", "Access-Control-Allow-Origin: "}},
	{name: "there is no list of timelines", request: "GET /api/timelines", status: 405, has: []string{"Allow: OPTIONS, POST"}},
	{name: "a timeline is not changed", request: "PUT /api/timelines/{id}", headers: []string{asCSV}, body: good, status: 405, has: []string{"Allow: DELETE, GET, HEAD, OPTIONS"}},
	{name: "nor in part", request: "PATCH /api/timelines/{id}", headers: []string{asCSV}, body: good, status: 405},
	{name: "a page takes no upload", request: "POST /a/{id}", headers: []string{asCSV}, body: good, status: 405, has: []string{"Allow: GET, HEAD, OPTIONS"}},

	post("a body of no type", "/api/timelines", 415, good, "Content-Type: "),
	post("JSON", "/api/timelines", 415, `{"chunks":[]}`, "Content-Type: application/json"),
	post("plain text, which any site could send", "/api/timelines", 415, good, "Content-Type: text/plain"),
	post("a form", "/api/timelines", 415, good, "Content-Type: multipart/form-data; boundary=x"),
	post("a type that is none", "/api/timelines", 415, good, "Content-Type: text/csv; charset"),
	post("another encoding of text", "/api/timelines", 415, good, "Content-Type: text/csv; charset=utf-16"),
	post("a content coding", "/api/timelines", 415, "\x1f\x8b\x08\x00", asCSV, "Content-Encoding: gzip"),

	post("nothing", "/api/timelines", 400, "", asCSV),
	post("white space", "/api/timelines", 400, " \n\n", asCSV),
	post("a header alone", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n", asCSV),
	post("gzip that does not say so", "/api/timelines", 400, "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", asCSV),
	post("bytes that are no text", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,5,\xff\n", asCSV),
	post("UTF-16", "/api/timelines", 400, "i\x00,\x00t\x00", asCSV),
	post("a recording", "/api/timelines", 400, `{"t_ms":0,"text":"data: 1\n\n"}`+"\n", asCSV),
	post("a link", "/api/timelines", 400, "#t=1."+strings.Repeat("A", 80)+"\n", asCSV),
	post("a page", "/api/timelines", 400, "<script>alert(1)</script>\n", asCSV),
	post("a column of one's own", "/api/timelines", 400, "i,t_ms,held_bytes,parsed,prompt\n0,0,5,False,hello\n", asCSV).containing("prompt"),
	post("a column twice", "/api/timelines", 400, "i,t_ms,held_bytes,parsed,chunk_bytes,chunk_bytes\n0,0,5,False,1,1\n", asCSV),
	post("another order of columns", "/api/timelines", 400, "t_ms,i,held_bytes,parsed\n0,0,5,False\n", asCSV),
	post("words in a cell of bytes", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,hello,False\n", asCSV).containing("timeline.csv:2", "hello"),
	post("words in the last cell, and no line end", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,5,False\n1,1,0,hello", asCSV),
	post("a row that is cut off", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,5,False\n1,1", asCSV),
	post("a formula", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,=1+1,False\n", asCSV),
	post("a negative length", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,-5,False\n", asCSV),
	post("a length that no stream has", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,0,99999999999999999999,False\n", asCSV),
	post("a time that is none", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,NaN,5,False\n", asCSV),
	post("a time after the end of days", "/api/timelines", 400, "i,t_ms,held_bytes,parsed\n0,1e300,5,False\n", asCSV),
	post("words in a cell of spans", "/api/timelines", 400, "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,5,5,hello\n", asCSV).containing("hello"),
	post("a span before the stream", "/api/timelines", 400, "i,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n0,0,0,True,5,5,0:9e\n", asCSV),
	post("a comment", "/api/timelines", 400, "# a remark of mine\n"+good, asCSV),
	post("a code that has another value", "/api/timelines", 400, "# framing=hello\n"+good, asCSV),
	post("another version", "/api/timelines", 400, "# heldbytes=timeline/9\n"+good, asCSV),
	post("two runs", "/api/timelines", 400, good+good, asCSV),

	post("no days", "/api/timelines?days=0", 400, good, asCSV).containing("365"),
	post("too many days", "/api/timelines?days=366", 400, good, asCSV),
	post("days that are no number", "/api/timelines?days=many", 400, good, asCSV),
	post("days with a sign", "/api/timelines?days=%2B5", 400, good, asCSV),
	post("a part of a day", "/api/timelines?days=1.5", 400, good, asCSV),
	post("days for ever", "/api/timelines?days=99999999999999999999", 400, good, asCSV),
	post("days twice", "/api/timelines?days=1&days=2", 400, good, asCSV),
	post("another parameter", "/api/timelines?forever=1", 400, good, asCSV),
	post("a query that is none", "/api/timelines?days=%zz", 400, good, asCSV),

	{name: "a timeline is CSV", request: "GET /api/timelines/{id}", status: 200,
		has: []string{"Content-Type: text/csv; charset=utf-8", "Cache-Control: no-cache", "# heldbytes=timeline/1 ", "\ni,t_ms,held_bytes,parsed"}},
	{name: "a timeline has a HEAD", request: "HEAD /api/timelines/{id}", status: 200, has: []string{"Content-Type: text/csv; charset=utf-8"}},
	{name: "a timeline that never was", request: "GET /api/timelines/{other}", status: 404, has: []string{"no such timeline"}},
	{name: "an id that is none", request: "GET /api/timelines/x", status: 404},
	{name: "an id in capitals", request: "GET /api/timelines/AAAAAAAAAAAAAAAAAAAAAAAAAA", status: 404},
	{name: "an id and more", request: "GET /api/timelines/{id}a", status: 404},
	{name: "an id with a slash behind", request: "GET /api/timelines/{id}/", status: 404},
	{name: "an id in escapes", request: "GET /api/timelines/%61{id}", status: 404},
	{name: "a slash that is escaped", request: "GET /api%2Ftimelines%2F{id}", status: 404},
	{name: "an empty id", request: "GET /api/timelines/", status: 404},
	{name: "nothing of the API", request: "GET /api/", status: 404, has: []string{"Content-Type: application/json"}},
	{name: "another part of it", request: "GET /api/users", status: 404, has: []string{"Content-Type: application/json"}},

	{name: "a deletion without a token", request: "DELETE /api/timelines/{id}", status: 401, has: []string{"Www-Authenticate: Bearer"}},
	{name: "a deletion with a password", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Basic e3Rva2VufTo="}, status: 401},
	{name: "a deletion with a scheme alone", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Bearer"}, status: 401},
	{name: "a deletion with two tokens", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Bearer {token} {token}"}, status: 401},
	{name: "a deletion with another token", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Bearer " + strings.Repeat("a", 52)}, status: 403},
	{name: "a deletion with most of the token", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Bearer {token}a"}, status: 403},
	{name: "a deletion with the id for a token", request: "DELETE /api/timelines/{id}", headers: []string{"Authorization: Bearer {id}"}, status: 403},
	{name: "a deletion of what never was", request: "DELETE /api/timelines/{other}", headers: []string{"Authorization: Bearer {token}"}, status: 404},

	{name: "the page of a timeline", request: "GET /a/{id}", status: 200,
		has: []string{"Content-Type: text/html; charset=utf-8", "Cache-Control: no-cache", "<title>heldbytes: ", `<meta name="heldbytes-shared" content="{id}">`}},
	{name: "the page has a HEAD", request: "HEAD /a/{id}", status: 200, has: []string{"Content-Type: text/html; charset=utf-8"}},
	{name: "a link that somebody counts", request: "GET /a/{id}?utm_source=chat", status: 200},
	{name: "the page of what never was", request: "GET /a/{other}", status: 404,
		has: []string{"Content-Type: text/html; charset=utf-8", "this timeline is not here", `<meta name="heldbytes-shared" content="{other}">`}},
	{name: "the page of an id that is none", request: "GET /a/x", status: 404},
	{name: "the page with a slash behind", request: "GET /a/{id}/", status: 404},
	{name: "a file beside the page", request: "GET /a/{id}/index.html", status: 404},
	{name: "the graph", request: "GET /a/{id}/graph.svg", status: 200,
		has: []string{"Content-Type: image/svg+xml", "Cross-Origin-Resource-Policy: cross-origin", "<svg "}},
	{name: "the graph has a HEAD", request: "HEAD /a/{id}/graph.svg", status: 200, has: []string{"Content-Type: image/svg+xml"}},
	{name: "the picture of a preview", request: "GET /a/{id}/graph.png", status: 200,
		has: []string{"Content-Type: image/png", "Cross-Origin-Resource-Policy: cross-origin", "\x89PNG"}},
	{name: "the picture has a HEAD", request: "HEAD /a/{id}/graph.png", status: 200, has: []string{"Content-Type: image/png"}},
	{name: "a picture of another kind", request: "GET /a/{id}/graph.gif", status: 404},
	{name: "the graph of what never was", request: "GET /a/{other}/graph.svg", status: 404},
	{name: "the picture of what never was", request: "GET /a/{other}/graph.png", status: 404},
	{name: "a stall that is none", request: "GET /a/{id}?stall=0", status: 400},
	{name: "a stall that is no number", request: "GET /a/{id}?stall=long", status: 400},
	{name: "a stall below zero", request: "GET /a/{id}/graph.svg?stall=-200", status: 400},
	{name: "a stall with an exponent", request: "GET /a/{id}/graph.svg?stall=1e3", status: 400},
	{name: "a stall for ever", request: "GET /a/{id}/graph.svg?stall=1000000001", status: 400},
	{name: "a stall that is no number, of the picture", request: "GET /a/{id}/graph.png?stall=x", status: 400},
	{name: "two stalls", request: "GET /a/{id}/graph.svg?stall=200&stall=300", status: 400},
	{name: "markup for a stall", request: "GET /a/{id}?stall=%22%3E%3Cscript%3E", status: 400},
}

func (x exchange) containing(what ...string) exchange {
	x.has = append(x.has, what...)
	return x
}

func runTable(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	csv, _ := Timeline(t)
	kept := h.upload(t, "/api/timelines", csv)
	fill := strings.NewReplacer("{id}", kept.ID, "{token}", kept.Token, "{other}", absent).Replace
	for _, x := range table {
		t.Run(x.name, func(t *testing.T) {
			method, path, _ := strings.Cut(fill(x.request), " ")
			var headers []string
			for _, line := range x.headers {
				headers = append(headers, fill(line))
			}
			a := h.ask(t, method, path, []byte(x.body), headers...)
			if a.status != x.status {
				t.Fatalf("answered %d %v %.300s, want %d", a.status, a.header, a.body, x.status)
			}
			for _, want := range x.has {
				want = fill(want)
				if name, value, ok := strings.Cut(want, ": "); ok && http.CanonicalHeaderKey(name) == name && !strings.Contains(name, "<") {
					if got := a.header.Get(name); got != value {
						t.Errorf("%s is %q, want %q", name, got, value)
					}
				} else if !strings.Contains(string(a.body), want) {
					t.Errorf("the body lacks %q: %.600s", want, a.body)
				}
			}
			if method == http.MethodHead && len(a.body) > 0 {
				t.Errorf("the answer to HEAD has the body %.100q", a.body)
			}
		})
	}
	t.Run("and nothing of that has touched the timeline", func(t *testing.T) {
		if a := h.ask(t, "GET", "/api/timelines/"+kept.ID, nil); a.status != http.StatusOK || string(a.body) != string(csv) {
			t.Errorf("answered %d %s, want %s", a.status, a.body, csv)
		}
	})
}
