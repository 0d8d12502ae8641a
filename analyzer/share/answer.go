package share

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxDrain bounds what is read and thrown away of the body of a request that is
// refused. A connection with more in it is closed.
const maxDrain = 4 << 20

// answer is a request and what was answered to it.
type answer struct {
	w      http.ResponseWriter
	r      *http.Request
	api    bool // errors are JSON
	status int  // 0 while there is none
	bytes  int
}

// nothing is the policy of what is no page: it may load and run nothing.
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

// guard sets the headers that every answer has. Those who answer may loosen them.
func (a *answer) guard() {
	h := a.w.Header()
	h.Set("Content-Security-Policy", nothing)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

func (a *answer) allow(methods map[string]serving) {
	names := slices.Collect(maps.Keys(methods))
	if slices.Contains(names, http.MethodGet) {
		names = append(names, http.MethodHead)
	}
	names = append(names, http.MethodOptions)
	slices.Sort(names)
	a.w.Header().Set("Allow", strings.Join(names, ", "))
}

// content sends a body that a cache may keep as long as it asks each time whether
// it is still there: it can be deleted.
func (a *answer) content(status int, contentType string, body []byte) {
	sum := sha256.Sum256(body)
	etag := `"` + hex.EncodeToString(sum[:16]) + `"`
	h := a.w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", etag)
	if status == http.StatusOK && matches(a.r.Header.Get("If-None-Match"), etag) {
		a.empty(http.StatusNotModified)
		return
	}
	a.send(status, contentType, body)
}

// matches reads an If-None-Match field (RFC 9110, section 13.1.2).
func matches(field, etag string) bool {
	for one := range strings.SplitSeq(field, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == etag || one == "*" {
			return true
		}
	}
	return false
}

func (a *answer) send(status int, contentType string, body []byte) {
	if a.status != 0 {
		return
	}
	h := a.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	a.status = status
	a.w.WriteHeader(status)
	if a.r.Method == http.MethodHead {
		return
	}
	a.bytes, _ = a.w.Write(body) // the client may have gone; there is nobody to tell
}

func (a *answer) empty(status int) {
	a.drain()
	a.status = status
	a.w.WriteHeader(status)
}

func (a *answer) json(status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // of a type of this package
	}
	a.send(status, "application/json", append(body, '\n'))
}

// fail refuses the request, with one sentence.
func (a *answer) fail(status int, err error) {
	a.drain()
	a.w.Header().Set("Cache-Control", "no-store")
	if a.api {
		a.json(status, struct {
			Error string `json:"error"`
		}{err.Error()})
		return
	}
	a.send(status, "text/plain; charset=utf-8", []byte(err.Error()+"\n"))
}

// limited refuses a client that asks too often.
func (a *answer) limited(wait time.Duration) {
	seconds := (wait + time.Second - 1) / time.Second
	a.w.Header().Set("Retry-After", strconv.FormatInt(int64(max(seconds, 1)), 10))
	a.fail(http.StatusTooManyRequests, errLimited)
}

// drain reads what the client still sends, so that the next request on its
// connection is read from where it begins.
func (a *answer) drain() {
	if a.r.Body == nil || a.status != 0 {
		return
	}
	if a.r.ContentLength <= maxDrain {
		if n, err := io.Copy(io.Discard, io.LimitReader(a.r.Body, maxDrain+1)); err == nil && n <= maxDrain {
			return
		}
	}
	a.w.Header().Set("Connection", "close")
}
