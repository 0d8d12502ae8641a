package packets

import (
	"fmt"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
)

// segment is what one packet says of a TCP connection.
type segment struct {
	at                 time.Duration
	from, to           endpoint
	seq, acked         uint32
	syn, ack, fin, rst bool
	data               []byte // what was kept of the payload
	length             int64  // of the payload, on the wire
}

// endpoint is an address and a port. An IPv4 address is written as IPv6 maps it.
type endpoint struct {
	address [16]byte
	port    uint16
}

// decoder takes the heads off packets.
type decoder struct {
	ethernet  layers.Ethernet
	vlan      layers.Dot1Q
	cooked    layers.LinuxSLL
	cooked2   layers.LinuxSLL2
	ip4       layers.IPv4
	ip6       layers.IPv6
	extension layers.IPv6ExtensionSkipper
	tcp       layers.TCP
	parsers   map[gopacket.LayerType]*gopacket.DecodingLayerParser // by the first layer
	decoded   []gopacket.LayerType
	seen      seen
}

// seen counts packets by why they carried nothing.
type seen struct {
	packets   int
	tcp       int // without data
	udp       int
	fragments int
	cut       int // inside their heads
	other     int
	link      layers.LinkType // of the first packet whose link type is not read
	links     int             // such packets
}

func newDecoder() *decoder {
	return &decoder{parsers: map[gopacket.LayerType]*gopacket.DecodingLayerParser{}}
}

// parse takes the heads off data, the first of which is known. It recovers from
// panics, which a decoder may yet be good for.
func (d *decoder) parse(first gopacket.LayerType, data []byte) error {
	p := d.parsers[first]
	if p == nil {
		p = gopacket.NewDecodingLayerParser(first)
		p.SetDecodingLayerContainer(gopacket.DecodingLayerSparse(nil))
		for _, l := range []gopacket.DecodingLayer{&d.ethernet, &d.vlan, &d.cooked, &d.cooked2, &d.ip4, &d.ip6, &d.extension, &d.tcp} {
			p.AddDecodingLayer(l)
		}
		p.IgnoreUnsupported = true
		d.parsers[first] = p
	}
	d.decoded = d.decoded[:0]
	return p.DecodeLayers(data, &d.decoded)
}

// Link types that gopacket does not name, or not the same on every system.
const (
	linkRawBSD  layers.LinkType = 12
	linkRawOpen layers.LinkType = 14 // of OpenBSD
)

// link returns the layer that a packet begins with once skip bytes are off it, or
// false where its link type is not read. What is an IP packet then shows in its
// version: the address families before it on loopback are those of the system
// that recorded, of which there are at least five for IPv6, in its byte order.
func link(p packet) (first gopacket.LayerType, skip int, ok bool) {
	switch p.link {
	case layers.LinkTypeEthernet:
		return layers.LayerTypeEthernet, 0, true
	case layers.LinkTypeLinuxSLL:
		return layers.LayerTypeLinuxSLL, 0, true
	case layers.LinkTypeLinuxSLL2:
		return layers.LayerTypeLinuxSLL2, 0, true
	case layers.LinkTypeNull, layers.LinkTypeLoop:
		skip = 4
	case layers.LinkTypeRaw, layers.LinkTypeIPv4, layers.LinkTypeIPv6, linkRawBSD, linkRawOpen:
	default:
		return 0, 0, false
	}
	if len(p.data) > skip && p.data[skip]>>4 == 6 {
		return layers.LayerTypeIPv6, skip, true
	}
	return layers.LayerTypeIPv4, skip, true
}

