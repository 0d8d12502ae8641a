package capture

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// maxHead bounds the bytes of one response head.
const maxHead = 1 << 20

// httpHead collects the head of an HTTP message from pieces of any size and
// says how the body that follows is delimited (RFC 9112, section 6.3). Of the
// fields it keeps the few that matter here.
type httpHead struct {
	request bool   // of a request, else of a response
	partial []byte // a line whose LF has not come
	size    int
	method  string // of a request, as sent
	status  int
	fields  map[string]string // lower-case names; fields of one name are joined with ", "; nil before the first line
	done    bool
	bad     bool // it does not begin with the line that it should
}

// add takes bytes of the head and returns those that follow its end. It returns
// false where there are too many.
func (h *httpHead) add(b []byte) (rest []byte, ok bool) {
	for !h.done && len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			i = len(b) - 1
		}
		if h.size += i + 1; h.size > maxHead {
			return b, false
		}
		h.partial = append(h.partial, b[:i+1]...)
		if b[i] == '\n' {
			h.line(string(trimCR(h.partial[:len(h.partial)-1])))
			h.partial = h.partial[:0]
		}
		b = b[i+1:]
	}
	return b, true
}

// What of a message is kept, in bytes.
const (
	maxMethod = 20
	maxType   = 256
)

func (h *httpHead) line(s string) {
	switch {
	case !h.request && strings.HasPrefix(s, "HTTP/"):
		_, rest, _ := strings.Cut(s, " ")
		code, _, _ := strings.Cut(rest, " ")
		status, _ := strconv.Atoi(code)
		*h = httpHead{partial: h.partial, size: h.size, status: status, fields: map[string]string{}}
	case h.request && h.fields == nil && s != "":
		method, _, _ := strings.Cut(s, " ")
		h.method, h.fields = method[:min(len(method), maxMethod)], map[string]string{}
		h.bad = sniffRequest([]byte(s)) != wireRequest
	case h.fields == nil:
		h.bad = h.bad || s != ""
	case s == "":
		h.done = true
	default:
		name, value, ok := strings.Cut(s, ":")
		if !ok {
			return
		}
		switch name = strings.ToLower(name); name {
		case "content-type", "content-length", "content-encoding", "transfer-encoding", "upgrade":
			value = strings.TrimSpace(value)
			if have, twice := h.fields[name]; twice && name != "content-type" {
				value = have + ", " + value
			}
			h.fields[name] = value
		}
	}
}

// isResponse says whether a head that is not complete can be one of a response.
func (h *httpHead) isResponse() bool {
	const sign = "HTTP/"
	if h.fields != nil || h.bad {
		return !h.bad
	}
	b := bytes.TrimLeft(h.partial, "\r\n")
	n := min(len(b), len(sign))
	return string(b[:n]) == sign[:n]
}

// interim says that this is not the response yet (RFC 9110, section 15.2).
func (h *httpHead) interim() bool { return h.status >= 100 && h.status < 200 && h.status != 101 }

// bodyKind says how a body ends.
type bodyKind uint8

const (
	bodyNone    bodyKind = iota
	bodyChunked          // by its last chunk
	bodyLength           // after so many bytes
	bodyClose            // with the connection, or with its HTTP/2 stream
	bodyUnsure           // as bodyChunked where its first bytes can be so, else as bodyClose
)

// body says how the body ends that answers a request by method.
func (h *httpHead) body(method string) (kind bodyKind, length int64) {
	codings := list(h.fields["transfer-encoding"])
	switch {
	case method == "HEAD" || h.status == 204 || h.status == 304,
		method == "CONNECT" && h.status >= 200 && h.status < 300:
		return bodyNone, 0
	case len(codings) > 0 && codings[len(codings)-1] == "chunked":
		return bodyChunked, 0
	case slices.Contains(codings, "chunked"): // many name it first and apply it last
		return bodyUnsure, 0
	case len(codings) > 0:
		return bodyClose, 0
	}
	for i, s := range list(h.fields["content-length"]) {
		n, ok := parseCount([]byte(s))
		if !ok || i > 0 && n != length {
			return bodyClose, 0
		}
		kind, length = bodyLength, n
	}
	if kind != bodyLength {
		kind = bodyClose
	}
	return kind, length
}

// requestBody says how the body of a request ends.
func (h *httpHead) requestBody() (kind bodyKind, length int64) {
	switch kind, length = h.body(""); kind {
	case bodyClose:
		return bodyNone, 0
	case bodyUnsure:
		return bodyChunked, 0
	}
	return kind, length
}

// coding returns the codings that the body's bytes are under, in the order in
// which they were applied, "" where there is none.
func (h *httpHead) coding() string {
	return contentCoding(append(list(h.fields["content-encoding"]), list(h.fields["transfer-encoding"])...))
}

// contentCoding joins the members of a list of codings that change bytes.
func contentCoding(members []string) string {
	in := slices.DeleteFunc(members, func(c string) bool { return c == "identity" || c == "chunked" })
	return strings.Join(in, ", ")
}

// list cuts a comma-separated field value into lower-case members.
func list(value string) []string {
	var in []string
	for s := range strings.SplitSeq(value, ",") {
		if s = strings.ToLower(strings.TrimSpace(s)); s != "" {
			in = append(in, s)
		}
	}
	return in
}

// mediaType is a content type without its parameters, lower case.
func mediaType(s string) string {
	s, _, _ = strings.Cut(s, ";")
	return strings.ToLower(strings.TrimSpace(s))
}
