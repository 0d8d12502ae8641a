package capture

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

const traceHowTo = "DevTools, Performance: Record, open the stream, Stop, then Save profile"

var traceFormat = FormatInfo{
	Format: FormatTrace, Level: LevelRead,
	Title: "A performance trace of Chrome's DevTools: lengths and times of reads, no bytes",
	Short: "a performance trace",
	HowTo: []string{
		traceHowTo,
		"chrome --trace-startup=devtools.timeline --trace-startup-format=json --trace-startup-file=out.json URL",
	},
	Extensions: []string{".json"},
}

var traceImporter = importer{
	FormatInfo: &traceFormat,
	looks:      looksLikeTrace,
}

// trace reads the trace event format, {"traceEvents":[…]} or the array alone,
// where DevTools says what a renderer received: ResourceReceivedData, whose
// encodedDataLength is, in spite of its name, that of the body as the page read
// it. A request is told from others by its process and its requestId. Times are
// in microseconds, on the browser's own clock.
type trace struct {
	requests
	events int
	id     []byte
}

// looksLikeTrace looks for the array of events, for the metadata that DevTools
// puts before it, or at the first event of a bare array.
func looksLikeTrace(head []byte) bool {
	i := skipSpace(head, 0)
	if i < len(head) && head[i] == '[' {
		names, _, _ := firstNames(head[skipSpace(head, i+1):])
		return slices.Contains(names, "ph")
	}
	names, _, _ := firstNames(head)
	return slices.Contains(names, "traceEvents") ||
		len(names) > 0 && names[0] == "metadata" && bytes.Contains(head, []byte(`"DevTools"`))
}

func newTrace(l lines) *trace {
	t := &trace{}
	t.init(FormatTrace, l)
	t.member, t.record, t.close = t.before, t.event, t.over
	return t
}

// before takes a member that stands before the events.
func (t *trace) before(name []byte) (events bool, err error) {
	if string(name) == "traceEvents" {
		return true, nil
	}
	return false, t.walk.skip()
}

// ofResource says whether an event may be about a request: nearly all that a
// trace has are not, and known by it without a walk.
func ofResource(text []byte) bool {
	const name = `"Resource`
	for i := 1; ; i++ {
		i += jsontext.Either(text[i:], 'R', 'R')
		if i+len(name)-1 > len(text) {
			return false
		}
		if string(text[i-1:i-1+len(name)]) == name {
			return true
		}
	}
}

func (t *trace) event(text []byte) error {
	t.events++
	if !ofResource(text) {
		return nil
	}
	var name, args, pid, stamp []byte
	for m := (members{text: text, judged: true}); ; {
		member, value, ok, err := m.next()
		if err != nil {
			t.damaged(t.walk.no, None)
			return nil
		}
		if !ok {
			break
		}
		switch string(member) {
		case "name":
			name = value
		case "args":
			args = value
		case "pid":
			pid = value
		case "ts":
			stamp = value
		}
	}
	switch string(name) {
	case `"ResourceSendRequest"`, `"ResourceReceiveResponse"`, `"ResourceReceivedData"`, `"ResourceFinish"`:
	default:
		return nil
	}
	var id, method, status, mime, length []byte
	for m := (members{text: memberOf(args, "data"), judged: true}); ; {
		member, value, ok, err := m.next()
		if err != nil || !ok {
			break
		}
		switch string(member) {
		case "requestId":
			id = value
		case "requestMethod":
			method = value
		case "statusCode":
			status = value
		case "mimeType":
			mime = value
		case "encodedDataLength":
			length = value
		}
	}
	at, ok := timeOf(stamp, inMicroseconds)
	if !ok || !isTime(at) || len(id) == 0 || len(pid)+len(id) >= maxID {
		t.damaged(t.walk.no, None)
		return nil
	}
	t.id = append(append(append(t.id[:0], pid...), ' '), id...)
	switch string(name) {
	case `"ResourceSendRequest"`:
		t.sent(t.id, method, at)
	case `"ResourceReceiveResponse"`:
		if r := t.at(t.id); r != nil && r.index == None {
			code, _ := wholeNumber(status)
			r.answered(code, mime)
		}
	case `"ResourceReceivedData"`:
		n, ok := wholeNumber(length)
		r := t.at(t.id)
		if !ok || r == nil {
			t.damaged(t.walk.no, None)
			return nil
		}
		r.Level = LevelRead
		return t.chunk(r, at, nil, n)
	default:
		t.ended(t.id, at)
	}
	return nil
}

func (t *trace) over(cut bool) error {
	return t.finish(cut, fmt.Sprintf("a performance trace of %d events without a read of a response body", t.events),
		"ResourceReceivedData, of the category devtools.timeline: "+traceHowTo)
}
