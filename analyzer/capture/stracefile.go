package capture

import (
	"bytes"
	"slices"
)

// descriptor is what a trace tells of one that its process reads or writes.
type descriptor struct {
	kind  descriptorKind
	conn  int64
	begun bool    // a piece of conn was returned
	born  bool    // the trace has its beginning
	over  bool    // a read returned that nothing follows
	async bool    // a read of it does not wait
	lost  bool    // a read of it could not be read
	pipe  bool    // it has one direction
	pids  []int64 // who read and wrote it
}

type descriptorKind uint8

const (
	fdUnknown descriptorKind = iota
	fdGuessed                // the first bytes look like those of a stream
	fdStream                 // a socket, a pipe, standard input
	fdOther                  // a file, datagrams, or a means to wake a thread
	fdPassed                 // the first bytes do not look like those of a stream
)

// newDescriptor returns one that was not seen before. key is its number or,
// where the trace has names, its name.
func newDescriptor(key []byte, kind descriptorKind) *descriptor {
	d := &descriptor{kind: kind}
	switch string(key) {
	case "0":
		d.kind, d.pipe = fdStream, true
	case "1", "2":
		d.kind = fdOther
	}
	d.pipe = d.pipe || bytes.HasPrefix(key, []byte("pipe:"))
	return d
}

// maxPIDs bounds the processes and threads that are kept of a descriptor.
const maxPIDs = 64

// touch keeps that a process or thread read or wrote.
func (d *descriptor) touch(pid int64) {
	if len(d.pids) < maxPIDs && !slices.Contains(d.pids, pid) {
		d.pids = append(d.pids, pid)
	}
}

// touched says whether a process or thread did. Another that closes it is most
// likely a fork that closes what it does not need.
func (d *descriptor) touched(pid int64) bool {
	return len(d.pids) == maxPIDs || slices.Contains(d.pids, pid)
}

// straceFile reads the descriptor that arguments begin with and returns what
// tells it from others, nil where there is none: its name or, where there is
// none, its number.
func straceFile(args []byte) (key []byte, kind descriptorKind, rest []byte) {
	n := leadingDigits(args)
	if n == 0 || n == len(args) {
		return nil, fdUnknown, nil
	}
	key, rest = args[:n], args[n:]
	if rest[0] == '<' {
		// The name of a connection has a > inside, that of a device at its end.
		end := bytes.Index(rest, []byte(">,"))
		if i := bytes.Index(rest, []byte(">)")); end < 0 || i >= 0 && i < end {
			end = i
		}
		if end < 0 {
			return nil, fdUnknown, nil
		}
		key, rest = rest[1:end], rest[end+1:]
		if bytes.IndexByte(key, '\\') >= 0 { // with -xx it is in hexadecimal
			key, _, _, _ = straceString(nil, append(append([]byte{'"'}, key...), '"'))
		}
		kind = decorated(key)
	}
	if len(key) == 0 || len(rest) == 0 || rest[0] != ',' && rest[0] != ')' {
		return nil, fdUnknown, nil
	}
	return key, kind, rest
}

// decorated tells what a descriptor is from what -y and -yy write behind it,
// such as socket:[74057], TCP:[127.0.0.1:49120->127.0.0.1:18084], pipe:[3] and
// the path of a file.
func decorated(name []byte) descriptorKind {
	kind, _, ok := bytes.Cut(name, []byte(":["))
	if ok {
		switch string(kind) {
		case "socket", "pipe", "TCP", "TCPv6", "UNIX", "UNIX-STREAM", "UNIX-SEQPACKET":
			return fdStream
		}
	}
	return fdOther
}

// streamSigns are what streams begin with that are not HTTP and have no socket:
// JSON, Server-Sent Events, RFC 7464, the head of a message of LSP.
var streamSigns = []string{"{", "[", "\x1e", ":", "data:", "event:", "id:", "retry:", "Content-Length:"}

// looksLikeStream says whether bytes that a descriptor begins with look like
// those of a stream. strong says that a file hardly begins so.
func looksLikeStream(b []byte) (is, strong bool) {
	switch sniffWire(b[:min(len(b), maxSign)]) {
	case wireMore:
		return true, false
	case wireRaw:
	default:
		return true, true
	}
	for _, sign := range streamSigns {
		n := min(len(sign), len(b))
		is = is || string(b[:n]) == sign[:n]
	}
	return is, false
}

// wakes says whether bytes are what one thread wakes another with, through a
// pipe or a pair of sockets.
func wakes(b []byte) bool { return len(b) == 1 && (b[0] < '\t' || b[0] == 0xff) }

// reads takes the first bytes of what a read returned and says whether they
// belong to a stream. fresh says that a new one begins.
func (d *descriptor) reads(b []byte, isSocket bool) (is, fresh bool) {
	looks, strong := looksLikeStream(b)
	switch d.kind {
	case fdOther:
		return false, false
	case fdUnknown, fdPassed:
		switch {
		case isSocket:
			d.kind = fdStream
		case strong || looks && d.kind == fdUnknown:
			d.kind = fdGuessed
		default:
			d.kind = fdPassed
			return false, false
		}
	case fdGuessed:
		switch {
		case isSocket:
			d.kind = fdStream
		case bytes.HasPrefix(b, []byte("\x7fELF")):
			d.kind = fdPassed
			return false, false
		}
		fresh = d.begun && strong && bytes.HasPrefix(b, []byte(httpSign))
	}
	if !d.begun && wakes(b) {
		d.kind = fdOther
		return false, false
	}
	return true, fresh || d.over
}

// writes is reads for what a write was given.
func (d *descriptor) writes(b []byte, isSocket bool) (is, fresh bool) {
	what := sniffWire(b[:min(len(b), maxSign)])
	asks := what.role() == roleClient
	if (d.kind == fdUnknown || d.kind == fdPassed) && (isSocket || asks) {
		d.kind = fdStream
	}
	return d.kind == fdStream || d.kind == fdGuessed, d.over && asks
}

// joined says whether the first bytes read of a stream are from inside it: where
// the trace does not have its beginning, and they are none.
func (d *descriptor) joined(b []byte) bool {
	looks, _ := looksLikeStream(b)
	return !d.begun && !d.born && !d.pipe && !looks
}
