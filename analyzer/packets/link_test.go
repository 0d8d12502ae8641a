package packets_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// Whatever carries the segments, they say the same.
func TestLinkTypes(t *testing.T) {
	ip := func(s segment) []gopacket.SerializableLayer {
		return []gopacket.SerializableLayer{s.ip4(), s.tcp(), gopacket.Payload(s.data)}
	}
	behind := func(head ...byte) func(segment) []byte {
		return func(s segment) []byte { return append(head[:len(head):len(head)], raw(t, s)...) }
	}
	six := func(head ...byte) func(segment) []byte {
		return func(s segment) []byte {
			return append(head[:len(head):len(head)], serialize(t, s.ip6(), s.tcp(), gopacket.Payload(s.data))...)
		}
	}
	extended := func(number byte, headers ...byte) func(segment) []byte {
		return func(s segment) []byte {
			i := s.ip6()
			i.NextHeader = layers.IPProtocol(number)
			return serialize(t, i, gopacket.Payload(headers), s.tcp(), gopacket.Payload(s.data))
		}
	}
	options := func(next byte) []byte { return []byte{next, 0, 1, 4, 0, 0, 0, 0} }
	sll := func(s segment) []byte {
		return append([]byte{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0}, raw(t, s)...)
	}
	for _, c := range []struct {
		name  string
		link  layers.LinkType
		frame func(segment) []byte
	}{
		{"Ethernet", layers.LinkTypeEthernet, func(s segment) []byte {
			return serialize(t, append([]gopacket.SerializableLayer{ethernet(layers.EthernetTypeIPv4)}, ip(s)...)...)
		}},
		{"Ethernet with padding and a check sequence", layers.LinkTypeEthernet, func(s segment) []byte {
			b := serialize(t, append([]gopacket.SerializableLayer{ethernet(layers.EthernetTypeIPv4)}, ip(s)...)...)
			return append(b, "zzzzzzzz"...)
		}},
		{"VLAN", layers.LinkTypeEthernet, func(s segment) []byte {
			return serialize(t, append([]gopacket.SerializableLayer{ethernet(layers.EthernetTypeDot1Q),
				&layers.Dot1Q{VLANIdentifier: 5, Type: layers.EthernetTypeIPv4}}, ip(s)...)...)
		}},
		{"VLAN in VLAN", layers.LinkTypeEthernet, func(s segment) []byte {
			return serialize(t, append([]gopacket.SerializableLayer{ethernet(layers.EthernetTypeQinQ),
				&layers.Dot1Q{VLANIdentifier: 5, Type: layers.EthernetTypeDot1Q}, &layers.Dot1Q{VLANIdentifier: 6, Type: layers.EthernetTypeIPv4}}, ip(s)...)...)
		}},
		{"IPv6 on Ethernet", layers.LinkTypeEthernet, func(s segment) []byte {
			return serialize(t, ethernet(layers.EthernetTypeIPv6), s.ip6(), s.tcp(), gopacket.Payload(s.data))
		}},
		{"loopback of a little-endian BSD", layers.LinkTypeNull, behind(2, 0, 0, 0)},
		{"loopback of a big-endian one", layers.LinkTypeNull, behind(0, 0, 0, 2)},
		{"loopback of macOS, IPv6", layers.LinkTypeNull, six(30, 0, 0, 0)},
		{"loopback of Windows, IPv6", layers.LinkTypeNull, six(24, 0, 0, 0)},
		{"loopback of OpenBSD", layers.LinkTypeLoop, behind(0, 0, 0, 2)},
		{"Linux cooked", layers.LinkTypeLinuxSLL, sll},
		{"Linux cooked 2", layers.LinkTypeLinuxSLL2, behind(8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0)},
		{"Linux cooked 2, VLAN", layers.LinkTypeLinuxSLL2, behind(0x81, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 0, 5, 8, 0)},
		{"raw IP", layers.LinkTypeRaw, behind()},
		{"raw IP of BSD", 12, behind()},
		{"raw IPv4", layers.LinkTypeIPv4, behind()},
		{"raw IP, IPv6", layers.LinkTypeRaw, six()},
		{"raw IPv6", layers.LinkTypeIPv6, six()},
		{"IPv4 with options", layers.LinkTypeRaw, func(s segment) []byte {
			i := s.ip4()
			i.Options = []layers.IPv4Option{{OptionType: 1}, {OptionType: 7, OptionLength: 7, OptionData: make([]byte, 5)}}
			return serialize(t, i, s.tcp(), gopacket.Payload(s.data))
		}},
		{"IPv4 whose length the network card was to fill in", layers.LinkTypeRaw, func(s segment) []byte {
			b := raw(t, s)
			b[2], b[3] = 0, 0
			return b
		}},
		{"IPv4 in IPv6", layers.LinkTypeRaw, func(s segment) []byte {
			i := s.ip6()
			i.NextHeader = layers.IPProtocolIPv4
			return serialize(t, append([]gopacket.SerializableLayer{i}, ip(s)...)...)
		}},
		{"IPv6 with hop-by-hop options", layers.LinkTypeRaw, extended(0, options(6)...)},
		{"IPv6 with a routing header and options for the destination", layers.LinkTypeRaw, extended(43, append([]byte{60, 0, 0, 0, 0, 0, 0, 0}, options(6)...)...)},
		{"IPv6 with options thrice", layers.LinkTypeRaw, extended(0, append(append(options(60), options(60)...), options(6)...)...)},
		{"TCP with options", layers.LinkTypeRaw, func(s segment) []byte {
			tcp := s.tcp()
			tcp.Options = []layers.TCPOption{{OptionType: 1}, {OptionType: 1}, {OptionType: 8, OptionLength: 10, OptionData: make([]byte, 8)}}
			return serialize(t, s.ip4(), tcp, gopacket.Payload(s.data))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := says(t, "0 > S 100", "1 < SA 500", "2 > A 101", "3 > A 101 GET", "4 < A 501 a", "5 < AF 502 bcdefghijk")
			got, err := pieces(pcapOf(t, c.link, in, c.frame))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, []string{"3 > GET", "4 < a", "5 < bcdefghijk end"})
		})
	}
}

