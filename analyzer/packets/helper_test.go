package packets_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// segment is one packet of a made-up conversation.
type segment struct {
	ms     int
	server bool
	port   uint16 // of the client; 0: 40000
	flags  string // S, A, F, R
	acked  uint32
	seq    uint32
	data   string
}

// says reads a conversation: milliseconds, > of the client or < of the server,
// flags, sequence number, data. A number behind > or < is the client's port, one
// behind the flags what is acknowledged.
func says(t testing.TB, lines ...string) []segment {
	t.Helper()
	var all []segment
	for _, l := range lines {
		f := strings.SplitN(l, " ", 5)
		var s segment
		if _, err := fmt.Sscan(f[0], &s.ms); err != nil {
			t.Fatal(l, err)
		}
		if s.server = f[1][0] == '<'; len(f[1]) > 1 {
			if _, err := fmt.Sscan(f[1][1:], &s.port); err != nil {
				t.Fatal(l, err)
			}
		}
		s.flags = strings.TrimRight(f[2], "0123456789")
		if acked := f[2][len(s.flags):]; acked != "" {
			if _, err := fmt.Sscan(acked, &s.acked); err != nil {
				t.Fatal(l, err)
			}
		}
		if len(f) > 4 {
			s.data = f[4]
		}
		if _, err := fmt.Sscan(f[3], &s.seq); err != nil {
			t.Fatal(l, err)
		}
		all = append(all, s)
	}
	return all
}

var start = time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)

func (s segment) time() time.Time { return start.Add(time.Duration(s.ms) * time.Millisecond) }

var mac = []byte{2, 0, 0, 0, 0, 1}

func (s segment) tcp() *layers.TCP {
	t := &layers.TCP{SrcPort: 40000, DstPort: 80, Seq: s.seq, Ack: s.acked, Window: 1000}
	if s.port > 0 {
		t.SrcPort = layers.TCPPort(s.port)
	}
	if s.server {
		t.SrcPort, t.DstPort = t.DstPort, t.SrcPort
	}
	t.SYN, t.ACK = strings.Contains(s.flags, "S"), strings.Contains(s.flags, "A")
	t.FIN, t.RST = strings.Contains(s.flags, "F"), strings.Contains(s.flags, "R")
	return t
}

func (s segment) ip4() *layers.IPv4 {
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: []byte{10, 0, 0, 1}, DstIP: []byte{10, 0, 0, 2}}
	if s.server {
		ip.SrcIP, ip.DstIP = ip.DstIP, ip.SrcIP
	}
	return ip
}

func (s segment) ip6() *layers.IPv6 {
	ip := &layers.IPv6{Version: 6, HopLimit: 64, NextHeader: layers.IPProtocolTCP, SrcIP: bytes.Repeat([]byte{1}, 16), DstIP: bytes.Repeat([]byte{2}, 16)}
	if s.server {
		ip.SrcIP, ip.DstIP = ip.DstIP, ip.SrcIP
	}
	return ip
}

func serialize(t testing.TB, all ...gopacket.SerializableLayer) []byte {
	t.Helper()
	b := gopacket.NewSerializeBuffer()
	if err := gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true}, all...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// raw is a segment as an IPv4 packet.
func raw(t testing.TB, s segment) []byte {
	return serialize(t, s.ip4(), s.tcp(), gopacket.Payload(s.data))
}

func ethernet(kind layers.EthernetType) *layers.Ethernet {
	return &layers.Ethernet{SrcMAC: mac, DstMAC: mac, EthernetType: kind}
}

// pcap writes a conversation as a pcap of Ethernet in microseconds.
func pcap(t testing.TB, all []segment) []byte {
	return pcapOf(t, layers.LinkTypeEthernet, all, func(s segment) []byte {
		return serialize(t, ethernet(layers.EthernetTypeIPv4), s.ip4(), s.tcp(), gopacket.Payload(s.data))
	})
}

