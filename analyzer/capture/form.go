package capture

import (
	"fmt"
	"io"
	"time"
)

var formFormat = FormatInfo{
	Format: FormatCapture, Level: LevelUnknown,
	Title: "What your own program reads, in Node, Python or Go: the capture form, a chunk a line",
	Short: "chunks as JSON Lines",
	HowTo: []string{
		`heldbytes record URL  # what a server sends, while it is sent`,
		`heldbytes record -- COMMAND  # what a command prints`,
		`heldbytes proxy --to URL  # from between a server and your own client`,
		`// Node, for each read of a response`,
		`for await (const b of res.body) log.write(JSON.stringify({t_ms: performance.now(), b64: Buffer.from(b).toString("base64")}) + "\n")`,
		`# Python, for each read of http.client`,
		`while b := r.read1(65536): log.write(json.dumps({"t_ms": time.monotonic() * 1e3, "b64": base64.b64encode(b).decode()}) + "\n")`,
		`// Go, for each read of a response`,
		`n, err := res.Body.Read(buf); json.NewEncoder(log).Encode(map[string]any{"t_ms": float64(time.Since(start)) / 1e6, "b64": buf[:n]})`,
		`heldbytes tap python > heldbytes_tap.py  # a recorder for your own reader in Python`,
		`heldbytes tap python --recipe requests  # the lines around it; also httpx, aiohttp, openai, anthropic`,
		`heldbytes tap js > heldbytes-tap.js  # one for Node and browsers`,
		`heldbytes tap js --recipe fetch  # the lines around it; also undici, ai, openai, anthropic`,
		`// Go, with what the reader says of itself: package analyzer/record of github.com/heldbytes/heldbytes`,
		`probe := record.New(log, record.Options{Payload: record.PayloadMask}); probe.Held(0); body := probe.Reader(res.Body)`,
		`probe.HandedOff(1); probe.Held(int64(len(buf)))  // for each event, once its bytes are let go`,
		`# a reader's row: beside the chunk, or behind all that it is of`,
		`{"row":{"t_ms":4.5,"held_bytes":120,"parsed":true}}`,
		`# where these bytes are still gzip, deflate or br, the first line says so`,
		`{"heldbytes":"capture/1","content_encoding":"gzip"}`,
	},
	Extensions: []string{".jsonl", ".json", ".ndjson"},
}

var formImporter = importer{
	FormatInfo: &formFormat,
	looks:      looksLikeForm,
	open: func(l lines, head []byte) Reader {
		if isDocument(head) {
			return newFormDocument(l)
		}
		return newFormLines(l)
	},
}

// formVersion is the value of the member heldbytes in the form that is read.
const formVersion = "capture/1"

// form is what the two shapes of the capture form share: one exchange, its
// members, and its chunks.
//
// A chunk has t_ms, unless none has it, and one of text, b64 and len; a len
// beside a payload must agree with it. A row of the reader stands beside a chunk
// or by itself. Members that are not known are ignored.
type form struct {
	machine
	file  string
	line  func() int // where the reader stands
	e     *Exchange
	eof   Mark
	seen  map[string]bool // members of the exchange that stood already
	some  bool            // a chunk or a row was read
	order order
	data  []byte
	rows  formRow
}

func (f *form) init(step func() error, file string, line func() int) {
	f.e = &Exchange{Timed: true, Payload: true}
	f.machine = machine{format: FormatCapture, step: step}
	f.begin(f.e)
	f.file, f.line, f.seen = file, line, map[string]bool{}
	f.data = make([]byte, 0, 512) // never nil: an empty payload is one
}

func (f *form) fail(read []byte, want string) *Error {
	return &Error{File: f.file, Line: f.line(), Offset: None, Read: Quote(read), Want: want}
}

// finish pushes the end of the body, if the recording tells it.
func (f *form) finish() {
	if !f.e.Timed {
		f.e.Accept, f.eof.Time = Mark{}, 0
	}
	if f.eof.Set {
		f.order.see(f.e, f.eof.Time)
		f.push(Record{Kind: RecordEOF, Time: f.eof.Time})
	}
}

