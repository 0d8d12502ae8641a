package capture_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// cdpEvent is one event of the Network domain at a time in milliseconds.
func cdpEvent(ms int, method, id, params string) string {
	if params != "" {
		params = "," + params
	}
	return fmt.Sprintf(`{"method":"Network.%s","params":{"requestId":"%s","timestamp":%d.%03d%s}}`, method, id, ms/1000, ms%1000, params)
}

func cdpSent(ms int, id string) string {
	return cdpEvent(ms, "requestWillBeSent", id, fmt.Sprintf(`"request":{"url":"http://h/","method":"POST"},"wallTime":%d.%03d,"type":"Fetch"`, 1000000000+ms/1000, ms%1000))
}

func cdpAnswer(ms int, id, kind string) string {
	return cdpEvent(ms, "responseReceived", id, `"type":"Fetch","response":{"url":"http://h/","status":200,"headers":{"status":"9"},"mimeType":"`+kind+`"}`)
}

func cdpLength(ms int, id string, n int64) string {
	return cdpEvent(ms, "dataReceived", id, fmt.Sprintf(`"dataLength":%d,"encodedDataLength":0`, n))
}

func cdpBytes(ms int, id, data string) string {
	return cdpEvent(ms, "dataReceived", id, fmt.Sprintf(`"dataLength":%d,"encodedDataLength":0,"data":"%s"`, len(data), base64.StdEncoding.EncodeToString([]byte(data))))
}

func cdpMessage(ms int, id, name, last, data string) string {
	return cdpEvent(ms, "eventSourceMessageReceived", id, fmt.Sprintf(`"eventName":%q,"eventId":%q,"data":%q`, name, last, data))
}

func cdpEnd(ms int, id string) string {
	return cdpEvent(ms, "loadingFinished", id, `"encodedDataLength":9`)
}

func cdpBuffered(id, data string) string {
	return fmt.Sprintf(`{"reply":"Network.streamResourceContent","requestId":"%s","result":{"bufferedData":"%s"}}`, id, base64.StdEncoding.EncodeToString([]byte(data)))
}

func cdpOf(events ...string) string { return strings.Join(events, "\n") + "\n" }

// cdpEvents are those of a request whose reads have their bytes.
func cdpEvents() []string {
	return []string{
		`{"browser":"Chrome"}`,
		cdpSent(1000, "1.2"),
		`{"method":"Page.frameNavigated","params":{"frame":{}}}`,
		cdpAnswer(1100, "1.2", "text/event-stream"),
		cdpBuffered("1.2", ""),
		cdpBytes(1200, "1.2", "data:"),
		cdpBytes(1300, "1.2", " 1\n\n"),
		cdpEvent(1301, "dataReceived", "1.2", `"dataLength":0,"encodedDataLength":12`),
		cdpEnd(1299, "1.2"),
	}
}

func cdpText() string { return cdpOf(cdpEvents()...) }

// fromExchanges is what an exchange of a log came to, without its first line.
func fromExchanges(r recording) string {
	s := r.String()
	return s[strings.Index(s, "exchange 0"):]
}

