// Package share keeps timelines behind links: one http.Handler over a Store,
// which the command and the Cloudflare Worker serve alike. What it takes is a
// timeline as CSV, checked cell by cell, so that no payload can come to lie on a
// host.
package share

import (
	"context"
	"errors"
	"time"
)

// ErrNotFound answers Get and Delete where the store has no such timeline, or no
// longer has it.
var ErrNotFound = errors.New("share: no such timeline")

// ErrFull answers Put where the store has no room for another timeline.
var ErrFull = errors.New("share: the store is full")

// Entry is a shared timeline as it is kept.
type Entry struct {
	CSV     []byte    // as timeline.Write writes it
	Token   [32]byte  // SHA-256 of the delete token
	Expires time.Time // UTC, whole seconds
}

// Store keeps entries by id. Its methods may be called from many goroutines at
// once.
type Store interface {
	// Put keeps e under a new id. Once it has returned nil the entry outlives the
	// process, whole. It returns ErrFull where there is no room.
	Put(ctx context.Context, id string, e Entry) error
	// Get returns the entry, also one that has expired but was not swept yet, or
	// ErrNotFound.
	Get(ctx context.Context, id string) (Entry, error)
	// Delete forgets the entry, or returns ErrNotFound.
	Delete(ctx context.Context, id string) error
}

// Checker is a Store that can tell, at no cost, whether it still works. The health
// of a host is then that of its store.
type Checker interface {
	Check(ctx context.Context) error
}