// member takes a member of the exchange itself.
func (f *form) member(name, value []byte) error {
	switch string(name) {
	case "heldbytes", "content_type", "content_encoding", "level", "accept_ms", "eof_ms", "synthetic":
	default:
		return nil
	}
	if f.seen[string(name)] {
		return f.fail(name, string(name)+" once")
	}
	f.seen[string(name)] = true
	if string(value) == "null" {
		return nil
	}
	var err error
	switch string(name) {
	case "heldbytes":
		if s, _, err := unquote(nil, value); err != nil || string(s) != formVersion {
			return f.fail(value, fmt.Sprintf("heldbytes to be %q, the version that can be read", formVersion))
		}
	case "content_type":
		s, _, err := unquote(nil, value)
		if err != nil {
			return f.fail(value, "content_type as a string")
		}
		f.e.ContentType = mediaType(string(s))
	case "content_encoding":
		s, _, err := unquote(nil, value)
		if err != nil {
			return f.fail(value, "content_encoding as a string")
		}
		if f.some {
			return f.fail(value, "content_encoding before the first chunk")
		}
		f.e.Coding = contentCoding(list(string(s)))
	case "level":
		s, _, err := unquote(nil, value)
		if err == nil {
			f.e.Level, err = ParseLevel(string(s))
		}
		if err != nil {
			return f.fail(value, `level as "wire", "read", "event" or "unknown"`)
		}
	case "synthetic":
		switch string(value) {
		case "true":
			f.e.Note(NoteSynthetic)
		case "false":
		default:
			return f.fail(value, "synthetic as true or false")
		}
	case "accept_ms":
		f.e.Accept.Time, err = f.time(name, value)
		f.e.Accept.Set = err == nil
	case "eof_ms":
		f.eof.Time, err = f.time(name, value)
		f.eof.Set = err == nil
	}
	return err
}

// time reads a JSON number of milliseconds, exact to the nanosecond.
func (f *form) time(name, value []byte) (time.Duration, error) {
	if c := value[0]; c == '-' || c >= '0' && c <= '9' {
		if t, ok := parseUnit(value, inMilliseconds); ok {
			return t, nil
		}
	}
	return 0, f.fail(value, string(name)+" as a number of milliseconds")
}

// chunkMembers are the texts of the members of one chunk and of the row beside
// it, nil where there is none.
type chunkMembers struct{ time, text, b64, length, row, dropped []byte }

// take keeps value if name is a chunk's. twice says that it stood already.
func (c *chunkMembers) take(name, value []byte) (taken, twice bool) {
	var to *[]byte
	switch string(name) {
	case "t_ms":
		to = &c.time
	case "text":
		to = &c.text
	case "b64":
		to = &c.b64
	case "len":
		to = &c.length
	case "row":
		to = &c.row
	case "dropped":
		to = &c.dropped
	default:
		return false, false
	}
	if *to != nil {
		return true, true
	}
	if string(value) != "null" {
		*to = value
	}
	return true, false
}

// entry pushes a chunk, a row, or both. raw is its text, for errors.
func (f *form) entry(c chunkMembers, raw []byte) error {
	if c.dropped != nil {
		lost, err := f.drop(c, raw)
		if lost {
			return io.EOF
		}
		return err
	}
	if c.row != nil && c.row[0] != '{' {
		return f.fail(c.row, "row as a JSON object")
	}
	if c.row == nil || c.text != nil || c.b64 != nil || c.length != nil {
		if err := f.chunk(c, raw); err != nil || c.row == nil {
			return err
		}
	}
	return f.row(c, raw)
}

// chunk pushes a chunk.
func (f *form) chunk(c chunkMembers, raw []byte) error {
	r := Record{Kind: RecordChunk, Len: None}
	var err error
	switch timed := c.time != nil; {
	case f.some && timed != f.e.Timed:
		return f.fail(raw, "t_ms in every chunk or in none")
	case timed:
		if r.Time, err = f.time([]byte("t_ms"), c.time); err != nil {
			return err
		}
	}
	f.data = f.data[:0]
	switch {
	case c.text != nil && c.b64 != nil:
		return f.fail(raw, "one of text and b64, not both")
	case c.text != nil:
		var lone bool
		if f.data, lone, err = unquote(f.data, c.text); err != nil {
			return f.fail(c.text, "text as a string")
		}
		if lone {
			f.e.Note(NoteLoneSurrogate)
		}
		r.Data = f.data
	case c.b64 != nil:
		var ok bool
		if f.data, ok = appendQuotedBase64(f.data, c.b64); !ok {
			return f.fail(c.b64, "b64 as a string of base64")
		}
		r.Data = f.data
	case c.length == nil:
		return f.fail(raw, "a chunk with one of text, b64 and len")
	}
	if r.Data != nil {
		r.Len = int64(len(r.Data))
	} else {
		f.e.Payload = false
	}
	if c.length != nil {
		n, ok := parseCount(c.length)
		if !ok {
			return f.fail(c.length, "len as a number of bytes")
		}
		if r.Len != None && r.Len != n {
			return f.fail(c.length, fmt.Sprintf("len to be %d, the bytes of the payload beside it", r.Len))
		}
		r.Len = n
	}
	f.e.Timed, f.some = c.time != nil, true
	if f.e.Timed {
		f.order.see(f.e, r.Time)
	}
	f.push(r)
	return nil
}

// syntax turns what members met into the error of this recording.
func (f *form) syntax(raw []byte, err error) error {
	return &Error{File: f.file, Line: f.line(), Offset: None, Read: Quote(raw), Want: "a JSON object", Err: err}
}
