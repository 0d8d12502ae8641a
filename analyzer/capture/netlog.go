package capture

import (
	"bytes"
	"fmt"
	"time"
)

const netlogHowTo = "chrome://net-export  # choose \"Include raw bytes\", then Start Logging to Disk, open the stream, Stop Logging"

var netlogFormat = FormatInfo{
	Format: FormatNetLog, Level: LevelWire,
	Title: "A NetLog of Chrome, Edge or Electron",
	Short: "a NetLog",
	HowTo: []string{
		netlogHowTo,
		"chrome --log-net-log=out.json --net-log-capture-mode=Everything URL",
	},
	Extensions: []string{".json"},
}

var netlogImporter = importer{
	FormatInfo: &netlogFormat,
	looks:      looksLikeNetLog,
}

// netlog reads what chrome://net-export and --log-net-log write: one JSON
// object of constants and events. Types and phases are numbers that differ from
// version to version; the constants tell their names
// (net/log/net_log_event_type_list.h).
//
// A read of a body is an event URL_REQUEST_JOB_FILTERED_BYTES_READ of the source
// that is its request: its chunked framing and its content coding are off, and
// HTTP/1, /2 and /3 are alike. Its time is in whole milliseconds, of the network
// process. Of sockets and sessions nothing is read: they carry the same bytes
// once more.
type netlog struct {
	requests
	kinds      []netlogKind // by the number of the type
	begin, end int64        // numbers of phases
	offset     time.Duration
	constant   bool // the constants were read

	events  int
	sockets int // reads of sockets
}

// netlogKind is what an event is here.
type netlogKind uint8

const (
	netlogOther netlogKind = iota
	netlogStart
	netlogSend
	netlogHeaders
	netlogRead
	netlogAlive
	netlogSocket
)

func netlogKindOf(name []byte) netlogKind {
	switch string(name) {
	case "URL_REQUEST_START_JOB":
		return netlogStart
	case "HTTP_TRANSACTION_SEND_REQUEST":
		return netlogSend
	case "HTTP_TRANSACTION_READ_RESPONSE_HEADERS":
		return netlogHeaders
	case "URL_REQUEST_JOB_FILTERED_BYTES_READ":
		return netlogRead
	case "REQUEST_ALIVE":
		return netlogAlive
	case "SOCKET_BYTES_RECEIVED", "SSL_SOCKET_BYTES_RECEIVED", "HTTP2_SESSION_RECV_DATA", "QUIC_SESSION_STREAM_FRAME_RECEIVED":
		return netlogSocket
	}
	return netlogOther
}

// looksLikeNetLog looks for the constants, or for events that stand before them.
func looksLikeNetLog(head []byte) bool {
	names, _, _ := firstNames(head)
	for _, n := range names {
		switch n {
		case "constants":
			return true
		case "events":
			return bytes.Contains(head, []byte(`"phase"`)) && bytes.Contains(head, []byte(`"source"`))
		}
	}
	return false
}

func newNetLog(l lines) *netlog {
	n := &netlog{begin: 1, end: 2}
	n.init(FormatNetLog, l)
	n.member, n.record, n.close = n.before, n.event, n.over
	return n
}

// before takes a member that stands before the events.
func (n *netlog) before(name []byte) (events bool, err error) {
	switch string(name) {
	case "events":
		return true, nil
	case "constants":
		text, err := n.walk.value()
		if err != nil {
			return false, err
		}
		return false, n.constants(text)
	}
	return false, n.walk.skip()
}

func (n *netlog) constants(text []byte) error {
	m := members{text: text, judged: true}
	types := false
	for {
		name, value, ok, err := m.next()
		if err != nil {
			return n.walk.fail(text, "the constants as an object")
		}
		if !ok {
			break
		}
		switch string(name) {
		case "logEventTypes":
			types = true
			eachNumber(value, func(name []byte, number int64) {
				if kind := netlogKindOf(name); kind != netlogOther && number < 1<<16 {
					n.kinds = append(n.kinds, make([]netlogKind, max(0, int(number)+1-len(n.kinds)))...)
					n.kinds[number] = kind
				}
			})
		case "logEventPhase":
			eachNumber(value, func(name []byte, number int64) {
				switch string(name) {
				case "PHASE_BEGIN":
					n.begin = number
				case "PHASE_END":
					n.end = number
				}
			})
		case "timeTickOffset":
			if n.offset, ok = timeOf(value, inMilliseconds); !ok {
				return n.walk.fail(value, "timeTickOffset as a number of milliseconds")
			}
		}
	}
	if !types {
		return n.walk.fail(text, "constants with logEventTypes")
	}
	n.constant = true
	return nil
}

