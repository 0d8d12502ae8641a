package analyzer

import (
	"fmt"
	"io"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

// keeper keeps the payload of a recording while it is read, up to a bound.
type keeper struct {
	from   io.Reader
	chunks map[int][][]byte // by exchange
	bytes  int64
}

var errTooLarge = fmt.Errorf("analyzer: more than %s bytes of payload, want fewer for an experiment in memory", diagnose.Group(MaxExperiment))

func (k *keeper) Read(p []byte) (int, error) {
	if k.bytes > MaxExperiment {
		return 0, errTooLarge
	}
	return k.from.Read(p)
}

func (k *keeper) keep(x int, chunk []byte) {
	if k.bytes += int64(len(chunk)); len(chunk) > 0 && k.bytes <= MaxExperiment {
		k.chunks[x] = append(k.chunks[x], slices.Clone(chunk))
	}
}

// stream is the exchange that a is about.
func (k *keeper) stream(a *Analysis, o Options) (lab.Stream, error) {
	t := a.Timeline
	refuse := func(read string) (lab.Stream, error) {
		return lab.Stream{}, &capture.Error{File: o.Name, Offset: capture.None, Read: read, Want: "the payload of each chunk, to join and to parse"}
	}
	switch {
	case k.bytes > MaxExperiment:
		return lab.Stream{}, errTooLarge
	case len(t.Chunks) == 0:
		return refuse("rows without chunks")
	case !t.Payload || len(k.chunks[a.Exchange]) == 0 && t.Total() > 0:
		return refuse("lengths and times only")
	}
	s := lab.Stream{EOF: t.EOF.Set, End: t.EOF.Time, Framing: t.Framing, LenientEOF: o.LenientEOF, Heartbeats: o.Heartbeats}
	data := k.chunks[a.Exchange]
	for i, c := range t.Chunks {
		one := lab.Chunk{Time: c.Time}
		if n := t.Bytes(i); n > 0 {
			if len(data) == 0 || int64(len(data[0])) != n {
				return refuse("chunks that are not the bytes of the events, as under a content coding")
			}
			one.Data, data = data[0], data[1:]
		}
		s.Chunks = append(s.Chunks, one)
	}
	return s, nil
}
