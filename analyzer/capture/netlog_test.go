package capture_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// netlogNames are the types of the events below, by their number.
var netlogNames = []string{"CANCELLED", "REQUEST_ALIVE", "URL_REQUEST_START_JOB", "HTTP_TRANSACTION_SEND_REQUEST",
	"HTTP_TRANSACTION_READ_RESPONSE_HEADERS", "URL_REQUEST_JOB_FILTERED_BYTES_READ", "SOCKET_BYTES_RECEIVED", "URL_REQUEST_JOB_BYTES_READ"}

// netlogConstants are the constants of those, with quotes around their numbers
// in old versions.
func netlogConstants(old bool) string {
	number := func(n int) string {
		if old {
			return fmt.Sprintf("%q", fmt.Sprint(n))
		}
		return fmt.Sprint(n)
	}
	var types []string
	for i, n := range netlogNames {
		types = append(types, fmt.Sprintf("%q:%s", n, number(i+100)))
	}
	return `{"logEventPhase":{"PHASE_BEGIN":` + number(1) + `,"PHASE_END":` + number(2) + `,"PHASE_NONE":` + number(0) + `},"logEventTypes":{` +
		strings.Join(types, ",") + `},"timeTickOffset":` + number(1000) + `}`
}

// netlogEvent is one event; params may be empty.
func netlogEvent(ms int, name string, phase, source int, params string) string {
	for i, n := range netlogNames {
		if n == name {
			name = fmt.Sprint(i + 100)
		}
	}
	if params != "" {
		params = `"params":` + params + ","
	}
	return fmt.Sprintf(`{%s"phase":%d,"source":{"id":%d,"start_time":"1","type":1},"time":"%d","type":%s}`, params, phase, source, ms, name)
}

func netlogBytes(s string) string {
	return fmt.Sprintf(`{"byte_count":%d,"bytes":"%s"}`, len(s), base64.StdEncoding.EncodeToString([]byte(s)))
}

func netlogOf(events ...string) string {
	return `{"constants":` + netlogConstants(false) + ",\n\"events\": [\n" + strings.Join(events, ",\n") + "],\n\"polledData\": {}}\n"
}

// netlogEvents are those of one request.
func netlogEvents() []string {
	return []string{
		netlogEvent(10, "REQUEST_ALIVE", 1, 7, `{"url":"http://h/"}`),
		netlogEvent(10, "URL_REQUEST_START_JOB", 1, 7, `{"method":"POST","url":"http://h/"}`),
		netlogEvent(11, "HTTP_TRANSACTION_SEND_REQUEST", 1, 7, ""),
		netlogEvent(12, "HTTP_TRANSACTION_SEND_REQUEST", 2, 7, ""),
		netlogEvent(20, "HTTP_TRANSACTION_READ_RESPONSE_HEADERS", 0, 7, `{"headers":["HTTP/1.1 201 Created","Content-Type: text/event-stream; charset=utf-8"]}`),
		netlogEvent(20, "URL_REQUEST_START_JOB", 2, 7, ""),
		netlogEvent(21, "SOCKET_BYTES_RECEIVED", 0, 8, netlogBytes("5\r\ndata:\r\n")),
		netlogEvent(21, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 7, netlogBytes("data:")),
		netlogEvent(25, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 7, netlogBytes(" 1\n\n")),
		netlogEvent(30, "REQUEST_ALIVE", 2, 7, ""),
	}
}

func netlogText() string { return netlogOf(netlogEvents()...) }

const netlogRead1 = "chunk 0 1021 len=5 \"data:\"\nchunk 0 1025 len=4 \" 1\\n\\n\"\n"

