package sharetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Malformed makes a request that is, with some luck, wrong in several ways: in
// its line, its lengths, its headers, its text, its types or its tokens. The id
// is one that the host keeps.
func Malformed(r *rand.Rand, host, id string) []byte {
	m := made(r, host, id)
	for range 1 + r.IntN(3) {
		wrongs[r.IntN(len(wrongs))](r, m)
	}
	b := m.bytes()
	for range r.IntN(2) * r.IntN(4) {
		b = damages[r.IntN(len(damages))](r, b)
	}
	return b
}

// message is a request in the making.
type message struct {
	method, path, version string
	headers               []string
	body                  []byte
	end                   string // of a line
}

func (m *message) bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s %s%s", m.method, m.path, m.version, m.end)
	for _, line := range m.headers {
		b.WriteString(line + m.end)
	}
	b.WriteString(m.end)
	b.Write(m.body)
	return b.Bytes()
}

// set replaces a header.
func (m *message) set(name, value string) {
	m.remove(name)
	m.headers = append(m.headers, name+": "+value)
}

func (m *message) remove(name string) {
	var left []string
	for _, line := range m.headers {
		if !strings.HasPrefix(line, name+":") {
			left = append(left, line)
		}
	}
	m.headers = left
}

func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// made is a good request.
func made(r *rand.Rand, host, id string) *message {
	m := &message{version: "HTTP/1.1", end: "\r\n", headers: []string{"Host: " + host}}
	switch r.IntN(6) {
	case 0, 1, 2:
		m.method, m.path, m.body = "POST", "/api/timelines?days=1", []byte(good)
		m.set("Content-Type", "text/csv")
		m.set("Content-Length", fmt.Sprint(len(m.body)))
	case 3:
		m.method, m.path = "DELETE", "/api/timelines/"+id
		m.set("Authorization", "Bearer "+strings.Repeat("a", 52))
	case 4:
		m.method, m.path = "GET", "/api/timelines/"+id
	default:
		m.method, m.path = "GET", "/a/"+id+one(r, "", "/graph.svg", "/graph.png", "?stall=300")
	}
	return m
}

