package share

import (
	"context"
	"net/http"
	"time"
)

// longestWait is how long a request waits for its turn.
const longestWait = 10 * time.Second

// turns bounds how many timelines are worked on at once: to read and draw one can
// take a hundred times the memory that it is kept in. A nil one is no bound.
type turns chan struct{}

// inTurn does work once it is the turn of a request, or answers that the host has
// too much to do. Work answers nothing: whoever reads an answer slowly must not
// have others wait.
func (h *host) inTurn(a *answer, work func()) bool {
	if h.turns == nil {
		work()
		return true
	}
	ctx, cancel := context.WithTimeout(a.r.Context(), longestWait)
	defer cancel()
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
		work()
		return true
	case <-ctx.Done():
		a.w.Header().Set("Retry-After", "10")
		a.fail(http.StatusServiceUnavailable, errBusy)
		return false
	}
}
