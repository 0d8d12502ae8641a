package capture

import (
	"bytes"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// logNames are the names that clients give to what they log of a read, those of
// one kind beside each other. Of several in a record the first here counts.
var logNames = [...]string{
	"t_ms", "ms", "elapsed_ms", "ts_ms", // milliseconds
	"t", "ts", "time", "timestamp", "t_unix", // by the size of the first, or a date
	"delta_ms", "dt", // milliseconds since the record before
	"b64", "base64", "bytes_b64", "body_b64",
	"hex",
	"data", "text", "chunk", // text, or bytes as JSON.stringify writes them
	"len", "length", "n", "size", "bytes",
	"flow", "request_id", "requestId", "stream", "conn", // tell exchanges apart
	"content_type", "contentType", "content_encoding", "contentEncoding", "status", "status_code",
}

// Where the kinds of logNames begin.
const (
	logSized    = 4
	logSteps    = 9
	logPayloads = 11
	logHex      = 15
	logTexts    = 16
	logLengths  = 19
	logFlows    = 24
	logAbout    = 29
)

const logWants = "b64, hex, text and len"

// logRecord is the values of a record by the index of their names in logNames,
// as text, nil where there is none.
type logRecord [len(logNames)][]byte

// read reads a JSON object. Names that are not in logNames are passed over, as
// is null; of one name that stands twice the last counts, as in most readers.
func (r *logRecord) read(raw []byte) error {
	clear(r[:])
	m := members{text: raw}
	for {
		name, value, ok, err := m.next()
		if err != nil || !ok {
			if err == nil {
				err = m.end()
			}
			return err
		}
		for i, known := range logNames {
			if known == string(name) {
				if string(value) != "null" {
					r[i] = value
				}
				break
			}
		}
	}
}

// time returns the index of the time in the record, or None.
func (r *logRecord) time() int {
	for i, value := range r[:logPayloads] {
		if value != nil {
			return i
		}
	}
	return None
}

// payload appends the payload to dst and returns the index of its name, which is
// that of the length where there is no other. index is None where the record has
// neither; ok is false where what it has cannot be read.
func (r *logRecord) payload(dst []byte) (index int, data []byte, lone, ok bool) {
	for i, raw := range r[logPayloads:logLengths] {
		if raw == nil {
			continue
		}
		index = logPayloads + i
		if raw[0] != '"' {
			data, ok = appendNumbers(dst, raw)
			return index, data, false, ok && index >= logTexts
		}
		if index >= logTexts {
			data, lone, err := unquote(dst, raw)
			return index, data, lone || torn(data), err == nil
		}
		text := raw[1 : len(raw)-1]
		if jsontext.Either(text, '\\', '\\') < len(text) {
			var err error
			if text, _, err = unquote(nil, raw); err != nil {
				return index, dst, false, false
			}
		}
		if index == logHex {
			data, ok = appendHex(dst, text)
		} else {
			data, ok = appendBase64(dst, text)
		}
		return index, data, false, ok
	}
	for i, raw := range r[logLengths:logFlows] {
		if raw != nil {
			_, ok := parseCount(raw)
			return logLengths + i, dst, false, ok
		}
	}
	return None, dst, false, false
}

// length returns the length that the record states.
func (r *logRecord) length() (n int64, has bool) {
	for _, raw := range r[logLengths:logFlows] {
		if raw != nil {
			return parseCount(raw)
		}
	}
	return 0, false
}

// about takes what the record says of the exchange.
func (r *logRecord) about(e *Exchange) {
	for i, raw := range r[logAbout:] {
		if raw == nil {
			continue
		}
		s, _, err := unquote(nil, raw)
		switch n, number := parseCount(raw); {
		case number && i >= 4:
			e.Status = int(min(n, 999))
		case err != nil:
		case i < 2:
			e.ContentType = mediaType(string(s))
		case i < 4:
			// Clients take gzip off and log the field all the same; where the bytes
			// are gzip they show it.
			if e.Coding = contentCoding(list(string(s))); e.Coding == "gzip" {
				e.Coding = ""
			}
		}
	}
}

// torn says that text begins or ends with U+FFFD, as it does where a decoder was
// given the parts of a character one by one.
func torn(text []byte) bool {
	const replacement = "\uFFFD"
	return bytes.HasPrefix(text, []byte(replacement)) || bytes.HasSuffix(text, []byte(replacement))
}

// appendNumbers appends bytes that are written as numbers, as JSON.stringify
// does: [1,2] for an array, {"type":"Buffer","data":[1,2]} for a Buffer,
// {"0":1,"1":2} for a Uint8Array.
func appendNumbers(dst, raw []byte) ([]byte, bool) {
	if raw[0] == '{' {
		m := members{text: raw}
		for {
			name, value, ok, err := m.next()
			if err != nil || !ok {
				return dst, err == nil
			}
			_, index := parseCount(name)
			good := string(name) == "type"
			if string(name) == "data" && value[0] == '[' {
				dst, good = appendNumbers(dst, value)
			} else if index {
				dst, good = appendNumber(dst, value)
			}
			if !good {
				return dst, false
			}
		}
	}
	if raw[0] != '[' {
		return dst, false
	}
	inner := bytes.TrimSpace(raw[1 : len(raw)-1])
	for more := len(inner) > 0; more; {
		var number []byte
		var ok bool
		number, inner, more = bytes.Cut(inner, []byte{','})
		if dst, ok = appendNumber(dst, bytes.TrimSpace(number)); !ok {
			return dst, false
		}
	}
	return dst, true
}

func appendNumber(dst, number []byte) ([]byte, bool) {
	n, ok := parseCount(number)
	return append(dst, byte(n)), ok && n <= 0xff
}