// eachNumber calls f for each member of an object that is a whole number.
func eachNumber(text []byte, f func(name []byte, number int64)) {
	m := members{text: text, judged: true}
	for {
		name, value, ok, err := m.next()
		if err != nil || !ok {
			return
		}
		if number, ok := wholeNumber(value); ok {
			f(name, number)
		}
	}
}

// kind returns what an event of a type is.
func (n *netlog) kind(number []byte) netlogKind {
	if i, ok := wholeNumber(number); ok && i < int64(len(n.kinds)) {
		return n.kinds[i]
	}
	return netlogOther
}

// lastType returns the type of an event whose last member it is, as Chrome
// writes it, nil where another one is: most events are of no concern, and known
// by it without a walk.
func lastType(text []byte) []byte {
	end := len(text) - 1
	i := end
	for i > 0 && text[i-1]-'0' <= 9 {
		i--
	}
	if i < end && bytes.HasSuffix(text[:i], []byte(`,"type":`)) {
		return text[i:end]
	}
	return nil
}

func (n *netlog) event(text []byte) error {
	if !n.constant {
		return n.walk.fail(text, "the constants before the events, as Chrome writes them: they say what the numbers mean")
	}
	n.events++
	if last := lastType(text); last != nil && n.kind(last) == netlogOther {
		return nil
	}
	var number, phase, source, stamp, params []byte
	m := members{text: text, judged: true}
	for {
		name, value, ok, err := m.next()
		if err != nil {
			n.damaged(n.walk.no, None)
			return nil
		}
		if !ok {
			break
		}
		switch string(name) {
		case "type":
			number = value
		case "phase":
			phase = value
		case "source":
			source = value
		case "time":
			stamp = value
		case "params":
			params = value
		}
	}
	kind := n.kind(number)
	switch kind {
	case netlogOther:
		return nil
	case netlogSocket:
		n.sockets++
		return nil
	}
	t, ok := timeOf(stamp, inMilliseconds)
	id := memberOf(source, "id")
	if t += n.offset; !ok || !isTime(t) || len(id) == 0 || len(id) > maxID {
		n.damaged(n.walk.no, None)
		return nil
	}
	at, _ := wholeNumber(phase)
	switch kind {
	case netlogStart:
		if at == n.begin {
			n.sent(id, memberOf(params, "method"), t)
		}
	case netlogSend:
		if r := n.live[string(id)]; r != nil && r.index == None {
			r.Accept = Mark{Time: t, Set: true}
		}
	case netlogHeaders:
		if r := n.at(id); r != nil && r.index == None {
			n.headers(r, memberOf(params, "headers"))
		}
	case netlogRead:
		return n.body(id, t, params)
	case netlogAlive:
		if at == n.end {
			n.ended(id, t)
		}
	}
	return nil
}

// headers takes a response head: an array of its lines.
func (n *netlog) headers(r *request, text []byte) {
	var head httpHead
	size := 0
	for e := (elements{text: text}); ; {
		line, ok := e.next()
		if size += len(line); !ok || size > maxHead {
			break
		}
		head.line(plainString(line, maxHead))
	}
	r.answered(int64(head.status), []byte(head.fields["content-type"]))
}

// body takes a read: how many bytes, and which, unless the log was made without.
func (n *netlog) body(id []byte, t time.Duration, params []byte) error {
	r := n.at(id)
	length, ok := wholeNumber(memberOf(params, "byte_count"))
	var data []byte
	if raw := memberOf(params, "bytes"); raw != nil {
		ok = ok && n.base64(raw)
		data = n.bytes
	} else if raw := memberOf(params, "hex_encoded_bytes"); raw != nil { // until 2018
		ok = ok && n.hex(raw)
		data = n.bytes
	}
	if !ok || r == nil {
		n.damaged(n.walk.no, None)
		return nil
	}
	r.Level = LevelWire
	return n.chunk(r, t, data, length)
}

func (n *netlog) over(cut bool) error {
	read, want := fmt.Sprintf("a NetLog of %d events without a read of a response body", n.events), netlogHowTo
	if n.sockets > 0 {
		read += fmt.Sprintf(" (and %d of a socket)", n.sockets)
		want = "the requests of the page: start logging before they are made, and keep the page open until it is stopped: " + netlogHowTo
	}
	return n.finish(cut, read, want)
}
