package sharetest

import (
	"bytes"
	"fmt"
	"html"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

// runShown compares what the host draws and says with what the analyzer does
// here.
func runShown(t *testing.T, newHost NewHost) {
	h := start(t, newHost, Options{})
	csv, _ := Timeline(t)
	id := h.upload(t, "/api/timelines", csv).ID
	for query, stall := range map[string]time.Duration{"": 0, "?stall=200": 200 * time.Millisecond, "?stall=1500": 1500 * time.Millisecond, "?stall=30.5": 30_500 * time.Microsecond} {
		a, err := analyzer.Analyze(bytes.NewReader(csv), analyzer.Options{Stall: stall})
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		if err := a.WriteSVG(&svg, figure.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := h.ask(t, "GET", "/a/"+id+"/graph.svg"+query, nil); !bytes.Equal(got.body, svg.Bytes()) {
			t.Errorf("with %q the graph is another one: %d %.300s", query, got.status, got.body)
		}
		var card bytes.Buffer
		if err := picture.Card(&card, a.Figure(), a.Report().Headline); err != nil {
			t.Fatal(err)
		}
		got := h.ask(t, "GET", "/a/"+id+"/graph.png"+query, nil)
		if size, err := png.DecodeConfig(bytes.NewReader(got.body)); err != nil || size.Width != 1200 || size.Height != 630 || !bytes.Equal(got.body, card.Bytes()) {
			t.Errorf("with %q the picture is another one: %d, %d×%d, %v", query, got.status, size.Width, size.Height, err)
		}
		page := string(h.ask(t, "GET", "/a/"+id+query, nil).body)
		for _, want := range []string{
			"<title>heldbytes: " + a.Figure().Title(nil) + "</title>",
			fmt.Sprintf(`<meta property="og:title" content="heldbytes: %s">`, a.Figure().Title(nil)),
			fmt.Sprintf(`<meta name="description" content="%s`, html.EscapeString(a.Report().Headline)),
			fmt.Sprintf(`<meta property="og:description" content="%s`, html.EscapeString(a.Report().Headline)),
			fmt.Sprintf(`<meta property="og:url" content="%s/a/%s%s">`, h.address, id, query),
			fmt.Sprintf(`<meta property="og:image" content="%s/a/%s/graph.png%s">`, h.address, id, query),
		} {
			if !strings.Contains(page, want) {
				t.Errorf("with %q the page lacks %s: %.1500s", query, want, page)
			}
		}
	}
}

func runPublic(t *testing.T, newHost NewHost) {
	const public = "https://held.example"
	h := start(t, newHost, Options{PublicURL: public})
	csv, _ := Timeline(t)
	s := h.upload(t, "/api/timelines", csv)
	if want := public + "/a/" + s.ID; s.URL != want {
		t.Errorf("the address is %s, want %s", s.URL, want)
	}
	page := h.ask(t, "GET", "/a/"+s.ID, nil)
	for _, want := range []string{`content="` + s.URL + `"`, `content="` + s.URL + `/graph.png"`} {
		if !bytes.Contains(page.body, []byte(want)) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if bytes.Contains(page.body, []byte(h.address)) {
		t.Errorf("the page names the address behind the public one")
	}
}
