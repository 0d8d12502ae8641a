package figure

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// id is made from all that is drawn: figures that differ have ids that differ,
// and one figure has the same ids every time.
func (d *drawing) id() string {
	h := fnv.New64a()
	for _, p := range d.paths {
		h.Write(p)
	}
	var b []byte
	number := func(n int64) { b = strconv.AppendInt(b, n, 10) }
	between := func(open, close string) { b = append(append(b, close...), open...) }
	number(int64(d.width))
	between(" ", "")
	number(int64(d.height))
	between(" ", "")
	b = strconv.AppendBool(b, d.dark)
	between(" [", "")
	b = append(b, strings.Join(d.title, " ")...)
	between(" [", "]")
	runOf := func(r run) {
		b = append(b, '{')
		for i, n := range [...]int{r.from, r.to, int(r.cause)} {
			if i > 0 {
				b = append(b, ' ')
			}
			number(int64(n))
		}
		b = append(b, '}')
	}
	for i, s := range d.stalls {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, '{')
		runOf(s.run)
		b = append(b, ' ')
		number(int64(s.length))
		b = append(b, '}')
	}
	between(" [", "]")
	for i, r := range d.why {
		if i > 0 {
			b = append(b, ' ')
		}
		runOf(r)
	}
	between(" [", "]")
	for i, m := range d.marks {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(append(b, '{'), m.Time.String()...)
		b = append(b, ' ')
		number(int64(m.Chunk))
		b = append(b, ' ')
		number(m.Held)
		b = append(b, '}')
	}
	b = append(b, ']')
	for _, bars := range d.bars {
		b = append(b, ' ')
		for _, r := range bars {
			b = box(b, r.from, 0, r.to-r.from, r.height)
		}
	}
	h.Write(b)
	return fmt.Sprintf("hb%016x-", h.Sum64())
}
