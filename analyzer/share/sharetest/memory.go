package sharetest

import (
	"context"
	"sync"

	"github.com/heldbytes/heldbytes/analyzer/share"
)

// Memory is a Store that forgets all at its end.
type Memory struct {
	mu      sync.Mutex
	entries map[string]share.Entry
}

// Put keeps e.
func (m *Memory) Put(_ context.Context, id string, e share.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries == nil {
		m.entries = map[string]share.Entry{}
	}
	m.entries[id] = e
	return nil
}

// Get returns what was put.
func (m *Memory) Get(_ context.Context, id string) (share.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[id]
	if !ok {
		return e, share.ErrNotFound
	}
	return e, nil
}

// Delete forgets it.
func (m *Memory) Delete(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.entries[id]; !ok {
		return share.ErrNotFound
	}
	delete(m.entries, id)
	return nil
}
