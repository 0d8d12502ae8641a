//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall/js"
	"time"
)

// blockSize is what one read of a File asks for.
const blockSize = 1 << 20

// blocks are the buffers not in use. Wasm memory never shrinks, so they go round.
var blocks [][]byte

func takeBlock() []byte {
	if n := len(blocks); n > 0 {
		b := blocks[n-1]
		blocks = blocks[:n-1]
		return b
	}
	return make([]byte, blockSize)
}

// blobReader is an io.Reader over a File. It reads by a BYOB reader that is
// handed the same buffer again and again, and by slices where the browser has
// no such reader.
type blobReader struct {
	ctx   context.Context
	blob  js.Value
	size  int64
	at    int64
	block []byte
	left  []byte // of block, not yet read by the caller

	byob   js.Value // undefined: slice
	buffer js.Value // the ArrayBuffer that goes round
	onRead func(n int)
	rested time.Time // when the Worker last went back to its queue
	err    error
}

func newBlobReader(ctx context.Context, blob js.Value, onRead func(n int)) *blobReader {
	r := &blobReader{ctx: ctx, blob: blob, size: int64(blob.Get("size").Float()), block: takeBlock(), onRead: onRead, rested: time.Now()}
	if js.Global().Get("ReadableStreamBYOBReader").Truthy() {
		r.byob = blob.Call("stream").Call("getReader", map[string]any{"mode": "byob"})
		r.buffer = js.Global().Get("ArrayBuffer").New(blockSize)
	}
	return r
}

// Read returns the context's error at the first read after it was cancelled.
func (r *blobReader) Read(p []byte) (int, error) {
	if len(r.left) == 0 && r.err == nil {
		r.rest()
		if r.err = r.ctx.Err(); r.err == nil {
			r.left, r.err = r.fill()
		}
		r.onRead(len(r.left))
	}
	if len(r.left) == 0 {
		return 0, r.err
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

func (r *blobReader) fill() ([]byte, error) {
	if r.at >= r.size {
		return nil, io.EOF
	}
	bytes, err := r.next()
	if err != nil {
		return nil, fmt.Errorf("the file could not be read, it may have been moved or changed since it was given: %w", err)
	}
	if bytes.IsUndefined() {
		return nil, io.EOF
	}
	n := js.CopyBytesToGo(r.block, bytes)
	r.at += int64(n)
	if r.byob.Truthy() {
		r.buffer = bytes.Get("buffer")
	}
	return r.block[:n], nil
}

// restEvery is how long the Worker may go without a look at its messages.
const restEvery = 50 * time.Millisecond

// rest lets messages in. The promises of a File that is at hand resolve one
// after the other without a task between them, so that a cancellation would
// wait for the end of the file; a timer is a task. It costs a few ms each time.
func (r *blobReader) rest() {
	if time.Since(r.rested) < restEvery {
		return
	}
	time.Sleep(time.Microsecond)
	r.rested = time.Now()
}

// next returns a Uint8Array of at most blockSize bytes, or undefined at the end.
func (r *blobReader) next() (js.Value, error) {
	u8 := js.Global().Get("Uint8Array")
	if !r.byob.Truthy() {
		end := min(r.at+blockSize, r.size)
		buf, err := await(r.blob.Call("slice", r.at, end).Call("arrayBuffer"))
		if err != nil {
			return js.Undefined(), err
		}
		return u8.New(buf), nil
	}
	res, err := await(r.byob.Call("read", u8.New(r.buffer, 0, blockSize)))
	if err != nil || res.Get("done").Bool() {
		return js.Undefined(), err
	}
	return res.Get("value"), nil
}

// Close lets go of the File.
func (r *blobReader) Close() {
	blocks = append(blocks, r.block)
	r.block, r.left = nil, nil
	if r.byob.Truthy() {
		r.byob.Call("cancel").Call("catch", ignore) // of a file that could not be read it fails again
	}
}

var ignore = js.FuncOf(func(js.Value, []js.Value) any { return nil })

// await waits for a promise. Only the goroutine waits.
func await(promise js.Value) (js.Value, error) {
	type result struct {
		v   js.Value
		err error
	}
	ch := make(chan result, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		ch <- result{v: args[0]}
		return nil
	})
	defer then.Release()
	fail := js.FuncOf(func(_ js.Value, args []js.Value) any {
		ch <- result{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer fail.Release()
	promise.Call("then", then, fail)
	r := <-ch
	return r.v, r.err
}
