package coding_test

import "errors"

// A slow statement of RFC 1951, bit by bit: what a prefix of a stream determines.

var (
	errMore = errors.New("the prefix ends")
	errBad  = errors.New("not a DEFLATE stream")
)

// slow is a reading of a prefix.
type slow struct {
	in    []byte
	bit   int // the next one
	out   []byte
	awake int // bits up to the last that completed output or a block
}

// slowInflate decodes as much as the prefix determines. err is nil at the end
// of the stream, errMore or errBad. pending is the whole bytes after the one
// that last completed output or a block.
func slowInflate(prefix []byte) (out []byte, pending int, err error) {
	s := &slow{in: prefix}
	err = errors.New("begun")
	for last := false; err != nil || !last; {
		last, err = s.block()
		if err != nil {
			return s.out, len(prefix) - (s.awake+7)/8, err
		}
	}
	return s.out, 0, nil
}

// bits reads n bits, the first lowest.
func (s *slow) bits(n int) (v int, err error) {
	for i := range n {
		if s.bit+i >= 8*len(s.in) {
			return 0, errMore
		}
		v |= int(s.in[(s.bit+i)/8]>>((s.bit+i)%8)&1) << i
	}
	s.bit += n
	return v, nil
}

// tree is a canonical code: the symbol of each (length, code).
type tree map[[2]int]int

func newTree(lengths []int) (tree, error) {
	t, code, used, kinds := tree{}, 0, 0, 0
	for n := 1; n <= 15; n++ {
		code <<= 1
		for s, have := range lengths {
			if have == n {
				t[[2]int{n, code}] = s
				code++
				kinds++
				used += 1 << (15 - n)
			}
		}
	}
	_, single := t[[2]int{1, 0}]
	if used > 1<<15 || used < 1<<15 && kinds > 0 && !(kinds == 1 && single) {
		return nil, errBad
	}
	return t, nil
}

// symbol reads one; bits that no longer code begins with are bad.
func (s *slow) symbol(t tree) (int, error) {
	code := 0
	for n := 1; n <= 15; n++ {
		b, err := s.bits(1)
		if err != nil {
			return 0, err
		}
		code = code<<1 | b
		if symbol, ok := t[[2]int{n, code}]; ok {
			return symbol, nil
		}
		if len(t) < 2 {
			return 0, errBad
		}
	}
	return 0, errBad
}

func (s *slow) block() (last bool, err error) {
	head, err := s.bits(3)
	if err != nil {
		// The type alone can be wrong, but takes all three bits.
		return false, err
	}
	last = head&1 == 1
	switch head >> 1 {
	case 0:
		err = s.stored()
	case 1:
		lit, dist := make([]int, 288), make([]int, 32)
		for i := range lit {
			lit[i] = 8
			if i >= 144 && i < 256 {
				lit[i] = 9
			} else if i >= 256 && i < 280 {
				lit[i] = 7
			}
		}
		for i := range dist {
			dist[i] = 5
		}
		err = s.symbols(lit, dist)
	case 2:
		err = s.dynamic()
	default:
		err = errBad
	}
	if err == nil {
		s.awake = s.bit
	}
	return last, err
}

func (s *slow) stored() error {
	s.bit = (s.bit + 7) / 8 * 8
	n, err := s.bits(32)
	if err != nil {
		return err
	}
	if n&0xffff != n>>16^0xffff {
		return errBad
	}
	for range n & 0xffff {
		c, err := s.bits(8)
		if err != nil {
			return err
		}
		s.out, s.awake = append(s.out, byte(c)), s.bit
	}
	return nil
}

func (s *slow) dynamic() error {
	counts, err := s.bits(14)
	if err != nil {
		return err
	}
	nLit, nDist, nCode := counts&31+257, counts>>5&31+1, counts>>10+4
	if nLit > 286 || nDist > 30 {
		return errBad
	}
	order := [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	short := make([]int, 19)
	for _, at := range order[:nCode] {
		if short[at], err = s.bits(3); err != nil {
			return err
		}
	}
	t, err := newTree(short)
	if err != nil {
		return err
	}
	var lengths []int
	for len(lengths) < nLit+nDist {
		symbol, err := s.symbol(t)
		if err != nil {
			return err
		}
		value, n, extra := symbol, 1, 0
		switch symbol {
		case 16:
			value, n, extra = -1, 3, 2
		case 17:
			value, n, extra = 0, 3, 3
		case 18:
			value, n, extra = 0, 11, 7
		}
		more, err := s.bits(extra)
		if err != nil {
			return err
		}
		if value < 0 {
			if len(lengths) == 0 {
				return errBad
			}
			value = lengths[len(lengths)-1]
		}
		for range n + more {
			lengths = append(lengths, value)
		}
	}
	if len(lengths) > nLit+nDist {
		return errBad
	}
	return s.symbols(lengths[:nLit], lengths[nLit:])
}

func (s *slow) symbols(lit, dist []int) error {
	bases := [29]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	extras := [29]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	farBases := [30]int{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	farExtras := [30]int{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	literals, err := newTree(lit)
	if err != nil {
		return err
	}
	distances, err := newTree(dist)
	if err != nil {
		return err
	}
	for {
		symbol, err := s.symbol(literals)
		switch {
		case err != nil:
			return err
		case symbol == 256:
			return nil
		case symbol < 256:
			s.out, s.awake = append(s.out, byte(symbol)), s.bit
			continue
		case symbol > 285:
			return errBad
		}
		more, err := s.bits(extras[symbol-257])
		if err != nil {
			return err
		}
		n := bases[symbol-257] + more
		if symbol, err = s.symbol(distances); err != nil {
			return err
		}
		if symbol > 29 {
			return errBad
		}
		if more, err = s.bits(farExtras[symbol]); err != nil {
			return err
		}
		far := farBases[symbol] + more
		if far > len(s.out) {
			return errBad
		}
		for range n {
			s.out = append(s.out, s.out[len(s.out)-far])
		}
		s.awake = s.bit
	}
}
