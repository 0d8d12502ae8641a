package analyzer_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/document"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
	"github.com/heldbytes/heldbytes/analyzer/picture"
	"github.com/heldbytes/heldbytes/analyzer/replay"
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
				checkOutputs(t, a, secret)
			})
		}
	}
}

// outputs are all that is made from an analysis.
func outputs(t *testing.T, a *analyzer.Analysis) map[string]func(io.Writer) error {
	var carried []byte // by a link, before it is deflated
	pack := func(p []byte) ([]byte, error) { carried = p; return deflate.Pack(p) }
	put := func(w io.Writer, s string) error { _, err := io.WriteString(w, s); return err }
	return map[string]func(io.Writer) error{
		"JSON": a.WriteJSON, "text": a.WriteText, "CSV": a.WriteCSV,
		"series": func(w io.Writer) error {
			if len(a.Timeline.Chunks) == 0 {
				return put(w, "rows alone have none")
			}
			return a.WriteSeries(w, replay.Rule{Kind: replay.ReadAll})
		},
		"SVG":     func(w io.Writer) error { return a.WriteSVG(w, figure.Options{}) },
		"PNG":     func(w io.Writer) error { return picture.PNG(w, a.Figure(), picture.Options{Scale: 1}) },
		"card":    func(w io.Writer) error { return picture.Card(w, a.Figure(), a.Report().Headline) },
		"title":   func(w io.Writer) error { return put(w, a.Figure().Title(nil)) },
		"HTML":    documentOf(a).Write,
		"Chinese": func(w io.Writer) error { return inChinese(a).WriteText(w) },
		"cursor":  func(w io.Writer) error { return put(w, inspected(t, a)) },
		"link": func(w io.Writer) error {
			link, err := a.Link(pack)
			if err != nil {
				return err
			}
			return put(w, link+" "+string(carried))
		},
	}
}

// checkOutputs looks for a secret in all of them.
func checkOutputs(t *testing.T, a *analyzer.Analysis, secret string) {
	t.Helper()
	for output, write := range outputs(t, a) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s: %v", output, err)
		}
		if b.Len() == 0 {
			t.Errorf("%s is empty", output)
		}
		if strings.Contains(strings.ToLower(b.String()), secret) {
			t.Errorf("%s holds the secret:\n%s", output, b.String())
		}
	}
}

// inChinese is an analysis that speaks Chinese.
func inChinese(a *analyzer.Analysis) *analyzer.Analysis {
	other := *a
	other.Language = chinese.Language
	return &other
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
