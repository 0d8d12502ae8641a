package share

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// patience is Config.Patience unless it is told.
const patience = 10 * time.Second

// turns bounds how many timelines are worked on at once: to read and draw one can
// take a hundred times the memory that it is kept in. A nil one is no bound.
type turns chan struct{}

// inTurn does work once it is the turn of a request, or answers that the host has
// too much to do. Work answers nothing: whoever reads an answer slowly must not
// have others wait. That the context of the request ends is no reason to refuse it:
// for net/http it does where a client has sent all and only reads on.
func (h *host) inTurn(a *answer, work func()) bool {
	if h.turns == nil {
		work()
		return true
	}
	wait := time.NewTimer(h.Patience)
	defer wait.Stop()
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
		work()
		return true
	case <-wait.C:
		a.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(h.Patience.Seconds()))))
		a.fail(http.StatusServiceUnavailable, errBusy)
		return false
	}
}
