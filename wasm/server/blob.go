//go:build js && wasm

package server

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/ui/engine/context"
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

// blobReader is an io.Reader over a File. It reads by a BYOB reader, one block
// ahead, into two buffers that it hands over in turn, and by slices where the
// browser has no such reader.
type blobReader struct {
	ctx   context.Context
	blob  js.Value
	size  int64
	at    int64
	block []byte
	left  []byte // of block, not yet read by the caller

	byob   js.Value // undefined: slice
	ahead  js.Value // the promise of the next block
	spare  js.Value // the ArrayBuffer that is not being read into
	wait   *waiter
	onRead func(n int)
	rested time.Duration // when the Worker last went back to its queue
	err    error
}

func newBlobReader(ctx context.Context, blob js.Value, onRead func(n int)) *blobReader {
	r := &blobReader{ctx: ctx, blob: blob, size: int64(blob.Get("size").Float()), block: takeBlock(), wait: newWaiter(), onRead: onRead, rested: sinceStart()}
	if js.Global().Get("ReadableStreamBYOBReader").Truthy() {
		r.byob = blob.Call("stream").Call("getReader", map[string]any{"mode": "byob"})
		buffer := js.Global().Get("ArrayBuffer")
		r.ahead, r.spare = r.readInto(buffer.New(blockSize)), buffer.New(blockSize)
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
		r.spare = bytes.Get("buffer")
	}
	return r.block[:n], nil
}

var start = time.Now()

// sinceStart is the time. A time.Time inside of an io.Reader would make all that
// times can be written and read as a part of the module, 20 kB of it.
func sinceStart() time.Duration { return time.Since(start) }

// restEvery is how long the Worker may go without a look at its messages.
const restEvery = 50 * time.Millisecond

// rest lets messages in. The promises of a File that is at hand resolve one
// after the other without a task between them, so that a cancellation would
// wait for the end of the file; a message is a task. A timer is one too, but
// browsers let it wait for some ms.
func (r *blobReader) rest() {
	if sinceStart()-r.rested < restEvery {
		return
	}
	done := make(chan struct{})
	channel := js.Global().Get("MessageChannel").New()
	here := channel.Get("port1")
	take := js.FuncOf(func(js.Value, []js.Value) any {
		close(done)
		return nil
	})
	defer take.Release()
	here.Set("onmessage", take)
	channel.Get("port2").Call("postMessage", nil)
	<-done
	here.Call("close")
	r.rested = sinceStart()
}

// next returns a Uint8Array of at most blockSize bytes, or undefined at the end.
func (r *blobReader) next() (js.Value, error) {
	if !r.byob.Truthy() {
		end := min(r.at+blockSize, r.size)
		buf, err := r.wait.on(r.blob.Call("slice", r.at, end).Call("arrayBuffer"))
		if err != nil {
			return js.Undefined(), err
		}
		return js.Global().Get("Uint8Array").New(buf), nil
	}
	res, err := r.wait.on(r.ahead)
	if err != nil || res.Get("done").Bool() {
		return js.Undefined(), err
	}
	r.ahead = r.readInto(r.spare)
	return res.Get("value"), nil
}

// readInto asks for the next block, which goes into an ArrayBuffer.
func (r *blobReader) readInto(buffer js.Value) js.Value {
	promise := r.byob.Call("read", js.Global().Get("Uint8Array").New(buffer, 0, blockSize))
	promise.Call("catch", ignore) // it may never be waited for
	return promise
}

// Close lets go of the File.
func (r *blobReader) Close() {
	blocks = append(blocks, r.block)
	r.block, r.left = nil, nil
	r.wait.release()
	if r.byob.Truthy() {
		r.byob.Call("cancel").Call("catch", ignore) // of a file that could not be read it fails again
	}
}

var ignore = js.FuncOf(func(js.Value, []js.Value) any { return nil })

// waiter waits for promises, one at a time. Only the goroutine waits.
type waiter struct {
	then, fail js.Func
	settled    chan settled
}

// settled is what became of a promise.
type settled struct {
	v   js.Value
	err error
}

func newWaiter() *waiter {
	w := &waiter{settled: make(chan settled, 1)}
	w.then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.settled <- settled{v: args[0]}
		return nil
	})
	w.fail = js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.settled <- settled{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	return w
}

func (w *waiter) on(promise js.Value) (js.Value, error) {
	promise.Call("then", w.then, w.fail)
	s := <-w.settled
	return s.v, s.err
}

func (w *waiter) release() {
	w.then.Release()
	w.fail.Release()
}
