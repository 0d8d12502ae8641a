package packets

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// packet is one packet of a capture.
type packet struct {
	at     time.Duration // since 1970, UTC; 0 where the capture has no times
	timed  bool
	data   []byte // what was kept of it, valid until the next
	length int    // bytes on the wire
	link   layers.LinkType
}

// Bounds of what is read. maxPacket is the most that tcpdump and Wireshark keep
// of a packet, maxLength what one can have had on the wire.
const (
	maxPacket     = 256 << 10
	maxLength     = 16 << 20
	maxBlock      = 1 << 20
	maxInterfaces = 1 << 12
)

// file reads the packets of a capture. It stands between the bytes and pcapgo
// and hands on one record or block at a time, complete and checked, since pcapgo
// takes lengths from the file at their word. A block that is shorter than its head,
// or a packet longer than its block, makes it read on as if what follows belonged
// to it. A pcap that ends just behind the head of a record has ended well for it.
// It keeps all names of hosts that a pcapng has, and one option that is not as it
// should be ends its reading.
//
// Its Read never returns bytes of two records, so that pcapgo, which buffers, is
// never ahead of stamp and offset.
type file struct {
	name      string
	br        *bufio.Reader
	order     binary.ByteOrder
	offset    int64  // of what br reads next
	start     int64  // of the record or block at hand
	head      []byte // of it, peeked
	unit      []byte // all of it, as pcapgo gets it
	rest      []byte // of unit, not read yet
	advance   func() error
	fraction  uint32  // what a second has in a pcap: 10^6 or 10^9
	clocks    []clock // of the interfaces of the section
	most      uint32  // what the first of them keeps of a packet, 0 where that has no bound
	stamp     stamp   // of the packet at hand, in a pcapng
	truncated bool    // the file ends inside a record
	damage    capture.Damage
	packets   func() (data []byte, ci gopacket.CaptureInfo, err error)
	link      layers.LinkType // of a pcap
}

var magics = map[string]struct {
	order    binary.ByteOrder
	fraction uint32
}{
	"\xa1\xb2\xc3\xd4": {binary.BigEndian, 1e6},
	"\xd4\xc3\xb2\xa1": {binary.LittleEndian, 1e6},
	"\xa1\xb2\x3c\x4d": {binary.BigEndian, 1e9},
	"\x4d\x3c\xb2\xa1": {binary.LittleEndian, 1e9},
}

const sectionMagic = "\x0a\x0d\x0d\x0a"

// openFile reads the head of a capture.
func openFile(r io.Reader, name string) (*file, error) {
	f := &file{name: name, br: bufio.NewReaderSize(r, 64<<10)}
	magic, err := f.br.Peek(4)
	if err != nil && err != io.EOF {
		return nil, &capture.Error{File: name, Offset: 0, Err: err}
	}
	if string(magic) == sectionMagic {
		f.advance = f.block
		ng, err := pcapgo.NewNgReader(f, pcapgo.NgReaderOptions{WantMixedLinkType: true})
		if err != nil {
			return nil, f.refused(err)
		}
		f.packets = ng.ZeroCopyReadPacketData
		return f, nil
	}
	m, ok := magics[string(magic)]
	if !ok {
		return nil, &capture.Error{File: name, Offset: 0, Read: capture.Quote(magic), Want: "a packet capture, pcap or pcapng"}
	}
	f.order, f.fraction = m.order, m.fraction
	f.advance = f.fileHead
	classic, err := pcapgo.NewReader(f)
	if err != nil {
		return nil, f.refused(err)
	}
	// The length at which the file says that packets are cut may be negative as an
	// int of 32 bits, and then pcapgo takes none.
	classic.SetSnaplen(maxPacket)
	f.packets, f.link = classic.ZeroCopyReadPacketData, classic.LinkType()
	return f, nil
}

// next returns the next packet, or io.EOF after the last. Any other error is an
// *capture.Error.
func (f *file) next() (packet, error) {
	data, ci, err := f.packets()
	if err == io.EOF {
		return packet{}, err
	} else if err != nil {
		return packet{}, f.refused(err)
	}
	p := packet{data: data, length: max(ci.Length, len(data)), link: f.link}
	if f.fraction > 0 {
		p.at, p.timed = time.Duration(ci.Timestamp.UnixNano()), true
		return p, nil
	}
	p.link, _ = ci.AncillaryData[0].(layers.LinkType)
	p.at, p.timed = f.stamp.at, f.stamp.timed
	return p, nil
}

// refused is what pcapgo did not want, at the record at hand.
func (f *file) refused(err error) error {
	if e, ok := err.(*capture.Error); ok {
		return e
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return f.fail("the end of the file", "the head of a packet capture")
	}
	return &capture.Error{File: f.name, Offset: f.start, Err: err}
}

func (f *file) fail(read, want string) error {
	return &capture.Error{File: f.name, Offset: f.start, Read: read, Want: want}
}

// Read returns bytes of the record or block at hand, or of the next one.
func (f *file) Read(b []byte) (int, error) {
	if len(f.rest) == 0 {
		if err := f.advance(); err != nil {
			return 0, err
		}
		f.rest = f.unit
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// peek looks at the n bytes that a record or block begins with. It returns
// io.EOF where there are none, and where there are too few, which it notes.
func (f *file) peek(n int) error {
	f.start = f.offset
	var err error
	if f.head, err = f.br.Peek(n); err != nil {
		return f.cut(err, len(f.head))
	}
	return nil
}

// load reads the n bytes of the record or block at hand into unit.
func (f *file) load(n int) error {
	if cap(f.unit) < n {
		f.unit = make([]byte, max(n, 4<<10))
	}
	f.unit = f.unit[:n]
	got, err := io.ReadFull(f.br, f.unit)
	f.offset += int64(got)
	if err != nil {
		return f.cut(err, 1)
	}
	return nil
}

// skip passes over the n bytes of the block at hand.
func (f *file) skip(n int64) error {
	got, err := io.CopyN(io.Discard, f.br, n)
	f.offset += got
	if err != nil {
		return f.cut(err, 1)
	}
	return nil
}

// cut tells an end of the file in a record, n bytes of which are there, from its
// proper end and from another error.
func (f *file) cut(err error, n int) error {
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return &capture.Error{File: f.name, Offset: f.offset, Err: err}
	}
	f.truncated = f.truncated || n > 0
	return io.EOF
}

// damaged passes over the record or block at hand.
func (f *file) damaged() {
	if f.damage.Records == 0 {
		f.damage.Offset = f.start
	}
	f.damage.Records++
}

// fileHead is the head of a pcap, after which there are records alone.
func (f *file) fileHead() error {
	f.advance = f.record
	return f.load(24)
}

// record loads the next record of a pcap that can be one.
func (f *file) record() error {
	for {
		if err := f.peek(16); err != nil {
			return err
		}
		fraction, kept, length := f.order.Uint32(f.head[4:]), f.order.Uint32(f.head[8:]), f.order.Uint32(f.head[12:])
		if kept > maxPacket {
			return f.fail(fmt.Sprintf("a packet of %d bytes", kept), fmt.Sprintf("at most %d", maxPacket))
		}
		if err := f.load(16 + int(kept)); err != nil {
			return err
		}
		if fraction < f.fraction && kept <= length && length <= maxLength {
			return nil
		}
		f.damaged()
	}
}
