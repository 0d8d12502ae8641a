package share

import (
	"context"
	"net/http"
	"net/netip"
	"time"
)

// Limiter bounds what one client may do. Its method may be called from many
// goroutines at once.
type Limiter interface {
	// Take takes one of what client may do and returns 0 or, where there is
	// nothing left, how long to wait.
	Take(ctx context.Context, client string) (wait time.Duration)
}

// Limits are those of each client. A nil one is none.
type Limits struct {
	Writes Limiter // uploads and deletions
	Reads  Limiter // timelines, pages and graphs
}

// admit lets a request pass a limit, or answers it.
func (h *host) admit(a *answer, l Limiter) bool {
	if l == nil {
		return true
	}
	wait := l.Take(a.r.Context(), h.Client(a.r))
	if wait > 0 {
		a.limited(wait)
	}
	return wait <= 0
}

// Address is the client that an address with or without a port stands for: all
// of an IPv6 /64, which is what one subscriber gets. What is no address is "".
func Address(s string) string {
	ip, err := netip.ParseAddr(s)
	if err != nil {
		at, err := netip.ParseAddrPort(s)
		if err != nil {
			return ""
		}
		ip = at.Addr()
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		prefix, _ := ip.Prefix(64) // fits in 128
		ip = prefix.Addr()
	}
	return ip.String()
}

// base is the address of the host that a request was sent to, without a path.
func (h *host) base(r *http.Request) (string, error) {
	if h.PublicURL != "" {
		return h.PublicURL, nil
	}
	if r.Host == "" || !isHost(r.Host) {
		return "", errHost
	}
	scheme := "http"
	if r.URL.Scheme == "https" || r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host, nil
}

// isHost says whether s is made as a host and a port are.
func isHost(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
		case c == '.', c == '-', c == ':', c == '[', c == ']':
		default:
			return false
		}
	}
	return true
}
