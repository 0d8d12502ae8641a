package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progressEvery is how often progress is shown; what ends sooner shows none.
const progressEvery = 500 * time.Millisecond

// progress is a reader that says on a terminal how far it is.
type progress struct {
	io.Reader
	name  string
	total int64 // 0 where it is not known
	read  int64
	next  time.Time
	out   io.Writer // nil: says nothing
}

// newProgress wraps r, which is the file called name. out is a terminal, or nil.
func newProgress(r io.Reader, name string, out io.Writer) *progress {
	p := &progress{Reader: r, name: name, next: time.Now().Add(progressEvery), out: out}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			p.total = info.Size()
		}
	}
	return p
}

// terminal is w if that is a terminal that can clear a line, else nil.
func terminal(w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return w
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.read += int64(n)
	if p.out == nil {
		return n, err
	}
	if now := time.Now(); err == nil && now.After(p.next) {
		p.next = now.Add(progressEvery)
		fmt.Fprintf(p.out, "\r\x1b[K%s: %s", p.name, p.text())
	} else if err != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	return n, err
}

func (p *progress) text() string {
	if p.total > 0 {
		return fmt.Sprintf("%d of %d MB", p.read/1e6, p.total/1e6)
	}
	return fmt.Sprintf("%d MB", p.read/1e6)
}
