package share

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const (
	// MaxBytes bounds what is uploaded, and what is kept of it.
	MaxBytes = 1 << 20
	// DefaultDays is how long a timeline is kept unless its owner asks otherwise.
	DefaultDays = 30
	// MaxDays is how long it can be kept.
	MaxDays = 365
)

// Config is what a host is made of. Only Store has to be there.
type Config struct {
	Store Store

	// Page makes the page that shows what h is about. Where it is nil, there is no
	// page at /a/ID, only the graph.
	Page func(ctx context.Context, h Head) (html []byte, err error)
	// Policy is the Content-Security-Policy of that page.
	Policy string

	// PublicURL is the address of the host in links, without a path: such as
	// https://held.example. Where it is empty, it is what the request was sent to.
	PublicURL string

	// Client names who sent a request, for Limits alone; it is kept nowhere. nil:
	// the address of the connection.
	Client func(*http.Request) string
	Limits Limits
	// AtOnce bounds how many timelines are read and drawn at one time, of all clients:
	// each can take tens of MB. Others wait for their turn, and are refused after
	// Patience. 0: no bound; ten seconds.
	AtOnce   int
	Patience time.Duration

	Now  func() time.Time // nil: the machine's clock
	Rand io.Reader        // of ids and tokens; nil: crypto/rand
	Log  *slog.Logger     // a line a request, without addresses, ids and tokens; nil: none
}

// Head is what the page says of a timeline to those who only see a link: text
// made of codes and numbers, and absolute addresses.
type Head struct {
	ID                 string
	Title, Description string
	Picture, URL       string
}

// host is the handler.
type host struct {
	Config
	turns turns
}

// New returns the handler of a host: /api/timelines, /api/health and /a/. All
// other paths are not found.
func New(c Config) http.Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Client == nil {
		c.Client = func(r *http.Request) string { return Address(r.RemoteAddr) }
	}
	if c.Patience == 0 {
		c.Patience = patience
	}
	h := &host{Config: c}
	if c.AtOnce > 0 {
		h.turns = make(turns, c.AtOnce)
	}
	return h
}

// ServeHTTP answers a request, whatever becomes of it on the way.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := h.Now()
	route := routeOf(r.URL)
	a := &answer{w: w, r: r, api: route.api}
	defer func() {
		if broken := recover(); broken != nil {
			h.Log.LogAttrs(r.Context(), slog.LevelError, "a request broke the host", slog.String("route", route.name), broke())
			a.fail(http.StatusInternalServerError, errBroken)
		}
		h.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", methodOf(r)), slog.String("route", route.name),
			slog.Int("status", a.status), slog.Int("bytes", a.bytes), slog.Float64("ms", float64(h.Now().Sub(began).Microseconds())/1e3))
	}()
	a.guard()
	serve := route.methods[r.Method]
	if r.Method == http.MethodHead {
		serve = route.methods[http.MethodGet]
	}
	switch {
	case len(route.methods) == 0:
		a.fail(http.StatusNotFound, errNoPath)
	case r.Method == http.MethodOptions:
		a.allow(route.methods)
		a.empty(http.StatusNoContent)
	case serve == nil:
		a.allow(route.methods)
		a.fail(http.StatusMethodNotAllowed, errMethod)
	default:
		serve(h, a, route.id)
	}
}
