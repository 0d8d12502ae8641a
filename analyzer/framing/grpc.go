package framing

import "encoding/binary"

const (
	// grpcHead is the size of the prefix: a byte of flags, four of length.
	grpcHead = 5
	// grpcLimit is the length of a frame, with its prefix, beyond which it is
	// not believed. Common readers refuse 4 MiB unless they are told otherwise.
	grpcLimit = 64 << 20
)

// grpc is the framing of length-prefixed messages (gRPC over HTTP2, section
// "Length-Prefixed-Message"; gRPC-Web sends its trailers as one more). A frame
// opens at its prefix and closes at its last byte. Neither flags nor messages
// are judged.
type grpc struct {
	frame
	head head
}

func (g *grpc) write(p []byte) {
	for len(p) > 0 {
		if g.lost {
			g.pos += int64(len(p))
			return
		}
		if g.begin() {
			g.head.have = 0
		}
		if g.head.have < grpcHead {
			n := g.head.fill(p, grpcHead)
			g.pos += int64(n)
			p = p[n:]
			if g.head.have < grpcHead {
				return
			}
			if g.left = grpcLength(g.head.bytes[:]); grpcHead+g.left > grpcLimit {
				g.end(Bad, ReasonLength)
				continue
			}
		}
		n := g.due(p)
		g.skip(n)
		p = p[n:]
		if g.left == 0 {
			g.end(Event, NoReason)
		}
	}
}

// grpcLength is the length of the message that a prefix announces.
func grpcLength(prefix []byte) int64 {
	return int64(binary.BigEndian.Uint32(prefix[1:]))
}
