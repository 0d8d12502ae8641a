//go:build js && wasm

package main

import (
	"context"
	"errors"
	"syscall/js"
)

// await waits for a promise. Of what it was rejected with the error says nothing:
// that may name an address or an id, and errors come to lie in logs.
func await(ctx context.Context, promise js.Value, rejected error) (js.Value, error) {
	type outcome struct {
		v   js.Value
		err error
	}
	settled := make(chan outcome, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{v: args[0]}
		return nil
	})
	fail := js.FuncOf(func(js.Value, []js.Value) any {
		settled <- outcome{err: rejected}
		return nil
	})
	promise.Call("then", then, fail)
	o := <-settled
	then.Release()
	fail.Release()
	return o.v, errors.Join(o.err, ctx.Err())
}