// What the recorder cut off of a segment has a length nonetheless.
func TestPayloadThatWasCutOffIsCounted(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		name  string
		frame func(segment) []byte
		kept  int // of a packet
		want  string
	}{
		{"in the payload", func(s segment) []byte { return raw(t, s) }, 44, "xxxx len=1000 cut"},
		{"before the payload", func(s segment) []byte { return raw(t, s) }, 40, "len=1000 cut"},
		{"not at all", func(s segment) []byte { return raw(t, s) }, 1040, long},
		{"IPv6", func(s segment) []byte { return serialize(t, s.ip6(), s.tcp(), gopacket.Payload(s.data)) }, 64, "xxxx len=1000 cut"},
		{"IPv6 with options", func(s segment) []byte {
			i := s.ip6()
			i.NextHeader = 0
			return serialize(t, i, gopacket.Payload{60, 0, 1, 4, 0, 0, 0, 0, 6, 0, 1, 4, 0, 0, 0, 0}, s.tcp(), gopacket.Payload(s.data))
		}, 80, "xxxx len=1000 cut"},
		{"where the network card was to fill in the length", func(s segment) []byte {
			b := raw(t, s)
			b[2], b[3] = 0, 0
			return b
		}, 44, "xxxx len=1000 cut"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			w := pcapgo.NewWriter(&b)
			if err := w.WriteFileHeader(65536, layers.LinkTypeRaw); err != nil {
				t.Fatal(err)
			}
			for _, s := range []segment{{flags: "SA", server: true, seq: 500}, {ms: 1, server: true, flags: "A", seq: 501, data: long}, {ms: 2, server: true, flags: "AF", seq: 1501}} {
				f := c.frame(s)
				if err := w.WritePacket(gopacket.CaptureInfo{Timestamp: s.time(), CaptureLength: min(c.kept, len(f)), Length: len(f)}, f[:min(c.kept, len(f))]); err != nil {
					t.Fatal(err)
				}
			}
			got, err := pieces(b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, []string{"1 > " + c.want, "2 > end"})
		})
	}
}

