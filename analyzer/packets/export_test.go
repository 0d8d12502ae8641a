package packets

import (
	"io"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Pieces returns the pieces of a capture.
func Pieces(r io.Reader, name string) (capture.PieceReader, error) {
	s, err := newSource(r, name)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Held is what waits in a PieceReader of Pieces, and how many connections it has.
func Held(r capture.PieceReader) (bytes int64, connections int) {
	t := r.(*source).streams
	return t.held, len(t.connections)
}

const (
	MaxWaiting     = maxWaiting
	MaxHeld        = maxHeld
	MaxHeldOfAll   = maxHeldOfAll
	MaxConnections = maxConnections
)
