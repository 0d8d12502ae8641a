package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/analyzer/share/limit"
	"github.com/heldbytes/heldbytes/ui/static"
)

// mostAtOnce bounds the timelines that are worked on at once, and so the memory
// that clients can take: one is tens of MB.
const mostAtOnce = 8

// hostFlags are those of a host of shared timelines.
type hostFlags struct {
	store, publicURL, clientHeader string
	maxStore                       string
	writes, reads                  int
}

func (f *hostFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.store, "store", "", "keep shared timelines in `FILE`; unless told, in one of your own data")
	flags.StringVar(&f.maxStore, "max-store", "4GiB", "the most that the store keeps, in `BYTES`, KiB, MiB or GiB; 0 is no bound")
	flags.StringVar(&f.publicURL, "public-url", "", "the `URL` of this host in links, where it is not the one that requests name")
	flags.IntVar(&f.writes, "limit-writes", 60, "uploads and deletions of a client in a minute, `N`; 0 is no limit")
	flags.IntVar(&f.reads, "limit-reads", 1200, "timelines, pages and graphs of a client in a minute, `N`; 0 is no limit")
	flags.StringVar(&f.clientHeader, "client-header", "", "behind a proxy that sets it, the header `NAME` whose last address is the client's")
}

// config is what the flags say, all but the store and the page.
func (f *hostFlags) config(log *slog.Logger) (c share.Config, err error) {
	if c.PublicURL, err = share.Origin(f.publicURL); err != nil {
		return c, fmt.Errorf("--public-url: %w", err)
	}
	for name, n := range map[string]int{"limit-writes": f.writes, "limit-reads": f.reads} {
		if n < 0 || n > 1e6 {
			return c, fmt.Errorf("--%s: read %d, want 0 to 1,000,000", name, n)
		}
	}
	if f.writes > 0 {
		c.Limits.Writes = limit.New(f.writes, nil)
	}
	if f.reads > 0 {
		c.Limits.Reads = limit.New(f.reads, nil)
	}
	if strings.ContainsFunc(f.clientHeader, notToken) {
		return c, fmt.Errorf("--client-header: read %.80q, want the name of a header, such as X-Forwarded-For", f.clientHeader)
	}
	if f.clientHeader != "" {
		c.Client = clientIn(f.clientHeader)
	}
	c.AtOnce = min(runtime.GOMAXPROCS(0), mostAtOnce)
	c.Log = log
	return c, nil
}

// notToken reports whether r is none of a header's name (RFC 9110, section 5.6.2).
func notToken(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// clientIn takes who sent a request from a header that a proxy appends to: what
// stands last is the proxy's word, and what stands before it is anybody's.
func clientIn(header string) func(*http.Request) string {
	return func(r *http.Request) string {
		fields := strings.Split(strings.Join(r.Header.Values(header), ","), ",")
		if client := share.Address(strings.TrimSpace(fields[len(fields)-1])); client != "" {
			return client
		}
		return share.Address(r.RemoteAddr)
	}
}

// newSite is the page p with a host of shared timelines beside it.
func newSite(p *page, c share.Config) http.Handler {
	c.Page, c.Policy = p.about, static.Policy
	host := share.New(c)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := r.URL.EscapedPath(); strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/a/") {
			host.ServeHTTP(w, r)
		} else {
			p.ServeHTTP(w, r)
		}
	})
}

// about is the page as it shows one timeline.
func (p *page) about(_ context.Context, h share.Head) ([]byte, error) {
	return static.Shared(p.index, h.ID, h.Title, h.Description, h.Picture, h.URL)
}

// newLog writes a line of JSON for each thing that happens.
func newLog(w io.Writer) *slog.Logger { return slog.New(slog.NewJSONHandler(w, nil)) }

// serverErrors takes what net/http says of connections, in which stand addresses:
// what is logged is that there was something.
type serverErrors struct{ log *slog.Logger }

func (e serverErrors) Write(text []byte) (int, error) {
	what := "a connection failed"
	if strings.Contains(string(text), "Accept error") {
		what = "no connection can be taken"
	}
	e.log.Warn(what)
	return len(text), nil
}

// sweepEvery is how often what has expired is forgotten. Until then it is kept and
// shown to nobody.
const sweepEvery = 10 * time.Minute

// sweep forgets what has expired until ctx ends.
func sweep(ctx context.Context, s interface{ Sweep(time.Time) (int, error) }, log *slog.Logger) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		n, err := s.Sweep(time.Now())
		switch {
		case err != nil:
			log.Error("the store cannot be swept", "error", err)
		case n > 0:
			log.Info("swept", "timelines", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
