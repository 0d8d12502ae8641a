package capture

import (
	"encoding/binary"
	"time"
)

// The types of frames, and the flags that matter here (RFC 9113, section 6).
const (
	frameData = iota
	frameHeaders
	framePriority
	frameReset
	frameSettings
	framePush
	framePing
	frameGoAway
	frameWindow
	frameContinuation
	frameTypes

	flagEndStream = 0x1
	flagPadded    = 0x8
)

const (
	frameHead = 9       // bytes
	maxFrame  = 1 << 20 // of a frame that is not DATA
)

// frameHeader is the head of a frame.
type frameHeader struct {
	size        int64
	kind, flags byte
	stream      uint32
}

func readFrameHead(b []byte) frameHeader {
	return frameHeader{
		size: int64(b[0])<<16 | int64(b[1])<<8 | int64(b[2]),
		kind: b[3], flags: b[4],
		stream: binary.BigEndian.Uint32(b[5:]) & 0x7fffffff,
	}
}

// frameSizes are the sizes that frames must have, None where they may differ.
var frameSizes = [frameTypes]int64{None, None, 5, 4, None, None, 8, None, 4, None}

// sane says whether there can be such a frame. Types that are not known are
// extensions.
func (h frameHeader) sane() bool {
	if h.kind != frameData && h.size > maxFrame {
		return false
	}
	if h.kind >= frameTypes {
		return true
	}
	if want := frameSizes[h.kind]; want != None && h.size != want {
		return false
	}
	switch h.kind {
	case frameSettings:
		return h.stream == 0 && h.size%6 == 0
	case framePing, frameGoAway:
		return h.stream == 0
	case frameWindow:
		return true
	}
	return h.stream != 0
}

// frames reads one side of a connection of HTTP/2 (RFC 9113). The DATA of each
// of the server's streams is an exchange. Names and values of fields are
// compressed across all heads of a connection and not read.
type frames struct {
	side   *side
	skip   int // bytes of the preface that are still to come
	head   [frameHead]byte
	have   int // bytes of the head
	frame  frameHeader
	left   int64 // bytes of the frame that are still to come
	padded bool  // the next of them says how many are padding
	pad    int64 // of left, at the end
	total  int64 // bytes of the side
	outs   map[uint32]*outlet
}

func newFrames(s *side, skip int) *frames {
	if s.conn.streams == nil {
		s.conn.streams = map[uint32]httpRequest{}
	}
	return &frames{side: s, skip: skip, outs: map[uint32]*outlet{}}
}

func (f *frames) known(at time.Duration, b []byte) {
	for len(b) > 0 && f.side.is == carrier(f) {
		n := min(f.skip, len(b))
		switch {
		case n > 0:
			f.skip -= n
		case f.have < frameHead:
			n = copy(f.head[f.have:], b)
			if f.have += n; f.have == frameHead {
				f.begin(at)
			}
		case f.padded:
			n = 1
			f.padded, f.pad, f.left = false, int64(b[0]), f.left-1
			if f.pad > f.left {
				f.broken()
				return
			}
			f.ends(at)
		default:
			n = int(min(f.left, int64(len(b))))
			if data := min(int64(n), f.left-f.pad); data > 0 && f.out() != nil {
				f.out().bytes(at, b[:data])
			}
			f.left -= int64(n)
			f.ends(at)
		}
		f.total += int64(n)
		b = b[n:]
	}
}

// begin begins the frame whose head is complete.
func (f *frames) begin(at time.Duration) {
	f.frame = readFrameHead(f.head[:])
	f.left, f.pad = f.frame.size, 0
	f.padded = f.frame.kind == frameData && f.frame.flags&flagPadded != 0
	if !f.frame.sane() || f.padded && f.left == 0 {
		f.broken()
		return
	}
	f.ends(at)
}

// out is where the bytes of the frame go, nil if nowhere.
func (f *frames) out() *outlet {
	if f.frame.kind != frameData || f.side.role != roleServer {
		return nil
	}
	out := f.outs[f.frame.stream]
	if out == nil {
		out = f.side.outlet(f.side.conn.streams[f.frame.stream])
		delete(f.side.conn.streams, f.frame.stream)
		f.outs[f.frame.stream] = out
	}
	return out
}

// ends looks whether the frame does, and with it its stream.
func (f *frames) ends(at time.Duration) {
	if f.left > 0 {
		return
	}
	f.have = 0
	id, streams := f.frame.stream, f.side.conn.streams
	carries := f.frame.kind == frameData || f.frame.kind == frameHeaders
	if f.side.role != roleServer {
		if asked, is := streams[id]; carries && (is || len(streams) < maxQueue) {
			asked.sent = f.side.conn.all.mark(at)
			streams[id] = asked
		}
		return
	}
	if carries && f.frame.flags&flagEndStream != 0 || f.frame.kind == frameReset {
		if out := f.outs[id]; out != nil && f.frame.kind != frameReset {
			out.eof(at)
		}
		delete(f.outs, id)
		delete(streams, id)
	}
}

// broken is the end of what can be read: there can be no such frame.
func (f *frames) broken() {
	f.stop(NoteDamaged)
	f.side.conn.all.breaks(f.head[:], "the head of a frame of HTTP/2", f.total, "the connection")
	f.side.seek()
}

func (f *frames) stop(why Note) {
	for _, out := range f.outs {
		out.stop(why)
	}
}

func (f *frames) unknown(at time.Duration, n int64) {
	took := int64(0)
	if f.skip == 0 && f.have == frameHead && !f.padded {
		took = min(n, f.left)
		if data := min(took, f.left-f.pad); data > 0 && f.out() != nil {
			f.out().length(at, data, NoteSnapped)
		}
		f.left -= took
		f.total += took
		f.ends(at)
	}
	if took == n {
		return
	}
	// Where the next frame begins does not show any more.
	f.stop(NoteSnapped)
	if f.side.role != roleServer {
		f.side.become(ignored{})
		return
	}
	f.side.become(&opaque{out: f.side.outlet(httpRequest{}), hidden: NoteSnapped})
	f.side.is.unknown(at, n-took)
}

func (f *frames) lost() {
	f.stop(NoteLost)
	f.side.seek()
}

func (f *frames) end(_ time.Duration, closed bool) {
	if closed {
		f.stop(NoteCutShort)
	}
}