// wrongs make a request wrong in one way each.
var wrongs = []func(r *rand.Rand, m *message){
	func(r *rand.Rand, m *message) {
		m.method = one(r, "", "get", "POST ", "P\x00ST", "GÉT", "TRACE", "CONNECT", "PROPFIND", strings.Repeat("A", 1+r.IntN(70000)), "\r\nGET")
	},
	func(r *rand.Rand, m *message) {
		m.version = one(r, "", "HTTP/0.9", "HTTP/1.0", "HTTP/9.9", "HTTP/1.1 ", "http/1.1", "HTTP/1.1\x00", "HTTP/-1.1", "HTTP/999999999999999999999.1")
	},
	func(r *rand.Rand, m *message) {
		m.path = one(r, "", "*", "//", "/a", "/a/", "/api", "/%", "/%zz", "/%00", "/a/%2e%2e/%2e%2e", "/a/../../etc/passwd", "\\a\\b", "/a/\xff\xfe",
			"http://elsewhere.example/api/timelines", "http://[::1", "ftp://x/", "//elsewhere.example/a", "/"+strings.Repeat("a/", r.IntN(40000)))
	},
	func(r *rand.Rand, m *message) {
		m.path += one(r, "?", "&days=1", "?days=%", "?days=1;days=2", "?stall=\x01", "?stall="+strings.Repeat("9", r.IntN(9000)), "#x", " x", "/", "%0d%0aX:%20y", "?"+strings.Repeat("a=b&", r.IntN(9000)))
	},
	func(r *rand.Rand, m *message) {
		m.set("Content-Length", one(r, "-1", "+5", "5 ", "0x10", "1e3", "", "five", "0", "3", "999", "1048577", "9223372036854775807", "18446744073709551616", "5, 5", "5, 6"))
	},
	func(r *rand.Rand, m *message) {
		m.headers = append(m.headers, "Content-Length: "+one(r, "0", "5", "1000", "51"), "Transfer-Encoding: "+one(r, "chunked", "xchunked", " chunked", "chunked, chunked", "identity", "gzip, chunked", "\x0bchunked"))
	},
	func(r *rand.Rand, m *message) {
		m.remove("Content-Length")
		m.set("Transfer-Encoding", "chunked")
		m.body = []byte(one(r, "5\r\nhello\r\n0\r\n\r\n", "5\r\nhel", "ffffffffffffffff\r\n", "-1\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5;"+strings.Repeat("x", r.IntN(9000))+"\r\nhello\r\n0\r\n\r\n",
			"0\r\nX: y\r\n\r\n", "zz\r\n", "5\r\nhelloGET /api/health HTTP/1.1\r\n\r\n", "1\r\n\xff\r\n0\r\n\r\n"))
	},
	func(r *rand.Rand, m *message) {
		m.set("Host", one(r, "", "a b", "a/b", "\xff", "x:99999999", strings.Repeat("h", r.IntN(9000)), "a@b", "[::1", "a,b"))
	},
	func(r *rand.Rand, m *message) { m.headers = append(m.headers, "Host: elsewhere.example") },
	func(r *rand.Rand, m *message) { m.remove("Host") },
	func(r *rand.Rand, m *message) {
		m.headers = append(m.headers, one(r, "no colon", ": no name", "Spaced : x", " folded", "N\x00l: x", "X: \x00", "X: \x7f\x01", "Ünï: x", "X: \xff\xfe", "X:", "\tX: y"))
	},
	func(r *rand.Rand, m *message) {
		m.headers = append(m.headers, "X: "+strings.Repeat("x", r.IntN(1<<21)))
	},
	func(r *rand.Rand, m *message) {
		for i := range r.IntN(3000) {
			m.headers = append(m.headers, fmt.Sprintf("X-%d: y", i))
		}
	},
	func(r *rand.Rand, m *message) {
		m.set("Content-Type", one(r, "text/csv; charset=\"", "text/csv; charset=utf-7", "text/\xff", ";", "text/csv;;;", "application/json", "multipart/form-data", strings.Repeat("a", 5000), "text/csv, text/csv"))
	},
	func(r *rand.Rand, m *message) {
		m.set("Authorization", one(r, "Bearer", "Bearer ", "Bearer \x00", "bearer "+strings.Repeat("z", r.IntN(100000)), "Basic !!", "Bearer \xff", "Bearer a,b", "Bearer  a"))
	},
	func(r *rand.Rand, m *message) {
		m.headers = append(m.headers, one(r, "Expect: 100-continue", "Expect: 200-ok", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "Connection: close", "Connection: keep-alive, close", "Content-Encoding: gzip",
			"If-None-Match: *", "If-None-Match: "+strings.Repeat(",", 5000), "Range: bytes=0-0,5-1", "Accept-Encoding: gzip;q=x", "X-HTTP-Method-Override: DELETE", "X-Forwarded-For: \xff, 1.2.3.4", "CF-Connecting-IP: nobody"))
	},
	func(r *rand.Rand, m *message) {
		m.body = sized(4096)[:r.IntN(4096)]
		m.set("Content-Length", fmt.Sprint(len(m.body)))
	},
	func(r *rand.Rand, m *message) {
		m.body = mutated(r, []byte(one(r, good, spanned, marked)))
		m.set("Content-Length", fmt.Sprint(len(m.body)))
	},
	func(r *rand.Rand, m *message) {
		m.body = make([]byte, r.IntN(5000))
		for i := range m.body {
			m.body[i] = byte(r.Uint32())
		}
		m.set("Content-Length", fmt.Sprint(len(m.body)))
	},
	func(r *rand.Rand, m *message) { m.end = one(r, "\n", "\r", "\r\n ", "\n\r", "\r\r\n", "") },
	func(r *rand.Rand, m *message) {
		m.body = append(m.body, "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"...)
	},
}

const (
	spanned = "# heldbytes=timeline/1 format=capture framing=sse level=read held=at-close eof_ms=20\ni,t_ms,held_bytes,parsed,chunk_bytes,held_before,spans\n" +
		"0,0,0,True,9,9,0:9e-1\n1,10,6,False,6,6,\n2,15,0,True,3,9,9:18e-1\n3,20,0,False,,0,\n"
	marked = "i,t_ms,held_bytes,parsed,chunk_bytes,accept_ms,read_ms,parse_ms,handoff_ms\n0,0,0,True,9,-1,0,0.5,1\n1,10,6,False,6,,,,\n"
)

// damages are of the bytes of a request.
var damages = []func(r *rand.Rand, b []byte) []byte{
	mutated,
	func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b)+1)] },
	func(r *rand.Rand, b []byte) []byte { return append(append([]byte(nil), b...), b...) },
	func(*rand.Rand, []byte) []byte {
		return []byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")
	},
	func(*rand.Rand, []byte) []byte { return []byte("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03") },
	func(r *rand.Rand, b []byte) []byte { return bytes.Repeat([]byte{byte(r.Uint32())}, r.IntN(200)) },
}

// mutated is b with a few bytes changed, put in or left out.
func mutated(r *rand.Rand, b []byte) []byte {
	b = append([]byte(nil), b...)
	for range 1 + r.IntN(6) {
		if len(b) == 0 {
			return b
		}
		at := r.IntN(len(b))
		switch r.IntN(4) {
		case 0:
			b[at] = byte(r.Uint32())
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b = append(b[:at], append([]byte(one(r, "\x00", "\r\n", ",", "-", "9", "\xff", ":", "\"", " ")), b[at:]...)...)
		default:
			b[at] ^= 1 << r.IntN(8)
		}
	}
	return b
}
