//go:build js && wasm

package main

import (
	"context"
	"errors"
	"syscall/js"
	"time"

	"github.com/syumai/workers/cloudflare"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

var errLimit = errors.New("the limit could not be asked for")

// limiter is one of Cloudflare's rate-limit bindings. It counts each client by
// itself, at each of Cloudflare's places by itself, and not exactly.
type limiter struct {
	binding js.Value
	period  time.Duration // the longest there is to wait
}

var _ share.Limiter = limiter{}

// limitOf is the limit that is bound to name, or none where nothing is. How many
// requests it lets through in which time stands in the configuration; the binding
// does not tell.
func limitOf(name string) share.Limiter {
	binding := cloudflare.GetBinding(name)
	if binding.IsUndefined() {
		return nil
	}
	return limiter{binding: binding, period: time.Minute}
}

// Take lets a request pass where the binding does not answer: what is kept is
// worth more than the limit.
func (l limiter) Take(ctx context.Context, client string) time.Duration {
	outcome, err := await(ctx, l.binding.Call("limit", map[string]any{"key": client}), errLimit)
	if err != nil || outcome.Get("success").Bool() {
		return 0
	}
	return l.period
}
