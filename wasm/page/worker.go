//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// patience is how long a cancelled engine may take to say so. It looks between
// two reads; when it computes for longer it is replaced.
const patience = 500 * time.Millisecond

var errStopped = errors.New("the engine stopped, probably for want of memory; it was started anew")

// worker is the page's side of the engine.
type worker struct {
	sh      *shell
	onReply js.Func

	mu     sync.Mutex
	v      js.Value
	lastID int
	wait   map[int]*pending
}

// pending is a request without its last reply.
type pending struct {
	progress chan engine.Progress // holds the latest; others are dropped
	done     chan engine.Reply    // holds the last reply
}

func newWorker(sh *shell) *worker {
	w := &worker{sh: sh, wait: map[int]*pending{}}
	w.onReply = js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r engine.Reply
		if err := json.Unmarshal([]byte(args[0].Get("data").String()), &r); err != nil || r.Stopped {
			w.restart()
			return nil
		}
		w.deliver(r)
		return nil
	})
	w.start()
	return w
}

func (w *worker) start() {
	w.v = w.sh.v.Call("startEngine")
	w.v.Set("onmessage", w.onReply)
}

// restart ends the engine and with it every request that waits.
func (w *worker) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.v.Set("onmessage", nil)
	w.v.Call("terminate")
	for id, p := range w.wait {
		p.done <- engine.Reply{ID: id, Stopped: true}
	}
	clear(w.wait)
	w.start()
}

func (w *worker) deliver(r engine.Reply) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.wait[r.ID]
	switch {
	case p == nil:
	case r.Progress != nil:
		select {
		case p.progress <- *r.Progress:
		default:
		}
	default:
		delete(w.wait, r.ID)
		p.done <- r
	}
}

func (w *worker) send(r engine.Request, files []engine.File) (int, *pending) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastID++
	r.ID = w.lastID
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Request always marshals
	}
	p := &pending{make(chan engine.Progress, 1), make(chan engine.Reply, 1)}
	if r.Cancel == 0 {
		w.wait[r.ID] = p
	}
	handles := make([]any, len(files))
	for i, f := range files {
		handles[i] = f.Handle
	}
	w.v.Call("postMessage", map[string]any{"request": string(text), "files": handles})
	return r.ID, p
}

// Do implements ui.Engine.
func (w *worker) Do(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
	id, p := w.send(r, files)
	cancelled := ctx.Done()
	var late <-chan time.Time
	for {
		select {
		case at := <-p.progress:
			if progress != nil && ctx.Err() == nil {
				progress(at)
			}
		case <-cancelled:
			cancelled = nil
			w.send(engine.Request{Cancel: id}, nil)
			late = time.After(patience)
		case <-late:
			w.restart()
		case reply := <-p.done:
			switch {
			case ctx.Err() != nil:
				return engine.Reply{}, ctx.Err()
			case reply.Stopped:
				return engine.Reply{}, errStopped
			case reply.Forgotten:
				return engine.Reply{}, engine.ErrForgotten
			case reply.Error != "":
				return engine.Reply{}, errors.New(reply.Error)
			}
			return reply, nil
		}
	}
}
