package proxy

import (
	"context"
	"io"
	"sync"

	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// body is the body of a response, whose reads are recorded.
type body struct {
	io.ReadCloser
	journal *spool.Journal
	to      *spool.Recording
	ended   func(*spool.Recording)
	once    sync.Once
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.to.Read(b.journal.Now(), p[:n])
	}
	if err != nil {
		b.end(err == io.EOF)
	}
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.end(false)
	return err
}

func (b *body) end(whole bool) {
	b.once.Do(func() {
		b.to.End(whole)
		b.ended(b.to)
	})
}

// buffers are what bodies are copied through.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() []byte {
	if p, ok := b.pool.Get().(*[]byte); ok {
		return *p
	}
	return make([]byte, 128<<10)
}

func (b *buffers) Put(p []byte) { b.pool.Put(&p) }

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// ending counts what has not ended. Unlike a sync.WaitGroup it may begin again while
// somebody waits.
type ending struct {
	mu   sync.Mutex
	left int
	none chan struct{} // closed once left is 0; nil where nobody waits
}

func (e *ending) begin() {
	e.mu.Lock()
	e.left++
	e.mu.Unlock()
}

func (e *ending) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.left--; e.left == 0 && e.none != nil {
		close(e.none)
		e.none = nil
	}
}

func (e *ending) wait() {
	e.mu.Lock()
	if e.left == 0 {
		e.mu.Unlock()
		return
	}
	if e.none == nil {
		e.none = make(chan struct{})
	}
	none := e.none
	e.mu.Unlock()
	<-none
}