// A segment that was cut off and waits, or overlaps others, is counted as one
// that was not.
func TestPayloadThatWasCutOffIsPutInOrder(t *testing.T) {
	in := says(t, "0 < SA 500", "1 < A 505 efghij", "2 < A 503 cdef", "3 < A 501 ab")
	frames := 0
	b := pcapOf(t, layers.LinkTypeRaw, in, func(s segment) []byte { return raw(t, s) })
	for at := 24; at < len(b); frames++ {
		n := binary.LittleEndian.Uint32(b[at+8:])
		if frames == 1 { // efghij, of which "ef" was kept
			binary.LittleEndian.PutUint32(b[at+8:], n-4)
			b = append(b[:at+16+int(n)-4], b[at+16+int(n):]...)
			n -= 4
		}
		at += 16 + int(n)
	}
	got, err := pieces(b)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []string{"3 > ab", "3 > cd", "3 > ef len=6 cut"})
}

func TestCaptureWithoutDataOfTCPSaysWhatItHolds(t *testing.T) {
	one := []segment{{flags: "S", seq: 1}}
	udp := func(segment) []byte {
		i := segment{}.ip4()
		i.Protocol = layers.IPProtocolUDP
		return serialize(t, i, &layers.UDP{SrcPort: 443, DstPort: 5}, gopacket.Payload("quic"))
	}
	fragment := func(s segment) []byte {
		b := raw(t, segment{flags: "A", data: "12345678"})
		b[6] = 0x20 // more fragments
		return b
	}
	fragment6 := func(s segment) []byte {
		i := s.ip6()
		i.NextHeader = 44
		return serialize(t, i, gopacket.Payload{6, 0, 0, 1, 0, 0, 0, 9}, s.tcp(), gopacket.Payload("12345678"))
	}
	for _, c := range []struct {
		name string
		in   []byte
		want []string
	}{
		{"no packets", pcap(t, nil), []string{"no packets"}},
		{"a SYN", pcap(t, one), []string{"read 1 packet without data of TCP: 1 of TCP"}},
		{"UDP", pcapOf(t, layers.LinkTypeRaw, one, udp), []string{"1 of UDP"}},
		{"fragments", pcapOf(t, layers.LinkTypeRaw, one, fragment), []string{"read 1 packet without data of TCP: 1 of a fragment of IP"}},
		{"fragments of IPv6", pcapOf(t, layers.LinkTypeRaw, one, fragment6), []string{"1 of a fragment of IP"}},
		{"ARP", pcapOf(t, layers.LinkTypeEthernet, one, func(segment) []byte {
			return serialize(t, ethernet(layers.EthernetTypeARP), gopacket.Payload("arp"))
		}), []string{"1 of other things"}},
		{"nonsense", pcapOf(t, layers.LinkTypeRaw, one, func(segment) []byte { return []byte("\x45nonsense") }), []string{"1 of other things"}},
		{"wireless frames", pcapOf(t, layers.LinkTypeIEEE802_11, one, func(segment) []byte { return []byte("frame") }), []string{"1 of link type 105", "802.11"}},
		{"a link type without a name", pcapOf(t, 147, one, func(segment) []byte { return []byte("frame") }), []string{"1 of link type 147"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, read(bytes.NewReader(c.in), "in").err, append(c.want, "not encrypted", "tcpdump -i lo")...)
		})
	}
}

// Of what is encrypted there are lengths and times, and a note that says so.
func TestTLSIsNotedAsEncrypted(t *testing.T) {
	record := func(kind byte, data string) string {
		return string([]byte{kind, 3, 3, 0, byte(len(data))}) + data
	}
	all := says(t, "0 > S 100", "1 < SA 500")
	all = append(all,
		segment{ms: 2, flags: "A", seq: 101, data: record(22, "\x01\x00\x00\x04\x03\x03ab")},
		segment{ms: 3, server: true, flags: "A", seq: 501, data: record(22, "\x02\x00\x00\x04\x03\x03ab")},
		segment{ms: 4, server: true, flags: "A", seq: 514, data: record(23, "sealed")},
		segment{ms: 5, server: true, flags: "AF", seq: 525})
	got := read(bytes.NewReader(pcap(t, all)), "in")
	if got.err != nil || len(got.exchanges) != 1 || got.exchanges[0].Payload || !got.has(capture.NoteEncrypted) {
		t.Errorf("got\n%v", got)
	}
}
