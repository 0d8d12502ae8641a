package timeline

import (
	"fmt"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// Inflated is what a chunk was before its content coding was taken off.
type Inflated struct {
	End  int64 // coded bytes received, this read included
	Held int64 // of those, the ones that have yielded nothing yet
}

// CodedBytes is the coded size of chunk i.
func (t *Timeline) CodedBytes(i int) int64 {
	if i == 0 {
		return t.Inflated[0].End
	}
	return t.Inflated[i].End - t.Inflated[i-1].End
}

// Inflate says that a body under l is inflated as it comes: from here on its
// chunks are added by CodedChunk. Those that there are have yielded nothing.
func (b *Builder) Inflate(l coding.List) {
	b.t.Coding = l
	b.t.Inflated = make([]Inflated, len(b.t.Chunks))
	for i := range b.t.Chunks {
		c := &b.t.Chunks[i]
		b.t.Inflated[i] = Inflated{End: c.End, Held: c.End}
		c.End = 0
	}
}

// CodedChunk adds one read of n coded bytes that yielded decoded bytes, after
// which held coded bytes have yielded nothing. An error is a *capture.Error
// without its file.
func (b *Builder) CodedChunk(at time.Duration, n, decoded, held int64) error {
	if err := b.Chunk(at, decoded); err != nil {
		return err
	}
	return b.inflated(n, held)
}

func (b *Builder) inflated(n, held int64) error {
	total := int64(0)
	if k := len(b.t.Inflated); k > 0 {
		total = b.t.Inflated[k-1].End
	}
	switch {
	case n > MaxTotal-total:
		return &capture.Error{Offset: capture.None, Read: fmt.Sprintf("%d coded bytes after %d", n, total), Want: fmt.Sprintf("no more than %d in all", int64(MaxTotal))}
	case held > total+n:
		return &capture.Error{Offset: capture.None, Read: fmt.Sprintf("%d coded bytes held", held), Want: fmt.Sprintf("no more than the %d received", total+n)}
	}
	b.t.Inflated = append(b.t.Inflated, Inflated{End: total + n, Held: held})
	return nil
}

// NotInflated says that the chunks are those of a body under a content coding
// which could not be taken off: their bytes are coded ones after all. l is nil
// where the coding is not one that is read.
func (b *Builder) NotInflated(l coding.List) {
	for i, c := range b.t.Inflated {
		b.t.Chunks[i].End = c.End
	}
	b.t.Coding, b.t.Coded, b.t.Inflated = l, true, nil
}

// cutInflated drops what belongs to chunks that were dropped.
func (t *Timeline) cutInflated() {
	if t.Inflated != nil {
		t.Inflated = t.Inflated[:min(len(t.Inflated), len(t.Chunks))]
	}
}
