package coding

import (
	"fmt"
	"hash/crc32"
)

// The first three bytes of a gzip member (RFC 1952, section 2.3.1).
const (
	gzipID1       = 0x1f
	gzipID2       = 0x8b
	methodDeflate = 8
)

// Its flags.
const (
	gzipHasSum     = 1 << 1 // FHCRC
	gzipHasExtra   = 1 << 2
	gzipHasName    = 1 << 3
	gzipHasComment = 1 << 4
	gzipReserved   = 7 << 5
)

// gunzip takes gzip off: any number of members one behind the other, with zero
// bytes behind them as padding.
type gunzip struct {
	wrapped
	field  gzipField
	at     int    // bytes of the field so far
	number uint64 // what they say, the first byte lowest
	flags  byte   // of the fields that may still come
	extra  int    // bytes of FEXTRA
	some   bool   // a member has ended
	header uint32 // CRC of the header so far
	crc    uint32 // of the content
	size   uint32
	one    [1]byte
}

// gzipField is a field of a member, in their order.
type gzipField uint8

const (
	gzipFixed gzipField = iota // the ten bytes that each header has
	gzipXLen
	gzipExtra
	gzipName
	gzipComment
	gzipSum // CRC16
	gzipBody
	gzipTrailer // CRC32 and ISIZE
)

func newGunzip() *gunzip {
	g := &gunzip{}
	g.init(Gzip, g)
	return g
}

func (g *gunzip) content(b []byte) {
	g.crc = crc32.Update(g.crc, crc32.IEEETable, b)
	g.size += uint32(len(b))
}

func (g *gunzip) inBody() bool { return g.field == gzipBody }
func (g *gunzip) bodyDone()    { g.begin(gzipTrailer) }

func (g *gunzip) wants() string {
	if g.field != gzipFixed || g.at > 0 {
		return "the rest of a member"
	}
	return ""
}

func (g *gunzip) begin(f gzipField) { g.field, g.at, g.number = f, 0, 0 }

// next begins the first field behind f that the member has.
func (g *gunzip) next(f gzipField) {
	for f++; f < gzipBody; f++ {
		switch {
		case f == gzipXLen && g.flags&gzipHasExtra != 0,
			f == gzipExtra && g.extra > 0,
			f == gzipName && g.flags&gzipHasName != 0,
			f == gzipComment && g.flags&gzipHasComment != 0,
			f == gzipSum && g.flags&gzipHasSum != 0:
			g.begin(f)
			return
		}
	}
	g.begin(gzipBody)
	g.reset()
}

func (g *gunzip) byte(c byte) (whole bool, err *Error) {
	if g.field == gzipFixed && g.at == 0 {
		if c == 0 && g.some {
			return true, nil
		}
		g.header, g.crc, g.size, g.flags, g.extra = 0, 0, 0, 0, 0
	}
	if g.field < gzipSum {
		g.one[0] = c
		g.header = crc32.Update(g.header, crc32.IEEETable, g.one[:])
	}
	if g.at < 8 {
		g.number |= uint64(c) << (8 * g.at)
	}
	g.at++
	switch g.field {
	case gzipFixed:
		if err := g.fixed(c); err != nil {
			return false, err
		}
		if g.at == 10 {
			g.next(gzipFixed)
		}
	case gzipXLen:
		if g.at == 2 {
			g.extra = int(g.number)
			g.next(gzipXLen)
		}
	case gzipExtra:
		if g.at == g.extra {
			g.next(gzipExtra)
		}
	case gzipName, gzipComment:
		if c == 0 {
			g.next(g.field)
		}
	case gzipSum:
		if g.at == 2 {
			if sum := uint64(g.header & 0xffff); g.number != sum {
				return false, g.wrong(2, fmt.Sprintf("a header CRC of %#04x", g.number), fmt.Sprintf("%#04x", sum))
			}
			g.next(gzipSum)
		}
	case gzipTrailer:
		return g.trailer()
	}
	return false, nil
}

// fixed checks the bytes of a header that cannot be anything.
func (g *gunzip) fixed(c byte) *Error {
	switch want := [...]byte{gzipID1, gzipID2, methodDeflate}; {
	case g.at <= len(want) && c != want[g.at-1]:
		what := "a gzip member"
		if g.some {
			what = "another gzip member, or zero bytes,"
		}
		return g.wrong(1, quote(c), fmt.Sprintf("%s with %#02x in this place", what, want[g.at-1]))
	case g.at == 4 && c&gzipReserved != 0:
		return g.wrong(1, fmt.Sprintf("flags %#02x", c), "the upper three to be 0")
	case g.at == 4:
		g.flags = c
	}
	return nil
}

// trailer checks the sums as they come.
func (g *gunzip) trailer() (whole bool, err *Error) {
	switch crc, size := uint32(g.number), uint32(g.number>>32); {
	case g.at == 4 && crc != g.crc:
		return false, g.wrong(4, fmt.Sprintf("a CRC of %#08x", crc), fmt.Sprintf("%#08x", g.crc))
	case g.at == 8 && size != g.size:
		return false, g.wrong(4, fmt.Sprintf("a size of %d", size), fmt.Sprintf("%d, the bytes decoded modulo 2^32", g.size))
	case g.at == 8:
		g.some = true
		g.begin(gzipFixed)
		return true, nil
	}
	return false, nil
}
