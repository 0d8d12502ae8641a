// Package limit bounds what each client of a host may do in a minute.
package limit

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// most bounds the clients that are remembered. Whoever came longest ago is
// forgotten, and may do all again.
const most = 1 << 16

// Buckets are a token bucket for each client: so many at once, and as many again
// in a minute. They implement share.Limiter.
type Buckets struct {
	perMinute int
	now       func() time.Time

	mu      sync.Mutex
	clients map[string]*list.Element
	order   *list.List // of buckets, the one that was asked last in front
}

type bucket struct {
	client string
	tokens *rate.Limiter
}

// New returns buckets of perMinute, which is at least 1. now is nil for the
// machine's clock.
func New(perMinute int, now func() time.Time) *Buckets {
	if now == nil {
		now = time.Now
	}
	return &Buckets{perMinute: perMinute, now: now, clients: map[string]*list.Element{}, order: list.New()}
}

// Take takes one of what client may do, or says how long to wait.
func (b *Buckets) Take(_ context.Context, client string) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	at, known := b.clients[client]
	if known {
		b.order.MoveToFront(at)
	} else {
		if len(b.clients) == most {
			last := b.order.Back()
			delete(b.clients, b.order.Remove(last).(*bucket).client)
		}
		at = b.order.PushFront(&bucket{client, rate.NewLimiter(rate.Every(time.Minute/time.Duration(b.perMinute)), b.perMinute)})
		b.clients[client] = at
	}
	now := b.now()
	r := at.Value.(*bucket).tokens.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}