// segment returns what a packet says of TCP, or false where that is nothing.
// Fragments of IP are passed over: TCP avoids them, and what is in them is
// missing then as any packet that was not recorded.
func (d *decoder) segment(p packet) (segment, bool) {
	d.seen.packets++
	first, skip, ok := link(p)
	if !ok {
		if d.seen.links++; d.seen.links == 1 {
			d.seen.link = p.link
		}
		return segment{}, false
	}
	data := p.data[min(skip, len(p.data)):]
	err := d.parse(first, data)
	s := segment{at: p.at}
	network, fragment, whole := gopacket.LayerTypeZero, false, false
	for _, l := range d.decoded {
		switch l {
		case layers.LayerTypeIPv4, layers.LayerTypeIPv6:
			network = l
		case layers.LayerTypeIPv6Fragment:
			fragment = true
		case layers.LayerTypeTCP:
			whole = true
		}
	}
	var protocol layers.IPProtocol
	var payload []byte
	missing := 0 // bytes of the IP packet that are not here
	switch network {
	case layers.LayerTypeIPv4:
		protocol, payload = d.ip4.Protocol, d.ip4.Payload
		fragment = fragment || d.ip4.NextLayerType() == gopacket.LayerTypeFragment
		s.from.set(d.ip4.SrcIP)
		s.to.set(d.ip4.DstIP)
		missing = int(d.ip4.Length) - len(d.ip4.Contents) - len(payload)
		if d.ip4.Contents[2]|d.ip4.Contents[3] == 0 {
			missing = p.length - len(p.data) // a length of 0: the network card was to cut this up
		}
	case layers.LayerTypeIPv6:
		protocol, payload = d.ip6.NextHeader, d.ip6.Payload
		s.from.set(d.ip6.SrcIP)
		s.to.set(d.ip6.DstIP)
		missing = int(d.ip6.Length) - len(payload)
		if d.ip6.HopByHop != nil {
			protocol = d.ip6.HopByHop.NextHeader
			missing -= d.ip6.HopByHop.ActualLength
		}
		if d.ip6.Length == 0 {
			missing = p.length - len(p.data) // a jumbogram
		}
	}
	switch {
	case fragment:
		d.seen.fragments++
	case whole:
		t := &d.tcp
		s.from.port, s.to.port = uint16(t.SrcPort), uint16(t.DstPort)
		s.seq, s.acked = t.Seq, t.Ack
		s.syn, s.ack, s.fin, s.rst = t.SYN, t.ACK, t.FIN, t.RST
		s.data, s.length = t.Payload, int64(len(t.Payload)+max(missing, 0))
		if s.length == 0 {
			d.seen.tcp++
		}
		return s, true
	case network != gopacket.LayerTypeZero && protocol == layers.IPProtocolUDP:
		d.seen.udp++
	case err != nil && p.length > len(p.data):
		d.seen.cut++
	default:
		d.seen.other++
	}
	return segment{}, false
}

func (e *endpoint) set(address []byte) {
	e.address = [16]byte{10: 0xff, 11: 0xff}
	copy(e.address[len(e.address)-len(address):], address)
	if len(address) == 16 {
		copy(e.address[:], address)
	}
}

// nothing says what the packets were, where none had data of TCP.
func (n *seen) nothing(damaged int, truncated bool) string {
	s, sep := "no packets", "; "
	if n.packets > 0 {
		s, sep = fmt.Sprintf("%d packets without data of TCP", n.packets), ": "
		if n.packets == 1 {
			s = "1 packet without data of TCP"
		}
	}
	for _, c := range []struct {
		n    int
		what string
	}{
		{n.tcp, "of TCP"}, {n.udp, "of UDP (HTTP/3 is, and encrypted)"}, {n.fragments, "of a fragment of IP"}, {n.cut, "cut off inside its head"},
		{n.links, fmt.Sprintf("of link type %d (%v), which is not read", n.link, n.link)}, {n.other, "of other things"},
		{damaged, "damaged, and not counted with them"},
	} {
		if c.n > 0 {
			s += fmt.Sprintf("%s%d %s", sep, c.n, c.what)
			sep = ", "
		}
	}
	if truncated {
		s += "; the file ends inside a record"
	}
	return s
}
