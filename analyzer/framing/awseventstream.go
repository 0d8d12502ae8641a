package framing

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	// awsHead is the size of the prelude with its checksum: the length of the
	// message, that of its headers, a CRC-32 of both.
	awsHead = 12
	// awsTail is the size of the checksum of the message.
	awsTail = 4
	// The largest that some decoder of AWS's own takes.
	awsHeadersLimit = 128 << 10
	awsPayloadLimit = 24 << 20
)

// eventStream is the framing of application/vnd.amazon.eventstream (Smithy,
// "Amazon Event Stream Specification"). A message opens at its prelude and
// closes at its last byte. It is bad where its checksum fails; its headers and
// payload are not judged. Where the prelude's checksum fails, or its lengths
// cannot be true, the message is bad there and the place in the stream lost.
type eventStream struct {
	frame
	head head
	sum  uint32 // of the bytes so far
	tail uint32 // the newest bytes of the checksum behind them
}

func (e *eventStream) write(p []byte) {
	for len(p) > 0 {
		if e.lost {
			e.pos += int64(len(p))
			return
		}
		if e.begin() {
			e.head.have = 0
		}
		if e.head.have < awsHead {
			n := e.head.fill(p, awsHead)
			e.pos += int64(n)
			p = p[n:]
			if e.head.have < awsHead {
				return
			}
			prelude, r := awsPrelude(e.head.bytes[:])
			if r != NoReason {
				e.end(Bad, r)
				continue
			}
			e.left = prelude.total - awsHead
			e.sum = crc32.ChecksumIEEE(e.head.bytes[:])
		}
		n := e.due(p)
		summed := int(min(max(e.left-awsTail, 0), int64(n)))
		e.sum = crc32.Update(e.sum, crc32.IEEETable, p[:summed])
		for _, c := range p[summed:n] {
			e.tail = e.tail<<8 | uint32(c)
		}
		e.skip(n)
		p = p[n:]
		switch {
		case e.left > 0:
		case e.sum != e.tail:
			e.end(Bad, ReasonCRC)
		default:
			e.end(Event, NoReason)
		}
	}
}

// prelude is what a message says of itself.
type prelude struct {
	total   int64 // of the message, with everything
	headers int64
}

// awsPrelude reads a prelude with its checksum. The reason says what is bad.
func awsPrelude(b []byte) (prelude, Reason) {
	p := prelude{int64(binary.BigEndian.Uint32(b)), int64(binary.BigEndian.Uint32(b[4:]))}
	payload := p.total - awsHead - p.headers - awsTail
	switch {
	case crc32.ChecksumIEEE(b[:8]) != binary.BigEndian.Uint32(b[8:]):
		return p, ReasonPrelude
	case payload < 0 || payload > awsPayloadLimit || p.headers > awsHeadersLimit:
		return p, ReasonLength
	}
	return p, NoReason
}
