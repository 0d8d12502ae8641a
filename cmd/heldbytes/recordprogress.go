package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// progressLine is a line on a terminal that says how far a recording is.
type progressLine struct {
	in  *invocation
	out io.Writer // nil: says nothing

	mu    sync.Mutex
	next  time.Time
	shown bool
}

// progressLine makes the line. It says nothing where what is passed on stands on a
// terminal itself.
func (in *invocation) progressLine(passing bool) *progressLine {
	p := &progressLine{in: in, out: terminal(in.stderr), next: time.Now().Add(progressEvery)}
	if passing && terminal(in.stdout) != nil {
		p.out = nil
	}
	return p
}

// tell is what a journal calls, nil where nobody looks.
func (p *progressLine) tell() func(spool.Progress) {
	if p.out == nil {
		return nil
	}
	return func(at spool.Progress) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if now := time.Now(); now.After(p.next) {
			p.next, p.shown = now.Add(progressEvery), true
			fmt.Fprintf(p.out, "\r\x1b[K%s", p.text(at))
		}
	}
}

func (p *progressLine) text(at spool.Progress) string {
	args := diagnose.Args{"chunks": at.Reads, "bytes": at.Bytes, "held": at.Held}
	if at.HeldKnown {
		return p.in.language.Say("{chunks chunk chunks}, {bytes byte bytes}, {held byte bytes} held now", args)
	}
	return p.in.language.Say("{chunks chunk chunks}, {bytes byte bytes}", args)
}

// clear takes the line away, for another one.
func (p *progressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