func TestNetLogIsReadBySource(t *testing.T) {
	got := readString(netlogText())
	want := "format netlog\n" +
		"exchange 0 type=\"text/event-stream\" level=wire timed=true payload=true coding=\"\" accept=1012 codes=map[] notes=[]\n" +
		netlogRead1 + "eof 0 1030\n"
	if got.String() != want || got.exchanges[0].Method != "POST" || got.exchanges[0].Status != 201 {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNetLogsDifferFromVersionToVersion(t *testing.T) {
	events := strings.Join(netlogEvents(), ",\n")
	want := readString(netlogText()).String()
	for name, in := range map[string]string{
		"numbers as strings":         `{"constants":` + netlogConstants(true) + `,"events":[` + events + `]}`,
		"all on one line":            strings.ReplaceAll(netlogText(), "\n", ""),
		"polled data first":          `{"polledData":{"a":[1]},"constants":` + netlogConstants(false) + `,"events":[` + events + `]}`,
		"indented":                   strings.NewReplacer(":{", ":\n  {\n  ", `,"`, ",\n  \"").Replace(netlogText()),
		"bytes as hexadecimal":       strings.ReplaceAll(netlogText(), `"bytes":"ZGF0YTo="`, `"hex_encoded_bytes":"646174613A"`),
		"the type first":             strings.NewReplacer(`{"params":{"byte_count":5,"bytes":"ZGF0YTo="},`, `{"type":105,"params":{"byte_count":5,"bytes":"ZGF0YTo="},`, `"time":"21","type":105`, `"time":"21"`).Replace(netlogText()),
		"times and types as they go": strings.NewReplacer(`"time":"21"`, `"time":21`, `"type":105`, `"type":"105"`).Replace(netlogText()),
		"a number last":              strings.Replace(netlogText(), `"phase":0,"source":{"id":7,"start_time":"1","type":1},"time":"21","type":105`, `"type":105,"source":{"id":7,"start_time":"1","type":1},"time":"21","phase":0`, 1),
		"a source without a start":   strings.ReplaceAll(netlogText(), `"start_time":"1",`, ""),
	} {
		if got := readString(in); got.String() != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
	in := strings.NewReplacer(`"PHASE_BEGIN":1`, `"PHASE_BEGIN":5`, `"phase":1`, `"phase":5`).Replace(netlogText())
	if got := readString(in); got.String() != want {
		t.Errorf("other phases: got\n%swant\n%s", got, want)
	}
}

func TestNetLogOfAKilledBrowserIsReadToItsEnd(t *testing.T) {
	events := netlogEvents()
	whole := `{"constants":` + netlogConstants(false) + ",\n\"events\": [\n" + strings.Join(events[:9], ",\n")
	for _, end := range []string{"", ",", ",\n", ",\n" + events[9][:20], "],\n\"polledData\": {\"a\":"} {
		got := readString(whole + end)
		if got.err != nil || !strings.HasSuffix(got.String(), netlogRead1) {
			t.Errorf("ends in %q: got\n%s", end, got)
		}
		if cut := !strings.HasPrefix(end, "]"); got.has(capture.NoteTruncated) != cut {
			t.Errorf("ends in %q: notes %v", end, got.exchanges[0].Notes)
		}
	}
	// What has ended before the cut has lost nothing.
	if got := readString(whole + ",\n" + events[9] + ",\n"); got.has(capture.NoteTruncated) {
		t.Errorf("got\n%s", got)
	}
}

func TestNetLogWithoutBytesHasLengths(t *testing.T) {
	in := strings.NewReplacer(`,"bytes":"ZGF0YTo="`, "", `,"bytes":"IDEKCg=="`, "").Replace(netlogText())
	got := readString(in)
	if s := got.String(); !strings.Contains(s, "payload=false") || !strings.Contains(s, "chunk 0 1021 len=5\nchunk 0 1025 len=4\n") {
		t.Errorf("got\n%s", s)
	}
}

func TestNetLogRedirectsAndRequestsSideBySide(t *testing.T) {
	events := []string{
		netlogEvent(1, "URL_REQUEST_START_JOB", 1, 1, `{"method":"POST"}`),
		netlogEvent(2, "HTTP_TRANSACTION_READ_RESPONSE_HEADERS", 0, 1, `{"headers":["HTTP/1.1 303 See Other","Content-Type: text/html"]}`),
		netlogEvent(3, "URL_REQUEST_START_JOB", 1, 1, `{"method":"GET"}`),
		netlogEvent(3, "URL_REQUEST_START_JOB", 1, 2, `{"method":"OPTIONS"}`),
		netlogEvent(4, "HTTP_TRANSACTION_READ_RESPONSE_HEADERS", 0, 1, `{"headers":["HTTP/1.1 200"]}`),
		netlogEvent(5, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 1, netlogBytes("a")),
		netlogEvent(6, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 9, netlogBytes("x")), // begun before the log
		netlogEvent(7, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 1, netlogBytes("b")),
		netlogEvent(8, "REQUEST_ALIVE", 2, 2, ""),
		netlogEvent(9, "REQUEST_ALIVE", 2, 1, ""),
		netlogEvent(9, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, 9, netlogBytes("y")),
	}
	got := readString(netlogOf(events...))
	want := "format netlog\n" +
		"exchange 0 type=\"\" level=wire timed=true payload=true coding=\"\" accept=1003 codes=map[] notes=[]\n" +
		"exchange 1 type=\"\" level=wire timed=true payload=true coding=\"\" accept=- codes=map[] notes=[mid-stream]\n" +
		"chunk 0 1005 len=1 \"a\"\nchunk 1 1006 len=1 \"x\"\nchunk 0 1007 len=1 \"b\"\neof 0 1009\nchunk 1 1009 len=1 \"y\"\n"
	if got.String() != want || got.exchanges[0].Method != "GET" || got.exchanges[0].Status != 200 {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNetLogRequestEndsOnce(t *testing.T) {
	events := netlogEvents()
	alive := netlogEvent(22, "REQUEST_ALIVE", 0, 7, "")
	in := netlogOf(append(append(events[:8:8], alive), events[8:]...)...)
	if got, want := readString(in).String(), readString(netlogText()).String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNetLogTimesThatRunBackwardsAreNoted(t *testing.T) {
	in := strings.Replace(netlogText(), `"time":"25"`, `"time":"15"`, 1)
	if got := readString(in); !got.has(capture.NoteTimesBackwards) || !strings.Contains(got.String(), "chunk 0 1015 ") {
		t.Errorf("got\n%s", got)
	}
}

func TestNetLogEventsWithBadNumbersArePassedOver(t *testing.T) {
	for _, c := range [][2]string{
		{`"byte_count":5`, `"byte_count":-5`},
		{`"byte_count":5`, `"byte_count":"many"`},
		{`"byte_count":5`, `"byte_count":1e30`},
		{`"byte_count":5,`, ``},
		{`"bytes":"ZGF0YTo="`, `"bytes":"ZGF0Y"`},
		{`"bytes":"ZGF0YTo="`, `"bytes":5`},
		{`"time":"21","type":105`, `"time":"later","type":105`},
		{`"time":"21","type":105`, `"time":"99999999999999999999","type":105`},
		{`"time":"21","type":105`, `"type":105`},
	} {
		got := readString(strings.Replace(netlogText(), c[0], c[1], 1))
		if want := `chunk 0 1025 len=4 " 1\n\n"` + "\neof 0 1030\n"; got.err != nil || !strings.HasSuffix(got.String(), want) || strings.Contains(got.String(), "1021") {
			t.Errorf("%s: got\n%s", c[1], got)
		}
		if d := got.exchanges[0].Damage; d.Records != 1 || d.Line != 10 || !got.has(capture.NoteDamaged) {
			t.Errorf("%s: damage %+v", c[1], d)
		}
	}
}

func TestNetLogOfOtherLengthsIsNoted(t *testing.T) {
	got := readString(strings.Replace(netlogText(), `"byte_count":5`, `"byte_count":6`, 1))
	if !strings.HasSuffix(got.String(), netlogRead1+"eof 0 1030\n") || !got.has(capture.NoteLengths) {
		t.Errorf("got\n%s", got)
	}
}

func TestNetLogThatCannotBeReadSaysWhatWouldHelp(t *testing.T) {
	events := netlogEvents()
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"events before the constants", `{"events":[` + events[0] + `],"constants":` + netlogConstants(false) + `}`, []string{"in:1:", "constants before the events"}},
		{"sockets alone", netlogOf(events[6]), []string{"a NetLog of 1 events", "1 of a socket", "before they are made", "chrome://net-export"}},
		{"no reads", netlogOf(events[:3]...), []string{"a NetLog of 3 events", "chrome://net-export"}},
		{"no events", netlogOf(), []string{"a NetLog of 0 events"}},
		{"constants alone", `{"constants":` + netlogConstants(false) + `}`, []string{"a NetLog of 0 events"}},
		{"constants without types", `{"constants":{},"events":[]}`, []string{"logEventTypes"}},
		{"constants that are none", `{"constants":5,"events":[]}`, []string{"constants as an object"}},
		{"an offset that is none", `{"constants":{"logEventTypes":{},"timeTickOffset":"x"},"events":[]}`, []string{"timeTickOffset"}},
		{"no constants", `{"events":[` + events[7] + `]}`, []string{"in:1:", "constants before the events"}},
		{"events that are none", `{"constants":` + netlogConstants(false) + `,"events":{}}`, []string{"a JSON array"}},
		{"cut in the constants", `{"constants":{"logEventTypes":{`, []string{"a NetLog of 0 events"}},
		{"absurd numbers of types", `{"constants":{"logEventTypes":{"REQUEST_ALIVE":281474976710656}},"events":[` + events[0] + `]}`, []string{"a NetLog of 1 events"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantError(t, readString(c.in).err, c.want...) })
	}
}

func TestNetLogDoesNotDependOnHowItIsRead(t *testing.T) {
	in := netlogText() + strings.Repeat(" ", 1<<17)
	want := readString(in).String()
	if got := read(iotest.OneByteReader(strings.NewReader(in)), capture.Options{Name: "in"}).String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
