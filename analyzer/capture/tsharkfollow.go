package capture

import (
	"bytes"
	"encoding/base64"
	"io"
	"strconv"
)

// tsharkFollow reads what Wireshark and tshark write as YAML of the streams that
// they follow, one or several. The segments of each are in order.
//
//	peers:
//	  - peer: 0
//	    host: 127.0.0.1
//	    port: 41122
//	packets:
//	  - packet: 4
//	    peer: 0
//	    timestamp: 1796080739.313127995
//	    data: !!binary |
//	      R0VUIC8g…
type tsharkFollow struct {
	lines   lines
	stream  int    // the current one, from 0
	packets bool   // it is past its peers
	at      int    // the line of the packet, 0 before the first
	binary  bool   // what follows is data
	peer    []byte // of the packet
	stamp   []byte
	base64  []byte
	data    []byte
	bad     *Error
	over    error // what to return next
}

func looksLikeFollow(head []byte) bool { return bytes.HasPrefix(head, []byte("peers:")) }

func (f *tsharkFollow) line() int { return f.at }

func (f *tsharkFollow) next(p *tsharkPacket) (bad *Error, err error) {
	if f.over != nil {
		return nil, f.over
	}
	f.at, f.bad, f.binary = 0, nil, false
	for {
		err := f.lines.next()
		if err == io.EOF && f.at > 0 {
			if f.over = err; !f.lines.whole {
				f.over = errCut
			}
			return f.packet(p)
		} else if err != nil {
			return nil, err
		}
		if ends := f.take(trimCR(f.lines.text)); ends {
			f.lines.unread()
			return f.packet(p)
		}
	}
}

// take takes a line, unless it begins what comes after the packet.
func (f *tsharkFollow) take(line []byte) (ends bool) {
	text := bytes.TrimSpace(line)
	name, value, is := bytes.Cut(text, []byte(": "))
	if is = is || bytes.HasSuffix(text, []byte(":")); !is {
		name = nil
	}
	begins := string(name) == "- packet" || string(text) == "peers:" || string(text) == "packets:"
	switch {
	case begins && f.at > 0:
		return true
	case string(text) == "packets:":
		f.packets = true
	case string(text) == "peers:":
		f.packets = false
		f.stream++
	case begins:
		f.at, f.peer, f.stamp, f.base64 = f.lines.no, nil, nil, f.base64[:0]
	case len(text) == 0 || !f.packets && f.at == 0:
	case string(name) == "peer":
		f.peer = bytes.Clone(value)
	case string(name) == "timestamp":
		f.stamp = bytes.Clone(value)
	case string(name) == "data":
		f.binary = true
	case is: // a member of a version to come
	case f.binary && len(f.base64) < maxLine:
		f.base64 = append(f.base64, text...)
	default:
		if f.at = max(f.at, 1); f.bad == nil {
			f.bad = f.lines.fail(line, "a member of a packet, or its data in base64")
		}
	}
	return false
}

// packet is the packet that ended. Of data that the end of the file cuts off, it
// has what came.
func (f *tsharkFollow) packet(p *tsharkPacket) (bad *Error, err error) {
	f.data, err = base64.StdEncoding.AppendDecode(f.data[:0], f.base64)
	if err != nil && f.bad == nil {
		f.bad = &Error{File: f.lines.file, Line: f.at, Offset: None, Read: Quote(f.base64), Want: "the data of a packet in base64"}
	}
	if f.bad != nil && f.over != errCut {
		return f.bad, nil
	}
	p[tsStream] = strconv.AppendInt(nil, int64(f.stream), 10)
	p[tsSource], p[tsTime], p[tsBytes] = f.peer, f.stamp, f.data
	return nil, nil
}
