package analyzer

import (
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

// keeper keeps the payload of a recording while it is read, up to a bound.
type keeper struct {
	from   io.Reader
	bodies map[int][]byte // by exchange
	bytes  int64
}

var errTooLarge = fmt.Errorf("analyzer: more than %s bytes of payload, want fewer for an experiment in memory", diagnose.Group(MaxExperiment))

func (k *keeper) Read(p []byte) (int, error) {
	if k.bytes > MaxExperiment {
		return 0, errTooLarge
	}
	return k.from.Read(p)
}

// keep takes bytes of exchange x, out of its content codings.
func (k *keeper) keep(x int, p []byte) {
	if k.bytes += int64(len(p)); k.bytes <= MaxExperiment {
		k.bodies[x] = append(k.bodies[x], p...)
	}
}

// stream is the exchange that a is about, in its chunks.
func (k *keeper) stream(a *Analysis, o Options) (lab.Stream, error) {
	t, body := a.Timeline, k.bodies[a.Exchange]
	read := ""
	switch {
	case k.bytes > MaxExperiment:
		return lab.Stream{}, errTooLarge
	case len(t.Chunks) == 0:
		read = "rows without chunks"
	case !t.Payload || int64(len(body)) != t.Total():
		read = "lengths and times only"
	}
	if read != "" {
		return lab.Stream{}, &capture.Error{File: o.Name, Offset: capture.None, Read: read, Want: "the payload of each chunk, to join and to parse"}
	}
	s := lab.Stream{EOF: t.EOF.Set, End: t.EOF.Time, Framing: t.Framing, LenientEOF: o.LenientEOF, Heartbeats: o.Heartbeats}
	for i, c := range t.Chunks {
		s.Chunks = append(s.Chunks, lab.Chunk{Time: c.Time, Data: body[c.End-t.Bytes(i) : c.End]})
	}
	return s, nil
}
