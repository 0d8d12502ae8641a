// Package context is of the standard package context what the page needs: that
// work can be given up. The standard one also knows deadlines, and with them all
// that times can be read and written as: 33 kB of the page as it is sent. Names
// and meanings are the same, so that either can be imported.
package context

import (
	"errors"
	"slices"
	"sync"
)

// Canceled is the error of a Context that was given up.
//
//lint:ignore ST1012 the standard package calls it so
var Canceled = errors.New("context canceled")

// CancelFunc gives up a Context, and those made of it. Calls after the first do
// nothing.
type CancelFunc func()

// Context says whether work was given up.
type Context interface {
	Done() <-chan struct{} // closed once it was; nil: it never is
	Err() error            // Canceled once it was
}

// Background is never given up.
func Background() Context { return background{} }

type background struct{}

func (background) Done() <-chan struct{} { return nil }
func (background) Err() error            { return nil }

// WithCancel is a Context that is given up when parent is, or by cancel.
func WithCancel(parent Context) (ctx Context, cancel CancelFunc) {
	c := &cancelable{done: make(chan struct{})}
	p, ok := parent.(*cancelable)
	if ok && !p.adopt(c) {
		c.cancel()
	}
	return c, func() {
		c.cancel()
		if ok {
			p.leave(c)
		}
	}
}

type cancelable struct {
	done chan struct{}

	mu       sync.Mutex
	err      error
	children []*cancelable
}

func (c *cancelable) Done() <-chan struct{} { return c.done }

func (c *cancelable) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *cancelable) cancel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = Canceled
	close(c.done)
	for _, child := range c.children {
		child.cancel()
	}
	c.children = nil
}

// adopt reports whether child is given up with c from now on.
func (c *cancelable) adopt(child *cancelable) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.children = append(c.children, child)
	}
	return c.err == nil
}

func (c *cancelable) leave(child *cancelable) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.children, child); i >= 0 {
		c.children = slices.Delete(c.children, i, i+1)
	}
}
