//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sort"
	"sync"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// patience is how long a cancelled engine may take to say so. It looks between
// two reads; when it computes for longer it is replaced.
const patience = 500 * time.Millisecond

var (
	errStopped = errors.New("the engine stopped while it worked on this; it was started anew, and what was shown can still be read")
	errSpent   = errors.New("this needs more memory than a page can have, which is 4 GB; cut the recording, or read it with the command: heldbytes analyze FILE")
	errNarrow  = errors.New("this page does not read such a recording; the command does")
)

// unloaded answers a request that the wide module does not come for.
func unloaded(id int, why string) engine.Reply {
	return engine.Reply{ID: id, Error: "the rest of this page, which this needs, could not be loaded: " + why}
}

// worker is the page's side of the engine.
type worker struct {
	sh      *shell
	onReply js.Func

	mu     sync.Mutex
	v      js.Value
	lastID int
	wait   map[int]*pending
	heard  bool           // the engine has answered
	wide   bool           // the engine is the wide module, which reads more
	words  map[string]any // the message that tells an engine the language, or nil
}

// pending is a request without its last reply.
type pending struct {
	message   map[string]any // as it was sent, to be sent again to another engine
	cancelled bool
	spent     bool                 // the engine that worked on it ran out of memory
	wide      bool                 // the wide module is wanted for it
	progress  chan engine.Progress // holds the latest; others are dropped
	done      chan engine.Reply    // holds the last reply
}

func newWorker(sh *shell) *worker {
	w := &worker{sh: sh, wait: map[int]*pending{}}
	w.onReply = js.FuncOf(func(_ js.Value, args []js.Value) any {
		r, err := replyOf(args[0].Get("data"))
		switch {
		case err != nil || r.Stopped:
			w.died(r.Spent)
		case r.Unloaded != "":
			w.narrow(r.Unloaded)
		case r.Elsewhere:
			w.widen(r.ID)
		default:
			w.deliver(r)
		}
		return nil
	})
	w.start()
	return w
}

// replyOf reads a message of the engine: JSON, or JSON and the text beside it.
func replyOf(data js.Value) (r engine.Reply, err error) {
	if data.Type() == js.TypeObject {
		r.Text = data.Index(1).String()
		data = data.Index(0)
	}
	return r, json.Unmarshal([]byte(data.String()), &r)
}

func (w *worker) start() {
	w.heard = false
	w.v = w.sh.v.Call("startEngine", w.wide)
	w.v.Set("onmessage", w.onReply)
	if w.words != nil {
		w.v.Call("postMessage", w.words)
	}
}

// Speak implements ui.Engine. An engine that takes the place of another is told
// as well.
func (w *worker) Speak(l *language.Language) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.words = message(engine.Request{Words: l}, []any{})
	if w.v.Truthy() {
		w.v.Call("postMessage", w.words)
	}
}

// died replaces an engine that ended by itself, perhaps for want of memory. It
// worked on the oldest request, which would only end the next one as well; the
// others are sent again. One that ended unasked would do so for ever: the next
// is started once something is wanted of it.
func (w *worker) died(spent bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	oldest := 0
	for id := range w.wait {
		if oldest == 0 || id < oldest {
			oldest = id
		}
	}
	if oldest == 0 && !w.heard {
		w.v.Set("onmessage", nil)
		w.v = js.Undefined()
		return
	}
	if p := w.wait[oldest]; p != nil {
		p.spent = spent
	}
	w.restart(oldest)
}

// widen replaces the engine by the one that reads what request id wants. It
// stays, as it reads all else too.
func (w *worker) widen(id int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wide { // it says what it does not know itself
		w.finish(id, engine.Reply{ID: id, Error: errNarrow.Error()})
		return
	}
	w.wide = true
	if p := w.wait[id]; p != nil {
		p.wide = true
	}
	w.restart(0)
}

// narrow goes back to the page's own engine, as the other could not be loaded,
// and ends what waits for it.
func (w *worker) narrow(why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wide = false
	for id := range w.wait {
		w.finish(id, unloaded(id, why))
	}
	w.restart(0)
}

// finish hands over the last reply to a request.
func (w *worker) finish(id int, r engine.Reply) {
	if p := w.wait[id]; p != nil {
		delete(w.wait, id)
		p.done <- r
	}
}

// abandon replaces an engine that does not let go of a cancelled request. Where
// that is a module that still loads, nothing else has to wait for it.
func (w *worker) abandon(id int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wait[id] != nil {
		if w.wide = w.sh.v.Get("wide").Truthy(); !w.wide {
			for other, p := range w.wait { // it would have the module loaded again
				if p.wide && !p.cancelled {
					w.finish(other, unloaded(other, "it takes too long"))
				}
			}
		}
		w.restart(id)
	}
}

// restart ends the engine, and with it the request id and those that were
// cancelled. The others are sent to the engine that takes its place, in order.
func (w *worker) restart(id int) {
	w.v.Set("onmessage", nil)
	w.v.Call("terminate")
	w.start()
	ids := slices.Collect(maps.Keys(w.wait))
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	for _, i := range ids {
		p := w.wait[i]
		if i == id || p.cancelled {
			w.finish(i, engine.Reply{ID: i, Stopped: true, Spent: p.spent})
			continue
		}
		w.v.Call("postMessage", p.message)
	}
}

func (w *worker) deliver(r engine.Reply) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = true
	p := w.wait[r.ID]
	switch {
	case p == nil:
	case r.Progress != nil:
		select {
		case p.progress <- *r.Progress:
		default:
		}
	default:
		w.finish(r.ID, r)
	}
}

func (w *worker) send(r engine.Request, files []engine.File) (int, *pending) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.v.Truthy() {
		w.start()
	}
	w.lastID++
	r.ID = w.lastID
	handles := make([]any, len(files))
	for i, f := range files {
		handles[i] = f.Handle
	}
	p := &pending{message: message(r, handles), progress: make(chan engine.Progress, 1), done: make(chan engine.Reply, 1)}
	w.wait[r.ID] = p
	w.v.Call("postMessage", p.message)
	return r.ID, p
}

// giveUp tells the engine to let go of a request, if it still waits.
func (w *worker) giveUp(id int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.wait[id]; p != nil {
		p.cancelled = true
		w.v.Call("postMessage", message(engine.Request{Cancel: id}, []any{}))
	}
}

func message(r engine.Request, handles []any) map[string]any {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Request always marshals
	}
	return map[string]any{"request": string(text), "files": handles}
}

// after is closed after d. A time.Timer would make all that times can be written
// as a part of the page; see package context of the engine.
func after(d time.Duration) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		time.Sleep(d)
		close(done)
	}()
	return done
}

// Do implements ui.Engine.
func (w *worker) Do(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
	id, p := w.send(r, files)
	cancelled := ctx.Done()
	var late <-chan struct{}
	for {
		select {
		case at := <-p.progress:
			if progress != nil && ctx.Err() == nil {
				progress(at)
			}
		case <-cancelled:
			cancelled = nil
			w.giveUp(id)
			late = after(patience)
		case <-late:
			w.abandon(id)
		case reply := <-p.done:
			switch {
			case ctx.Err() != nil:
				return engine.Reply{}, ctx.Err()
			case reply.Spent:
				return engine.Reply{}, errSpent
			case reply.Stopped:
				return engine.Reply{}, errStopped
			case reply.Forgotten:
				return engine.Reply{Has: reply.Has}, engine.ErrForgotten
			case reply.NotRows:
				return engine.Reply{}, engine.ErrNotRows
			case reply.Error != "":
				return engine.Reply{}, reply.Err()
			}
			return reply, nil
		}
	}
}
