package analyzer_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// A secret that is planted in captures of one stream is in nothing that is made
// from their comparison, nor in what refuses it.
func TestNoComparisonHoldsAnyOfThePayload(t *testing.T) {
	const secret = "swordfish"
	body := ": swordfish\n\nevent: swordfish\nid: swordfish\nswordfish: swordfish\ndata: {\"swordfish\":\"swordfish\"}\n\n" +
		"data: swordfish\n\nretry: swordfish\n\ndata: [DONE]\n\ndata: swordfish"
	form := func(cut int, later string, body string) string {
		return fmt.Sprintf(`{"heldbytes":"capture/1","content_type":"text/event-stream;swordfish","url":"http://swordfish","swordfish":["swordfish"]}`+
			"\n"+`{"t_ms":0,"text":%q,"swordfish":"swordfish"}`+"\n"+`{"t_ms":%s,"text":%q}`+"\n", body[:cut], later, body[cut:])
	}
	for _, n := range []framing.Name{framing.Unknown, framing.SSE, framing.SSEText, framing.Lines, framing.JSON} {
		o := analyzer.Options{Name: secret, Framing: n, Heartbeats: []string{secret}}
		c, err := compareAll(o, nil, form(40, "900", body), form(30, "1700.5", body), form(20, "1701", body))
		if err != nil {
			t.Fatal(err)
		}
		if c.Bytes != int64(len(body)) {
			t.Fatalf("%d bytes were compared, want %d", c.Bytes, len(body))
		}
		for output, write := range map[string]func(io.Writer) error{
			"JSON": c.WriteJSON, "text": c.WriteText, "CSV": c.WriteCSV,
			"SVG": func(w io.Writer) error { return c.WriteSVG(w, figure.Options{}) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(strings.ToLower(b.String()), secret) {
				t.Errorf("%v: %s holds the secret:\n%s", n, output, b.String())
			}
		}
		for _, unlike := range []string{form(40, "900", "data: swordfish!\n\n"+body), form(40, "900", `{"swordfish":"swordfish, the password of old, and more"}`+"\n")} {
			_, err = compareAll(o, nil, form(40, "900", body), unlike)
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%v: an error holds the secret: %v", n, err)
			}
		}
	}
}
