package record

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	grpcHead  = 5 // flags, and the length of the message
	grpcLimit = 64 << 20
	awsHead   = 12 // the length of the message, that of its headers, their CRC-32
	awsTail   = 4
	// The largest that some decoder of AWS's own takes.
	awsHeaders = 128 << 10
	awsPayload = 24 << 20
)

// frameHead collects the bytes that a frame begins with.
type frameHead struct {
	bytes [awsHead]byte
	have  int
	lost  bool // past a frame whose end nothing tells
}

// fill takes bytes of p until there are size of them, and returns the rest.
func (h *frameHead) fill(p []byte, size int) []byte {
	n := copy(h.bytes[h.have:size], p)
	h.have += n
	return p[n:]
}

// grpcMask masks length-prefixed messages (gRPC over HTTP2).
type grpcMask struct {
	frameHead
	left int64 // bytes of the message
}

func (m *grpcMask) mask(p []byte) {
	for len(p) > 0 {
		switch {
		case m.lost:
			cross(p)
			return
		case m.left > 0:
			n := min(m.left, int64(len(p)))
			cross(p[:n])
			m.left -= n
			p = p[n:]
		default:
			if p = m.fill(p, grpcHead); m.have < grpcHead {
				return
			}
			m.have = 0
			m.left = int64(binary.BigEndian.Uint32(m.bytes[1:]))
			m.lost = grpcHead+m.left > grpcLimit
		}
	}
}

// awsMask masks messages of application/vnd.amazon.eventstream (Smithy, "Amazon
// Event Stream Specification").
type awsMask struct {
	frameHead
	left int64  // bytes of the message behind its prelude
	was  uint32 // the checksum of the bytes as they came
	is   uint32 // of the bytes as they are now
}

func (m *awsMask) mask(p []byte) {
	for len(p) > 0 {
		switch {
		case m.lost:
			cross(p)
			return
		case m.left > awsTail:
			n := min(m.left-awsTail, int64(len(p)))
			m.was = crc32.Update(m.was, crc32.IEEETable, p[:n])
			cross(p[:n])
			m.is = crc32.Update(m.is, crc32.IEEETable, p[:n])
			m.left -= n
			p = p[n:]
		case m.left > 0: // a checksum that was bad differs as it did
			m.left--
			p[0] ^= byte((m.was ^ m.is) >> (8 * m.left))
			p = p[1:]
		default:
			if p = m.fill(p, awsHead); m.have < awsHead {
				return
			}
			m.have = 0
			m.prelude()
		}
	}
}

// prelude begins a message.
func (m *awsMask) prelude() {
	b := m.bytes[:]
	headers := int64(binary.BigEndian.Uint32(b[4:]))
	m.left = int64(binary.BigEndian.Uint32(b)) - awsHead
	payload := m.left - headers - awsTail
	m.lost = crc32.ChecksumIEEE(b[:8]) != binary.BigEndian.Uint32(b[8:]) || payload < 0 || payload > awsPayload || headers > awsHeaders
	m.was = crc32.ChecksumIEEE(b)
	m.is = m.was
}
