package analyzer_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// curlExchange is a request and its response as curl --trace-ascii writes them, at second at.
func curlExchange(status, mime string, at, reads int) string {
	b := fmt.Sprintf("10:00:%02d.000000 => Send header, 5 bytes (0x5)\n0000: GET /\n", at)
	for _, h := range []string{"HTTP/1.1 " + status + "\r\n", "Content-Type: " + mime + "\r\n", "\r\n"} {
		b += fmt.Sprintf("10:00:%02d.000000 <= Recv header, %d bytes (0x%x)\n0000: %s\n", at, len(h), len(h), strings.TrimSuffix(h, "\r\n"))
	}
	for i := range reads {
		b += fmt.Sprintf("10:00:%02d.%06d <= Recv data, 2 bytes (0x2)\n0000: {}\n", at, i+1)
	}
	return b
}

func TestEveryExchangeIsListedAndAnyCanBeChosen(t *testing.T) {
	trace := curlExchange("302 Found", "application/json", 1, 8) + curlExchange("200 OK", "text/event-stream; charset=utf-8", 2, 3) +
		curlExchange("200 OK", "image/secret", 3, 1) + curlExchange("200 OK", "secret/secret", 4, 1)
	want := []analyzer.ExchangeReport{
		{Method: "GET", Status: 302, Type: "application/json", Chunks: 8, Bytes: 16, Times: true},
		{Method: "GET", Status: 200, Type: "text/event-stream", Chunks: 3, Bytes: 6, Times: true},
		{Method: "GET", Status: 200, Type: "image/*", Chunks: 1, Bytes: 2, Times: true},
		{Method: "GET", Status: 200, Type: "other", Chunks: 1, Bytes: 2, Times: true},
	}
	for chosen, exchange := range map[int]int{0: 2, 1: 1, 3: 3} {
		a := analyze(t, trace, analyzer.Options{Exchange: chosen})
		r := a.Report()
		if diff := cmp.Diff(want, r.Source.List); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if r.Source.Exchange != exchange {
			t.Errorf("--exchange %d took number %d, not %d", chosen, r.Source.Exchange, exchange)
		}
		var text, json bytes.Buffer
		if err := a.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		if row := fmt.Sprintf("* %d", exchange); !strings.Contains(text.String(), row) || strings.Count(text.String(), " * ") != 1 {
			t.Errorf("no row begins with %q in\n%s", row, text.String())
		}
		if err := a.WriteJSON(&json); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text.String()+json.String(), "secret") {
			t.Error("words of the recording came through")
		}
	}
}

func TestALongListIsCutAndKeepsTheOneThatWasTaken(t *testing.T) {
	var trace string
	for i := range 30 {
		trace += curlExchange("200 OK", "application/json", i, 1+i/29)
	}
	var text bytes.Buffer
	if err := analyze(t, trace, analyzer.Options{}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for row, want := range map[string]bool{"\n        20  ": true, "\n        21  ": false, "\n      * 30  ": true, "30 in all": true} {
		if got := strings.Contains(text.String(), row); got != want {
			t.Errorf("%q is there: %v, want %v, in\n%s", row, got, want, text.String())
		}
	}
}

func TestAnExchangeWithTimesIsChosenOverALongerOneWithout(t *testing.T) {
	body := strings.Repeat(`{\"n\":1}\n`, 2000)
	har := `{"log":{"version":"1.2","entries":[` +
		`{"request":{"method":"GET"},"response":{"status":200,"content":{"mimeType":"application/x-ndjson","text":"` + body + `"}}},` +
		`{"request":{"method":"GET"},"response":{"status":200,"content":{"mimeType":"text/event-stream"}},"_eventSourceMessages":[` +
		`{"time":1796081304.5,"eventName":"message","data":"{}"},{"time":1796081305.5,"eventName":"message","data":"{}"}]}]}}`
	a := analyze(t, har, analyzer.Options{More: importers})
	if want := (analyzer.Exchange{Number: 1, Method: "GET", Status: 200, Type: "application/x-ndjson", Chunks: 4, Bytes: 16000}); a.Exchanges[0] != want {
		t.Errorf("the first is %+v, not %+v", a.Exchanges[0], want)
	}
	if a.Exchange != 2 || !a.Timeline.Timed {
		t.Errorf("number %d is chosen", a.Exchange)
	}
}

func TestWebSocketMessagesAreChosenOverADocument(t *testing.T) {
	har := `{"log":{"version":"1.2","entries":[` +
		`{"request":{"method":"GET"},"response":{"status":200,"content":{"mimeType":"application/json","text":"{}"}}},` +
		`{"request":{"method":"GET"},"response":{"status":101,"content":{"mimeType":"x-unknown"}},"_webSocketMessages":[` +
		`{"type":"receive","time":1796080700.5,"opcode":1,"data":"{\"n\":1}"},{"type":"receive","time":1796080701.5,"opcode":1,"data":"{\"n\":2}"}]}]}}`
	if a := analyze(t, har, analyzer.Options{More: importers}); a.Exchange != 2 {
		t.Errorf("exchange %d was taken of %+v", a.Exchange, a.Exchanges)
	}
}
