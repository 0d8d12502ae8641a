package coding

// chain takes several codings off. It is fed byte by byte: only so is it known
// which byte completed output at its far end.
type chain struct {
	stages  []Decoder // the last coding first
	names   List      // of stages
	through []func([]byte)
	emit    func([]byte)
	moved   bool // output came out
	offset  int64
	pending int64
	ratio   ratio
	err     error
}

func newChain(l List, b *Budget, brotli Maker) *chain {
	c := &chain{ratio: ratio{budget: b}}
	for i := len(l) - 1; i >= 0; i-- {
		c.names = append(c.names, l[i])
		c.stages = append(c.stages, one(l[i], new(Budget), brotli))
	}
	c.through = make([]func([]byte), len(l))
	for i := range c.stages[1:] {
		c.through[i] = func(b []byte) {
			if c.err == nil {
				c.fail(c.stages[i+1].Write(b, c.through[i+1]))
			}
		}
	}
	c.through[len(l)-1] = c.out
	return c
}

// fail keeps the first error: the one furthest along, as it is met first.
func (c *chain) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// out takes what the last stage emits.
func (c *chain) out(b []byte) {
	if c.err != nil {
		return
	}
	if err := c.ratio.see(c.names[0], c.offset, len(b)); err != nil {
		c.err = err
		return
	}
	c.moved = true
	c.emit(b)
}

func (c *chain) Pending() int64 { return c.pending }

// Close asks the last stage first: what it lacks is what is lost.
func (c *chain) Close() error {
	if c.err != nil {
		return c.err
	}
	for i := len(c.stages) - 1; i >= 0; i-- {
		if err := c.stages[i].Close(); err != nil {
			return err
		}
	}
	return nil
}

func (c *chain) Write(p []byte, emit func([]byte)) error {
	if c.err != nil {
		return c.err
	}
	c.emit = emit
	for i := range p {
		c.moved = false
		c.fail(c.stages[0].Write(p[i:i+1], c.through[0]))
		c.offset++
		if c.err != nil {
			c.pending = 0
			return c.err
		}
		if c.pending++; c.moved || c.idle() {
			c.pending = 0
		}
	}
	return nil
}

// idle says that no stage holds anything.
func (c *chain) idle() bool {
	for _, s := range c.stages {
		if s.Pending() > 0 {
			return false
		}
	}
	return true
}
