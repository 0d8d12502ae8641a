package coding

import (
	"fmt"
	"hash"
	"hash/adler32"
)

// undeflate takes deflate off: the zlib format (RFC 1950) or, as some servers
// send it under the same name, a bare DEFLATE stream. The first two bytes tell:
// a zlib header is a multiple of 31 and has method 8 in its low bits, which in
// a bare stream would be a stored block with padding that is not zero.
type undeflate struct {
	wrapped
	field  zlibField
	at     int
	head   [2]byte
	number uint32
	sum    hash.Hash32
}

// zlibField is a field of the zlib format, in their order.
type zlibField uint8

const (
	zlibMethod zlibField = iota // CMF
	zlibFlags                   // FLG
	zlibBody
	zlibRaw     // the body where there is no wrapping
	zlibTrailer // ADLER32
	zlibEnd
)

const (
	zlibMaxWindow  = 7      // CINFO of 32 KiB
	zlibDictionary = 1 << 5 // FDICT
)

func newUndeflate() *undeflate {
	u := &undeflate{sum: adler32.New()}
	u.init(Deflate, u)
	return u
}

func (u *undeflate) content(b []byte) {
	if u.field == zlibBody {
		u.sum.Write(b)
	}
}

func (u *undeflate) inBody() bool { return u.field == zlibBody || u.field == zlibRaw }

func (u *undeflate) bodyDone() {
	if u.field == zlibRaw {
		u.field = zlibEnd
	} else {
		u.field = zlibTrailer
	}
}

func (u *undeflate) wants() string {
	if u.field == zlibEnd {
		return ""
	}
	return "the rest of the stream"
}

func (u *undeflate) byte(c byte) (whole bool, err *Error) {
	switch u.field {
	case zlibMethod:
		u.head[0] = c
		if c&15 != methodDeflate || c>>4 > zlibMaxWindow {
			return false, u.raw(u.head[:1])
		}
		u.field = zlibFlags
	case zlibFlags:
		u.head[1] = c
		if (uint(u.head[0])<<8|uint(c))%31 != 0 {
			return false, u.raw(u.head[:])
		}
		if c&zlibDictionary != 0 {
			return false, u.wrong(1, fmt.Sprintf("flags %#02x", c), "no preset dictionary")
		}
		u.field = zlibBody
	case zlibTrailer:
		u.number = u.number<<8 | uint32(c)
		if u.at++; u.at < 4 {
			return false, nil
		}
		if sum := u.sum.Sum32(); u.number != sum {
			return false, u.wrong(4, fmt.Sprintf("an Adler-32 of %#08x", u.number), fmt.Sprintf("%#08x", sum))
		}
		u.field = zlibEnd
		return true, nil
	case zlibEnd:
		return false, u.wrong(1, quote(c), "nothing after the stream")
	}
	return false, nil
}

// raw begins a bare stream with the bytes that turned out to be no header. They
// are too few to end it or to yield anything.
func (u *undeflate) raw(head []byte) *Error {
	u.field = zlibRaw
	_, _, err := u.inflater.write(head, u.offset+1-int64(len(head)))
	return err
}
