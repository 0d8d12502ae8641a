//go:build !js

package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// transfer calls segment with what a server sends: its head, and a chunk for
// each read.
func transfer(p *printer, n int64, segment func(i, offset int, text string)) {
	segment(0, 0, httpHead)
	offset := len(httpHead)
	p.until(n, func(i int) {
		text := readOf(i)
		text = fmt.Sprintf("%x\r\n%s\r\n", len(text), text)
		segment(i+1, offset, text)
		offset += len(text)
	})
}

// colons is bytes as tshark writes them.
func colons(text string) string {
	digits := hex.EncodeToString([]byte(text))
	b := make([]byte, 0, len(digits)*3/2)
	for i := 0; i < len(digits); i += 2 {
		b = append(append(b, digits[i:i+2]...), ':')
	}
	return string(b[:len(b)-1])
}

// layersOf are the layers of a packet with the fields that tshark has for it; between a
// name of a field and the one of its layer is sep.
func layersOf(i, offset int, text, sep string, hexed func(string) string) string {
	name := func(layer, field string) string {
		if sep == "." {
			return layer + "." + field
		}
		return layer + sep + layer + sep + field
	}
	var b strings.Builder
	layer := func(l string, fields ...string) {
		fmt.Fprintf(&b, "%q:{", l)
		for j := 0; j < len(fields); j += 2 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q:%q", name(l, strings.ReplaceAll(fields[j], ".", sep)), fields[j+1])
		}
		b.WriteString("},")
	}
	size := fmt.Sprint(len(text))
	layer("frame", "encap_type", "1", "time", "Nov 30, 2026 23:18:53.172568000 UTC", "offset_shift", "0.000000000", "time_epoch", seconds(i)+"000", "time_delta", "0.000200000",
		"time_delta_displayed", "0.000000000", "time_relative", "0.000232000", "number", fmt.Sprint(2*i), "len", fmt.Sprint(len(text)+66), "cap_len", fmt.Sprint(len(text)+66), "marked", "0", "ignored", "0", "protocols", "eth:ethertype:ip:tcp:http")
	layer("eth", "dst", "00:00:00:00:00:00", "src", "00:00:00:00:00:00", "type", "0x00000800")
	layer("ip", "version", "4", "hdr_len", "20", "dsfield", "0x00", "len", "159", "id", "0x7bb4", "flags", "0x02", "frag_offset", "0", "ttl", "64", "proto", "6", "checksum", "0xc0a2", "checksum.status", "2",
		"src", "192.0.2.7", "addr", "192.0.2.7", "src_host", "192.0.2.7", "host", "192.0.2.7", "dst", "198.51.100.9", "dst_host", "198.51.100.9")
	layer("tcp", "srcport", "80", "dstport", "41108", "port", "80", "stream", "0", "completeness", "31", "len", size, "seq", fmt.Sprint(offset+1), "seq_raw", "2485447482", "nxtseq", fmt.Sprint(offset+1+len(text)), "ack", "108", "ack_raw", "485274779",
		"hdr_len", "32", "flags", "0x0018", "window_size_value", "512", "window_size", "65536", "checksum", "0xfe93", "urgent_pointer", "0", "payload", hexed(text))
	return strings.TrimSuffix(b.String(), ",")
}

func tsharkJSON(p *printer, n int64) {
	p.f("[\n")
	var text bytes.Buffer
	transfer(p, n, func(i, offset int, data string) {
		if i > 0 {
			p.f(",\n")
		}
		text.Reset()
		packet := `{"_index":"packets-2026-11-30","_type":"doc","_score":null,"_source":{"layers":{` + layersOf(i, offset, data, ".", colons) + `}}}`
		if err := json.Indent(&text, []byte(packet), "  ", "  "); err != nil && p.err == nil {
			p.err = err
		}
		p.f("  %s", text.Bytes())
	})
	p.f("\n]\n")
}

func tsharkEK(p *printer, n int64) {
	transfer(p, n, func(i, offset int, data string) {
		p.f(`{"index":{"_index":"packets-2026-11-30","_type":"doc"}}`+"\n"+`{"timestamp":"1796080733172","layers":{%s}}`+"\n", layersOf(i, offset, data, "_", colons))
	})
}

func tsharkFields(p *printer, n int64) {
	p.f("frame.number\tframe.time_epoch\tip.src\ttcp.srcport\ttcp.dstport\ttcp.seq\ttcp.len\ttcp.payload\n")
	transfer(p, n, func(i, offset int, data string) {
		p.f("%d\t%s000\t192.0.2.7\t80\t41108\t%d\t%d\t%x\n", 2*i, seconds(i), offset+1, len(data), data)
	})
}

// pcap is of segments that are acknowledged each.
func pcap(p *printer, n int64) {
	w := pcapgo.NewWriter(counted{p})
	check := func(err error) {
		if p.err == nil {
			p.err = err
		}
	}
	check(w.WriteFileHeader(65536, layers.LinkTypeEthernet))
	b := gopacket.NewSerializeBuffer()
	at := time.Unix(begun, 0)
	client, server := []byte{198, 51, 100, 9}, []byte{192, 0, 2, 7}
	packet := func(syn, fromServer bool, seq, ack uint32, text string) {
		at = at.Add(10 * time.Millisecond)
		ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: client, DstIP: server}
		tcp := &layers.TCP{SrcPort: 41108, DstPort: 80, Seq: seq, Ack: ack, Window: 512, SYN: syn, ACK: !syn || fromServer}
		if fromServer {
			ip.SrcIP, ip.DstIP, tcp.SrcPort, tcp.DstPort = ip.DstIP, ip.SrcIP, tcp.DstPort, tcp.SrcPort
		}
		mac := []byte{2, 0, 0, 0, 0, 1}
		check(gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true},
			&layers.Ethernet{SrcMAC: mac, DstMAC: mac, EthernetType: layers.EthernetTypeIPv4}, ip, tcp, gopacket.Payload(text)))
		check(w.WritePacket(gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}, b.Bytes()))
	}
	const get = "GET /v1/chat HTTP/1.1\r\nHost: api.example.com\r\n\r\n"
	packet(true, false, 100, 0, "")
	packet(true, true, 500, 101, "")
	packet(false, false, 101, 501, get)
	acked := uint32(101 + len(get))
	transfer(p, n, func(i, offset int, text string) {
		seq := uint32(501 + offset)
		packet(false, true, seq, acked, text)
		packet(false, false, acked, seq+uint32(len(text)), "")
	})
}

// counted is a printer as an io.Writer.
type counted struct{ *printer }

func (c counted) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.at += int64(n)
	return n, err
}
