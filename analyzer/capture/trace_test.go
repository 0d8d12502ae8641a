package capture_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func traceEvent(us int, name string, pid int, data string) string {
	return fmt.Sprintf(`{"args":{"data":{%s}},"cat":"devtools.timeline","name":"%s","ph":"I","pid":%d,"s":"t","tid":1,"ts":%d}`, data, name, pid, us)
}

// traceEvents are those of two requests of one id in two processes.
func traceEvents() []string {
	return []string{
		`{"args":{"name":"R"},"cat":"__metadata","name":"process_name","ph":"M","pid":1,"tid":0,"ts":0}`,
		traceEvent(1000, "ResourceSendRequest", 1, `"requestId":"5.2","requestMethod":"POST","url":"http://h/"`),
		traceEvent(1500, "ResourceSendRequest", 2, `"requestId":"5.2","requestMethod":"GET","url":"http://h/"`),
		traceEvent(2000, "ResourceReceiveResponse", 1, `"requestId":"5.2","headers":[{"name":"a","value":"b"}],"mimeType":"text/event-stream","statusCode":200`),
		traceEvent(2500, "ResourceReceivedData", 1, `"encodedDataLength":51,"requestId":"5.2"`),
		`{"args":{},"name":"FunctionCall","cat":"Resource","ph":"X","pid":1,"tid":1,"ts":2600,"dur":"Resource"}`,
		traceEvent(2700, "ResourceReceivedData", 2, `"encodedDataLength":7,"requestId":"5.2"`),
		traceEvent(3001, "ResourceReceivedData", 1, `"encodedDataLength":17,"requestId":"5.2"`),
		traceEvent(3002, "ResourceReceivedData", 1, `"encodedDataLength":0,"requestId":"5.2"`),
		traceEvent(4000, "ResourceFinish", 1, `"decodedBodyLength":68,"didFail":false,"requestId":"5.2"`),
	}
}

func traceText() string {
	return "{\"traceEvents\":[\n" + strings.Join(traceEvents(), ",\n") + "\n],\"metadata\":{}}\n"
}

func TestTraceIsReadByProcessAndRequest(t *testing.T) {
	want := "format trace\n" +
		"exchange 0 type=\"text/event-stream\" level=read timed=true payload=false coding=\"\" accept=1 codes=map[] notes=[]\n" +
		"exchange 1 type=\"\" level=read timed=true payload=false coding=\"\" accept=1.5 codes=map[] notes=[]\n" +
		"chunk 0 2.5 len=51\nchunk 1 2.7 len=7\nchunk 0 3.001 len=17\neof 0 4\n"
	events := strings.Join(traceEvents(), ",\n")
	for name, in := range map[string]string{
		"as an object":             traceText(),
		"as an array":              "[" + events + "]\n",
		"behind metadata":          `{"metadata":{"source":"DevTools","a":[1,2]},` + "\n" + `"traceEvents":[` + events + `]}`,
		"behind a lot of metadata": `{"metadata":{"source":"DevTools","a":"` + strings.Repeat("x", 1<<18) + `"},"traceEvents":[` + events + `]}`,
		"with fractions":           strings.ReplaceAll(traceText(), `"ts":2500`, `"ts":2500.000`),
	} {
		got := readString(in)
		if got.String() != want || got.exchanges[0].Method != "POST" || got.exchanges[0].Status != 200 {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func TestTraceArrayMayLackItsEnd(t *testing.T) {
	events := traceEvents()
	got := readString("[" + strings.Join(events[:6], ",\n") + ",\n" + events[9] + ",\n")
	if got.err != nil || len(got.records) != 2 || got.has(capture.NoteTruncated) {
		t.Errorf("ended: got\n%s", got)
	}
	if got := readString("[" + strings.Join(events[:6], ",\n")); got.err != nil || len(got.records) != 1 || !got.has(capture.NoteTruncated) {
		t.Errorf("not ended: got\n%s", got)
	}
}

func TestTraceEventsWithBadNumbersArePassedOver(t *testing.T) {
	for _, c := range [][2]string{
		{`"encodedDataLength":17`, `"encodedDataLength":-17`},
		{`"encodedDataLength":17,`, ``},
		{`"encodedDataLength":17`, `"encodedDataLength":999999999999999999999`},
		{`"ts":3001`, `"ts":"soon"`},
		{`"ts":3001`, `"ts":1e40`},
	} {
		got := readString(strings.Replace(traceText(), c[0], c[1], 1))
		if s := got.String(); got.err != nil || !strings.Contains(s, "chunk 0 2.5 len=51\nchunk 1 2.7 len=7\neof 0 4\n") {
			t.Errorf("%s: got\n%s", c[1], s)
		}
		if d := got.exchanges[0].Damage; d.Records != 1 || d.Line != 9 {
			t.Errorf("%s: damage %+v", c[1], d)
		}
	}
}

func TestTraceThatCannotBeReadSaysWhatWouldHelp(t *testing.T) {
	for name, in := range map[string]string{
		"no requests":      `{"traceEvents":[{"ph":"M","name":"a"}]}`,
		"no events":        `{"traceEvents":[]}`,
		"cut at once":      `{"traceEvents":[`,
		"a bare array":     `[{"ph":"M","name":"a"}]`,
		"no array":         `{"metadata":{"source":"DevTools"}}`,
		"requests unread":  "[" + strings.Join(traceEvents()[:4], ",") + "]",
		"a broken element": `[{"ph":"M","name":"a",}]`,
	} {
		got := readString(in)
		t.Run(name, func(t *testing.T) {
			wantError(t, got.err, "a performance trace of", "without a read", "devtools.timeline", "Save profile")
		})
	}
	wantError(t, readString(`{"traceEvents":{}}`).err, "in:1:", "a JSON array")
}