func pcapOf(t testing.TB, link layers.LinkType, all []segment, frame func(segment) []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pcapgo.NewWriter(&b)
	if err := w.WriteFileHeader(65536, link); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		f := frame(s)
		if err := w.WritePacket(gopacket.CaptureInfo{Timestamp: s.time(), CaptureLength: len(f), Length: len(f)}, f); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// block is a block of a pcapng.
func block(order binary.AppendByteOrder, kind uint32, body []byte) []byte {
	for len(body)%4 > 0 {
		body = append(body, 0)
	}
	b := order.AppendUint32(nil, kind)
	b = order.AppendUint32(b, uint32(len(body)+12))
	return order.AppendUint32(append(b, body...), uint32(len(body)+12))
}

func section(order binary.AppendByteOrder) []byte {
	b := order.AppendUint32(nil, 0x1a2b3c4d)
	b = order.AppendUint16(order.AppendUint16(b, 1), 0)
	return block(order, 0x0a0d0d0a, order.AppendUint64(b, 1<<64-1))
}

// iface is an interface of raw IP. Options are whole, padding and all.
func iface(order binary.AppendByteOrder, snap uint32, options ...byte) []byte {
	b := order.AppendUint16(order.AppendUint16(nil, uint16(layers.LinkTypeRaw)), 0)
	return block(order, 1, append(order.AppendUint32(b, snap), options...))
}

func enhanced(order binary.AppendByteOrder, id uint32, units uint64, data []byte) []byte {
	b := order.AppendUint32(nil, id)
	b = order.AppendUint32(order.AppendUint32(b, uint32(units>>32)), uint32(units))
	b = order.AppendUint32(order.AppendUint32(b, uint32(len(data))), uint32(len(data)))
	return block(order, 6, append(b, data...))
}

// piece is a piece as the tests write it: milliseconds, direction, bytes, and
// what else is to be said. The connection's number stands first where it is not 0.
func piece(p capture.Piece) string {
	var s string
	if p.Conn > 0 {
		s = fmt.Sprintf("%d: ", p.Conn)
	}
	s += capture.FormatMillis(p.Time-time.Duration(start.UnixNano())) + " >"
	if p.Reverse {
		s = s[:len(s)-1] + "<"
	}
	if len(p.Data) > 0 {
		s += " " + string(p.Data)
	}
	if int64(len(p.Data)) != p.Len {
		s += fmt.Sprintf(" len=%d", p.Len)
	}
	if p.Lost > 0 {
		s += fmt.Sprintf(" lost=%d", p.Lost)
	}
	for _, f := range []struct {
		is   bool
		name string
	}{{p.Cut, "cut"}, {p.Joined, "joined"}, {p.End, "end"}} {
		if f.is {
			s += " " + f.name
		}
	}
	return s
}

func pieces(in []byte) ([]string, error) {
	r, err := packets.Pieces(bytes.NewReader(in), "in")
	var all []string
	for err == nil {
		var p capture.Piece
		if p, err = r.NextPiece(); err == nil {
			all = append(all, piece(p))
		}
	}
	if err == io.EOF {
		err = nil
	}
	return all, err
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// recording is everything that a Reader says, its chunks copied.
type recording struct {
	records   []capture.Record
	exchanges []*capture.Exchange
	err       error // what ended it, nil for io.EOF
}

func read(r io.Reader, name string) recording {
	return readWith(r, capture.Options{Name: name, More: append(capture.Further(), packets.Importer)})
}

func readWith(r io.Reader, o capture.Options) recording {
	reader, err := capture.Open(r, o)
	if err != nil {
		return recording{err: err}
	}
	rec := recording{}
	if f := reader.Format(); f != capture.FormatPcap {
		rec.err = fmt.Errorf("read as %v", f)
		return rec
	}
	for {
		r, err := reader.Next()
		if err != nil {
			if err != io.EOF {
				rec.err = err
			}
			if _, again := reader.Next(); again != err {
				rec.err = fmt.Errorf("after %v, Next returned %v", err, again)
			}
			rec.exchanges = reader.Exchanges()
			return rec
		}
		if r.Data != nil {
			r.Data = append([]byte{}, r.Data...)
		}
		rec.records = append(rec.records, r)
	}
}

func (r recording) String() string {
	var b strings.Builder
	for i, e := range r.exchanges {
		fmt.Fprintf(&b, "exchange %d %+v\n", i, *e)
	}
	for _, rec := range r.records {
		fmt.Fprintln(&b, line(rec))
	}
	if r.err != nil {
		fmt.Fprintf(&b, "error %v\n", r.err)
	}
	return b.String()
}

func line(r capture.Record) string {
	return fmt.Sprintf("%d %d %s %d %q", r.Kind, r.Exchange, capture.FormatMillis(r.Time), r.Len, r.Data)
}

func (r recording) has(n capture.Note) bool {
	for _, e := range r.exchanges {
		for _, have := range e.Notes {
			if have == n {
				return true
			}
		}
	}
	return false
}

// wantError checks that err is an *Error of the file "in" whose text has all of want.
func wantError(t *testing.T, err error, want ...string) {
	t.Helper()
	var e *capture.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a *capture.Error", err)
	}
	for _, w := range append(want, "in") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q\ndoes not say %q", err, w)
		}
	}
}

// small returns the captures of testdata.
func small(t testing.TB) map[string][]byte { return sharedtest.Testdata(t, "*.pcap*") }
