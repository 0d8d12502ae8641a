package capture

import (
	"encoding/binary"
	"time"
)

// The opcodes of frames, and the bits of a frame's first two bytes (RFC 6455,
// section 5.2). RSV1 marks a message that is compressed (RFC 7692).
const (
	opContinuation = 0
	opText         = 1
	opBinary       = 2
	opClose        = 8
	opLast         = 10

	bitRSV1     = 0x40
	bitsRSV23   = 0x30
	bitMasked   = 0x80
	maxControl  = 125
	socketHead  = 14 // bytes, at most
	socketStart = 2  // of them that say how many there are
)

// webSocket reads the frames of a server. The payload of its text and binary
// messages is an exchange, without anything between them.
type webSocket struct {
	out    *outlet
	head   [socketHead]byte
	have   int // bytes of the head
	left   int64
	opcode byte
	coded  bool // the message is compressed
	mask   [4]byte
	masked int // bytes that were; None where they are not
	total  int64
}

func (w *webSocket) known(at time.Duration, b []byte) {
	for len(b) > 0 && w.out.side.is == carrier(w) {
		n := 1
		if size := w.size(); w.have < size {
			w.head[w.have] = b[0]
			if w.have++; w.have >= socketStart && w.have == w.size() && !w.begin() {
				w.broken()
				return
			}
		} else {
			n = int(min(w.left, int64(len(b))))
			w.put(at, b[:n])
			w.left -= int64(n)
		}
		w.total += int64(n)
		b = b[n:]
		w.ends(at)
	}
}

// size is how many bytes the head has, as far as that shows.
func (w *webSocket) size() int {
	if w.have < socketStart {
		return socketStart
	}
	n := socketStart
	switch w.head[1] &^ bitMasked {
	case 126:
		n += 2
	case 127:
		n += 8
	}
	if w.head[1]&bitMasked != 0 {
		n += len(w.mask)
	}
	return n
}

// begin begins the frame whose head is complete. It returns false where there
// can be none such.
func (w *webSocket) begin() bool {
	switch w.left = int64(w.head[1] &^ bitMasked); w.left {
	case 126:
		w.left = int64(binary.BigEndian.Uint16(w.head[socketStart:]))
	case 127:
		n := binary.BigEndian.Uint64(w.head[socketStart:])
		if n > maxBytes {
			return false
		}
		w.left = int64(n)
	}
	w.masked = None
	if w.head[1]&bitMasked != 0 {
		w.masked = 0
		copy(w.mask[:], w.head[w.have-len(w.mask):])
	}
	rsv1 := w.head[0]&bitRSV1 != 0
	w.opcode = w.head[0] & 0x0f
	switch {
	case w.head[0]&bitsRSV23 != 0:
		return false
	case w.opcode == opText || w.opcode == opBinary:
		w.coded = rsv1
		return true
	case w.opcode == opContinuation:
		return !rsv1
	}
	return w.opcode >= opClose && w.opcode <= opLast && !rsv1 && w.left <= maxControl
}

// put adds payload, if the frame is one of a message.
func (w *webSocket) put(at time.Duration, b []byte) {
	switch {
	case w.opcode >= opClose:
	case w.coded:
		w.out.length(at, int64(len(b)), NoteCoded)
	case w.masked == None:
		w.out.bytes(at, b)
	default:
		c := w.out.side.conn.all
		from := len(c.payload)
		for _, x := range b {
			c.payload = append(c.payload, x^w.mask[w.masked%len(w.mask)])
			w.masked = (w.masked + 1) % len(w.mask)
		}
		w.out.bytes(at, c.payload[from:])
	}
}

// ends looks whether the frame does.
func (w *webSocket) ends(at time.Duration) {
	if w.have < w.size() || w.left > 0 {
		return
	}
	w.have = 0
	if w.opcode == opClose {
		w.end(at, true)
		w.out.side.become(ignored{})
	}
}

// broken is the end of what can be read: there can be no such frame.
func (w *webSocket) broken() {
	w.out.side.conn.all.breaks(w.head[:w.have], "the head of a frame of a WebSocket", w.total, "it")
	w.out.stop(NoteDamaged)
	w.out.side.seek()
}

func (w *webSocket) unknown(at time.Duration, n int64) {
	took := int64(0)
	if w.have >= socketStart && w.have == w.size() {
		took = min(n, w.left)
		if w.opcode < opClose {
			w.out.length(at, took, NoteSnapped)
		}
		if w.left -= took; w.masked != None {
			w.masked = int((int64(w.masked) + took) % int64(len(w.mask)))
		}
		w.ends(at)
	}
	if took < n && w.out.side.is == carrier(w) {
		w.out.side.become(&opaque{out: w.out, hidden: NoteSnapped})
		w.out.side.is.unknown(at, n-took)
	}
}

func (w *webSocket) lost() {
	w.out.stop(NoteLost)
	w.out.side.seek()
}

func (w *webSocket) end(at time.Duration, closed bool) {
	if closed && w.out.begun() {
		w.out.eof(at)
	}
}
