package analyzer_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/document"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// A secret that is planted wherever a recording has room for one is in nothing
// that is made from it.
func TestNoOutputHoldsAnyOfThePayload(t *testing.T) {
	const secret = "swordfish"
	body := ": swordfish\n\nevent: swordfish\nid: swordfish\nswordfish: swordfish\ndata: {\"swordfish\":\"swordfish\"}\n\n" +
		"data: swordfish\n\nretry: swordfish\n\ndata: [DONE]\n\ndata: swordfish"
	head := []string{"HTTP/1.1 200 swordfish\r\n", "Content-Type: text/event-stream; charset=swordfish\r\n", "X-Swordfish: swordfish\r\n", "\r\n"}
	trace := "10:00:00.000000 == Info:   Trying swordfish...\n10:00:00.000001 => Send header, 13 bytes (0xd)\n" + hexDump("GET swordfish ")
	for i, h := range head {
		trace += fmt.Sprintf("10:00:00.%06d <= Recv header, %d bytes (0x%x)\n%s", 10+i, len(h), len(h), hexDump(h))
	}
	trace += fmt.Sprintf("10:00:01.000000 <= Recv data, %d bytes (0x%x)\n%s", len(body), len(body), hexDump(body))
	stamped := ""
	for i, line := range strings.Split(body, "\n") {
		stamped += fmt.Sprintf("%d.5 %s\n", i, line)
	}
	for name, recording := range map[string]string{
		"capture": fmt.Sprintf(`{"heldbytes":"capture/1","content_type":"text/event-stream;swordfish","url":"http://swordfish","swordfish":["swordfish"]}`+
			"\n"+`{"t_ms":0,"text":%q,"swordfish":"swordfish"}`+"\n"+`{"t_ms":900,"text":%q}`+"\n", body[:40], body[40:]),
		"document": fmt.Sprintf(`{"title":"swordfish","chunks":[{"t_ms":0,"text":%q}],"eof_ms":5,"swordfish":{"swordfish":0}}`, body),
		"trace":    trace,
		"gzip":     form("gzip", true, coded("gzip", []byte(body[:40]), []byte(body[40:]))...),
		"lengths":  `{"content_encoding":"swordfish"}` + "\n" + `{"t_ms":0,"text":"swordfish"}` + "\n" + `{"t_ms":1,"len":9}` + "\n",
		"stamped":  stamped,
	} {
		for _, n := range []framing.Name{framing.Unknown, framing.SSE, framing.SSEText, framing.Lines, framing.JSON} {
			t.Run(fmt.Sprintf("%s as %v", name, n), func(t *testing.T) {
				a := analyze(t, recording, analyzer.Options{Name: secret, Framing: n, Heartbeats: []string{secret}})
				if a.Timeline.Total() == 0 {
					t.Fatal("nothing was read")
				}
				for output, write := range map[string]func(io.Writer) error{
					"JSON": a.WriteJSON, "text": a.WriteText, "CSV": a.WriteCSV,
					"SVG":    func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) },
					"HTML":   documentOf(a).Write,
					"cursor": func(w io.Writer) error { _, err := io.WriteString(w, inspected(t, a)); return err },
				} {
					var b bytes.Buffer
					if err := write(&b); err != nil {
						t.Fatal(err)
					}
					if strings.Contains(strings.ToLower(b.String()), secret) {
						t.Errorf("%s holds the secret:\n%s", output, b.String())
					}
				}
			})
		}
	}
}

func documentOf(a *analyzer.Analysis) *document.Document {
	return &document.Document{
		Diagnosis: a.Diagnosis, Figure: a.Figure(), CSV: a.WriteCSV, Remarks: a.Report().Source.Remarks,
		Exchange: a.Exchange, Exchanges: len(a.Exchanges),
	}
}

// hexDump writes what curl --trace writes of s.
func hexDump(s string) string {
	var b strings.Builder
	for at := 0; at < len(s); at += 16 {
		line := s[at:min(at+16, len(s))]
		fmt.Fprintf(&b, "%04x: ", at)
		for i := range 16 {
			if i < len(line) {
				fmt.Fprintf(&b, "%02x ", line[i])
			} else {
				b.WriteString("   ")
			}
		}
		for _, c := range []byte(line) {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b.WriteByte(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