func TestCDPLogIsReadByRequest(t *testing.T) {
	got := readString(cdpText())
	want := "format cdp\n" +
		"exchange 0 type=\"text/event-stream\" level=read timed=true payload=true coding=\"\" accept=1000000001000 codes=map[] notes=[]\n" +
		"chunk 0 1000000001200 len=5 \"data:\"\nchunk 0 1000000001300 len=4 \" 1\\n\\n\"\neof 0 1000000001300\n"
	if got.String() != want || got.exchanges[0].Method != "POST" || got.exchanges[0].Status != 200 {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCDPLogsComeInManyWrappings(t *testing.T) {
	want := readString(cdpText()).String()
	selenium := func(text bool) string {
		var in []string
		for _, e := range cdpEvents()[1:] {
			entry := `{"message":` + e + `,"webview":"0D"}`
			if text {
				entry = string(must(json.Marshal(entry)))
			}
			in = append(in, `{"level":"INFO","message":`+entry+`,"timestamp":1}`)
		}
		return "[" + strings.Join(in, ", ") + "]"
	}
	rows := func() string {
		var in []string
		for _, e := range cdpEvents()[1:] {
			var o struct {
				Method, Reply, RequestID string
				Params, Result           json.RawMessage
			}
			if err := json.Unmarshal([]byte(e), &o); err != nil {
				t.Fatal(err)
			}
			row := map[string]any{"method": o.Method + o.Reply, "request": "", "response": string(o.Params), "timestamp": 5, "type": map[string]any{}}
			if o.Reply != "" {
				row["request"], row["response"] = `{"requestId":"`+o.RequestID+`"}`, string(o.Result)
			}
			in = append(in, string(must(json.MarshalIndent(row, "", "  "))))
		}
		return "[\n" + strings.Join(in, ",\n") + "\n]"
	}
	log := "node: warming up {\n"
	for _, e := range cdpEvents() {
		log += "2026-12-01T07:00:00.000Z pw:protocol ◀ RECV " + e + " +1ms\n2026-12-01T07:00:00.000Z pw:protocol SEND ► {\"id\":1,\"method\":\"Runtime.enable\"}\n"
	}
	for name, in := range map[string]string{
		"an array":                      "[" + strings.Join(cdpEvents(), ",") + "]",
		"an array, indented":            "[\n  " + strings.NewReplacer(`,"`, ",\n    \"", `:{`, ": {\n").Replace(strings.Join(cdpEvents(), ",\n  ")) + "\n]\n",
		"an array, params first":        "[" + strings.ReplaceAll(strings.Join(cdpEvents(), ","), `{"method":"Network.dataReceived",`, `{"id":5,`) + "]",
		"strings in an array":           selenium(true),
		"objects in an array":           selenium(false),
		"wrapped lines":                 strings.ReplaceAll(strings.Trim(selenium(true), "[]"), "}, {", "}\n{"),
		"lines with text before":        log,
		"rows of an older monitor":      rows(),
		"other domains first":           `{"method":"Target.setAutoAttach","params":{"a":"` + strings.Repeat("x", 1<<17) + `"}}` + "\n" + cdpText(),
		"other domains first, an array": `[{"id":1,"method":"Target.setAutoAttach","params":{"a":"` + strings.Repeat("x", 1<<17) + `"}},` + strings.Join(cdpEvents(), ",") + "]",
		"the last line without its end": strings.TrimSuffix(cdpText(), "\n"),
		"a reply beside its command":    strings.ReplaceAll(cdpText(), `{"reply":"Network.streamResourceContent","requestId":"1.2"`, `{"id":9,"method":"Network.streamResourceContent","params":{"requestId":"1.2"}`),
		"what is not known":             strings.ReplaceAll(cdpText(), `"encodedDataLength"`, `"new":{"a":[1]},"encodedDataLength"`),
	} {
		if name == "an array, params first" { // then these are no events
			if got := readString(in); got.err == nil {
				t.Errorf("%s: got\n%s", name, got)
			}
			continue
		}
		if got := readString(in); got.String() != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

const cdpHead = `type="text/event-stream" level=%s timed=true payload=%v coding="" accept=1000000001000 codes=map[] notes=[%s]`

func TestCDPExchangeIsMadeOfWhatIsKnownBest(t *testing.T) {
	begin := []string{cdpSent(1000, "1"), cdpAnswer(1100, "1", "text/event-stream")}
	for _, c := range []struct {
		name    string
		events  []string
		level   string
		payload bool
		notes   string
		want    []string
	}{
		{"events that the lengths of reads agree with", []string{
			cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1"),
			cdpLength(1300, "1", 4), cdpLength(1400, "1", 5), cdpMessage(1401, "1", "message", "", "2"), cdpEnd(1500, "1"),
		}, "read", true, "", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`, `chunk 0 1000000001300 len=4 "data"`, `chunk 0 1000000001400 len=5 ": 2\n\n"`, "eof 0 1000000001500"}},
		{"several events in a read, with names and IDs, the log without an end", []string{
			cdpLength(1200, "1", 41), cdpMessage(1200, "1", "a", "7", "1"), cdpMessage(1201, "1", "message", "7", "2\n3"),
		}, "read", true, "", []string{`chunk 0 1000000001200 len=41 sha256=a9b73960e69d37df3e02e8694d5485ff88f81f76fd5a701fa01b8356a605baa1`}},
		{"a comment among the events", []string{
			cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1"),
			cdpLength(1300, "1", 3), cdpLength(1400, "1", 9), cdpMessage(1401, "1", "message", "", "2"), cdpEnd(1500, "1"),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`, `chunk 0 1000000001401 len=9 "data: 2\n\n"`, "eof 0 1000000001500"}},
		{"an event that ends before its read", []string{
			cdpLength(1200, "1", 9), cdpLength(1300, "1", 9), cdpMessage(1300, "1", "message", "", "1"), cdpMessage(1301, "1", "message", "", "2"), cdpEnd(1500, "1"),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001300 len=9 "data: 1\n\n"`, `chunk 0 1000000001301 len=9 "data: 2\n\n"`, "eof 0 1000000001500"}},
		{"events longer than the reads", []string{
			cdpLength(1200, "1", 8), cdpMessage(1200, "1", "message", "", "1"), cdpLength(1300, "1", 8), cdpMessage(1300, "1", "message", "", "2"),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`, `chunk 0 1000000001300 len=9 "data: 2\n\n"`}},
		{"an event that ends after its read, though all add up", []string{
			cdpLength(1200, "1", 8), cdpMessage(1200, "1", "message", "", "1"), cdpLength(1300, "1", 10), cdpMessage(1300, "1", "message", "", "2"),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`, `chunk 0 1000000001300 len=9 "data: 2\n\n"`}},
		{"half an event at the end", []string{
			cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1"), cdpLength(1300, "1", 4),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`}},
		{"events alone", []string{
			cdpMessage(1200, "1", "x", "", "é"), cdpMessage(1300, "1", "message", "5", ""), cdpMessage(1400, "1", "message", "", "z"), cdpEnd(1500, "1"),
		}, "event", true, "rebuilt", []string{`chunk 0 1000000001200 len=19 "event: x\ndata: é\n\n"`, `chunk 0 1000000001300 len=14 "id: 5\ndata: \n\n"`, `chunk 0 1000000001400 len=14 "id: \ndata: z\n\n"`, "eof 0 1000000001500"}},
		{"lengths alone", []string{
			cdpLength(1200, "1", 9), cdpLength(1300, "1", 0), cdpLength(1400, "1", 5), cdpEnd(1500, "1"),
		}, "read", false, "", []string{"chunk 0 1000000001200 len=9", "chunk 0 1000000001400 len=5", "eof 0 1000000001500"}},
		{"bytes beside the events", []string{
			cdpBytes(1200, "1", "data:1\n\n"), cdpMessage(1200, "1", "message", "", "1"), cdpBytes(1300, "1", "data:2\n\n"), cdpMessage(1300, "1", "message", "", "2"),
		}, "read", true, "", []string{`chunk 0 1000000001200 len=8 "data:1\n\n"`, `chunk 0 1000000001300 len=8 "data:2\n\n"`}},
		{"bytes from the second read on, the first proved by its event", []string{
			cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1"), cdpBytes(1300, "1", "data:2\n\n"), cdpMessage(1300, "1", "message", "", "2"),
		}, "read", true, "", []string{`chunk 0 1000000001200 len=9 "data: 1\n\n"`, `chunk 0 1000000001300 len=8 "data:2\n\n"`}},
		{"bytes from the second read on", []string{
			cdpLength(1200, "1", 9), cdpBytes(1300, "1", "data:2\n\n"),
		}, "read", false, "", []string{"chunk 0 1000000001200 len=9", `chunk 0 1000000001300 len=8 "data:2\n\n"`}},
		{"bytes that had come before they were asked for", []string{
			cdpLength(1200, "1", 5), cdpLength(1250, "1", 3), cdpBuffered("1", "data:1\n\n"), cdpBytes(1300, "1", "data:2\n\n"),
		}, "read", true, "", []string{`chunk 0 1000000001200 len=5 "data:"`, `chunk 0 1000000001250 len=3 "1\n\n"`, `chunk 0 1000000001300 len=8 "data:2\n\n"`}},
		{"bytes that had come without a read that tells when", []string{
			cdpBuffered("1", "data:1\n\n"), cdpBytes(1300, "1", "data:2\n\n"),
		}, "read", true, "", []string{`chunk 0 1000000001100 len=8 "data:1\n\n"`, `chunk 0 1000000001300 len=8 "data:2\n\n"`}},
		{"bytes that had come, not as many as the reads", []string{
			cdpLength(1200, "1", 9), cdpBuffered("1", "data:1\n\n"), cdpEnd(1500, "1"),
		}, "read", false, "", []string{"chunk 0 1000000001200 len=9", "eof 0 1000000001500"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(cdpOf(append(begin[:2:2], c.events...)...))
			want := "exchange 0 " + fmt.Sprintf(cdpHead, c.level, c.payload, c.notes) + "\n" + strings.Join(c.want, "\n") + "\n"
			if fromExchanges(got) != want {
				t.Errorf("got\n%swant\n%s", fromExchanges(got), want)
			}
		})
	}
}

// What waits for a decision is bounded: beyond, the events are taken, or the
// lengths where there are none.
func TestCDPReadsThatWaitAreBounded(t *testing.T) {
	const many, large = 66_000, 18 // more than 1<<16, and than 16 of 1 MiB
	begin := cdpOf(cdpSent(1000, "1"), cdpAnswer(1100, "1", "text/event-stream"))
	lengths := begin + strings.Repeat(cdpOf(cdpLength(1200, "1", 9)), many)
	for _, c := range []struct {
		in    string
		n     int
		level capture.Level
	}{
		{begin + strings.Repeat(cdpOf(cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1")), many/2), many / 2, capture.LevelEvent},
		{lengths, many, capture.LevelRead},
		{begin + strings.Repeat(cdpOf(cdpLength(1200, "1", 1<<20+8), cdpMessage(1200, "1", "message", "", strings.Repeat("x", 1<<20))), large), large, capture.LevelEvent},
	} {
		got := readString(c.in)
		if got.err != nil || len(got.records) != c.n || got.exchanges[0].Level != c.level || got.exchanges[0].Payload != (c.level == capture.LevelEvent) {
			t.Errorf("%d records, want %d; %+v, %v", len(got.records), c.n, got.exchanges[0], got.err)
		}
	}
	// They do not wait for the end.
	rest := strings.NewReader(lengths)
	reader := must(capture.Open(rest, capture.Options{Name: "in", More: capture.Further()}))
	if _, err := reader.Next(); err != nil || rest.Len() == 0 {
		t.Errorf("%v, and %d bytes were not read", err, rest.Len())
	}
	// Reads of absurd lengths do not add up to something small.
	in := cdpOf(cdpSent(1000, "1")) + strings.Repeat(cdpOf(cdpLength(1200, "1", 1<<48)), 10) + cdpOf(cdpMessage(1300, "1", "message", "", "1"))
	if got := readString(in); got.err != nil || len(got.records) != 10 {
		t.Errorf("got\n%s", got)
	}
}

// What waits for a decision when the recording fails comes before the failure.
func TestCDPReadsThatWaitAreNotLost(t *testing.T) {
	events := []string{cdpSent(1000, "1"), cdpLength(1200, "1", 9), cdpMessage(1200, "1", "message", "", "1")}
	for _, in := range []string{cdpOf(events...), "[" + strings.Join(events, ",")} {
		got := read(io.MultiReader(strings.NewReader(in), iotest.ErrReader(io.ErrClosedPipe)), capture.Options{Name: "in"})
		if !errors.Is(got.err, io.ErrClosedPipe) || len(got.records) != 1 {
			t.Errorf("got\n%s", got)
		}
	}
}

func TestCDPWebSocketMessages(t *testing.T) {
	frame := func(ms int, way string, opcode int, payload string) string {
		return cdpEvent(ms, "webSocketFrame"+way, "9", fmt.Sprintf(`"response":{"opcode":%d,"mask":false,"payloadData":%q}`, opcode, payload))
	}
	got := readString(cdpOf(
		cdpEvent(1000, "webSocketWillSendHandshakeRequest", "9", `"wallTime":1000000001.000,"request":{"headers":{}}`),
		cdpEvent(1100, "webSocketHandshakeResponseReceived", "9", `"response":{"status":101,"headers":{}}`),
		frame(1150, "Sent", 1, "hello"),
		frame(1200, "Received", 1, `{"a":"é"}`),
		frame(1250, "Sent", 1, "more"),
		frame(1300, "Received", 2, "AAEC"),
		frame(1301, "Received", 0, "AwQ="),
		frame(1302, "Received", 9, "ping"),
		frame(1303, "Received", 2, "=="),
		frame(1400, "Received", 1, "last"),
		cdpEvent(1500, "webSocketClosed", "9", ""),
	))
	want := `exchange 0 type="" level=event timed=true payload=true coding="" accept=1000000001150 codes=map[] notes=[messages damaged]` + "\n" +
		"chunk 0 1000000001200 len=10 \"{\\\"a\\\":\\\"é\\\"}\"\nchunk 0 1000000001300 len=3 \"\\x00\\x01\\x02\"\nchunk 0 1000000001301 len=2 \"\\x03\\x04\"\nchunk 0 1000000001400 len=4 \"last\"\neof 0 1000000001500\n"
	if fromExchanges(got) != want || got.exchanges[0].Status != 101 {
		t.Errorf("got\n%swant\n%s", fromExchanges(got), want)
	}
}

func TestCDPClockIsLaidOnce(t *testing.T) {
	later := strings.Replace(cdpSent(2000, "2"), "wallTime\":1000000002.000", "wallTime\":1000009999.000", 1)
	for _, c := range []struct {
		name   string
		events []string
		want   string
	}{
		{"by the first request", []string{cdpSent(1000, "1"), later, cdpBytes(2100, "2", "a")}, "chunk 0 1000000002100 "},
		{"not after a read", []string{cdpBytes(1900, "1", "a"), later, cdpBytes(2100, "2", "a")}, "chunk 0 1900 len=1 \"a\"\nchunk 1 2100 "},
		{"not from the time of the log", []string{`{"t_recv":5,` + cdpBytes(1900, "1", "a")[1:]}, "chunk 0 1900 "},
	} {
		if got := readString(cdpOf(c.events...)); got.err != nil || !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: got\n%s", c.name, got)
		}
	}
}

func TestCDPRequestsThatWereRedirectedOrBegunBeforeTheLog(t *testing.T) {
	got := readString(cdpOf(
		cdpBytes(900, "0", "x"),
		strings.Replace(cdpSent(1000, "1"), "POST", "PUT", 1), cdpSent(1050, "1"), cdpAnswer(1100, "1", "text/plain"), cdpBytes(1200, "1", "a"),
		cdpSent(1300, "1"), cdpBytes(1400, "1", "b"), cdpEvent(1500, "loadingFailed", "1", `"errorText":"net::ERR_ABORTED"`), cdpEnd(1600, "5"),
	))
	want := `exchange 0 type="" level=read timed=true payload=true coding="" accept=- codes=map[] notes=[mid-stream]
exchange 1 type="text/plain" level=read timed=true payload=true coding="" accept=1050 codes=map[] notes=[]
exchange 2 type="" level=read timed=true payload=true coding="" accept=1300 codes=map[] notes=[]
chunk 0 900 len=1 "x"
chunk 1 1200 len=1 "a"
chunk 2 1400 len=1 "b"
eof 2 1500
`
	if fromExchanges(got) != want || got.exchanges[1].Method != "POST" {
		t.Errorf("got\n%swant\n%s", fromExchanges(got), want)
	}
}

func TestCDPTimesThatRunBackwardsAreNoted(t *testing.T) {
	got := readString(cdpOf(cdpSent(1000, "1"), cdpBytes(1300, "1", "a"), cdpBytes(1200, "1", "b")))
	if !got.has(capture.NoteTimesBackwards) || !strings.Contains(got.String(), "chunk 0 1000000001300 len=1 \"a\"\nchunk 0 1000000001200 ") {
		t.Errorf("got\n%s", got)
	}
}

func TestCDPEventsWithBadNumbersArePassedOver(t *testing.T) {
	for _, c := range [][2]string{
		{`"data":"ZGF0YTo="`, `"data":"ZGF0Y"`},
		{`"data":"ZGF0YTo="`, `"data":12345678`},
		{`"timestamp":1.200`, `"timestamp":"x"`},
		{`"timestamp":1.200,`, ``},
		{`"timestamp":1.200`, `"timestamp":4611686018`},
		{`"dataLength":5,"encodedDataLength":0,"data":"ZGF0YTo="`, `"dataLength":-5`},
		{`"dataLength":5,"encodedDataLength":0,"data":"ZGF0YTo="`, `"dataLength":1e99`},
		{`"dataLength":5,"encodedDataLength":0,"data":"ZGF0YTo="`, `"encodedDataLength":5`},
		{`"requestId":"1.2","timestamp":1.200`, `"timestamp":1.200`},
	} {
		got := readString(strings.Replace(cdpText(), c[0], c[1], 1))
		if want := `chunk 0 1000000001300 len=4 " 1\n\n"` + "\neof 0 1000000001300\n"; got.err != nil || !strings.HasSuffix(got.String(), want) || strings.Contains(got.String(), "chunk 0 1000000001200") {
			t.Errorf("%s: got\n%s", c[1], got)
		}
		if d := got.exchanges[0].Damage; d.Records != 1 || d.Line != 6 {
			t.Errorf("%s: damage %+v", c[1], d)
		}
	}
}

func TestCDPReadOfAnotherLengthIsNoted(t *testing.T) {
	got := readString(strings.Replace(cdpText(), `"dataLength":5`, `"dataLength":6`, 1))
	if !strings.Contains(got.String(), `len=5 "data:"`) || !got.has(capture.NoteLengths) {
		t.Errorf("got\n%s", got)
	}
	got = readString(strings.Replace(cdpText(), `"dataLength":5,`, ``, 1))
	if !strings.Contains(got.String(), `len=5 "data:"`) || len(got.exchanges[0].Notes) > 0 {
		t.Errorf("got\n%s", got)
	}
}

func TestCDPLogThatIsCutIsNoted(t *testing.T) {
	events := cdpEvents()
	for _, in := range []string{cdpOf(events[:6]...) + events[6][:50], "[" + strings.Join(events[:6], ",\n") + ",", "[" + strings.Join(events[:6], ",") + "," + events[6][:50]} {
		if got := readString(in); got.err != nil || len(got.records) != 1 || !got.has(capture.NoteTruncated) {
			t.Errorf("got\n%s", got)
		}
	}
}

func TestCDPLogThatCannotBeReadSaysWhatWouldHelp(t *testing.T) {
	for name, in := range map[string]string{
		"no reads":      cdpOf(cdpEvents()[:4]...),
		"other domains": `{"method":"Page.loadEventFired","params":{"timestamp":5}}` + "\n",
		"an array":      `[{"method":"Page.loadEventFired","params":{"timestamp":5}}]`,
		"a cut array":   `[{"method":"Page.loadEventFired","params":{}},`,
	} {
		t.Run(name, func(t *testing.T) {
			wantError(t, readString(in).err, "a log of the DevTools protocol with", "no read of a response body", "Network.dataReceived", "Protocol monitor")
		})
	}
}

func TestOtherJSONWithMethodsIsNoCDP(t *testing.T) {
	for _, in := range []string{
		`{"jsonrpc":"2.0","method":"Page.open","params":{}}`,
		`{"method":"tools/call","params":{}}`,
		`{"log":{"entries":[{"a":"\"method\":\"Network.x\""}]}}`,
	} {
		if got := readString(in); got.format == capture.FormatCDP {
			t.Errorf("%s is read as %v", in, got.format)
		}
	}
}
