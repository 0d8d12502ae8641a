package capture_test

import (
	"slices"
	"strings"
	"testing"
)

func TestSegmentsAreReadAsTheyArrived(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func([]packet) []packet
		want   string
	}{
		{"sent again", func(p []packet) []packet { return slices.Insert(p, 4, p[2], p[3]) }, toldWhole},
		{"sent again with more", func(p []packet) []packet {
			p[4].seq, p[4].data = p[3].seq, "cdef"
			return p
		}, toldWhole},
		{"one before the other", func(p []packet) []packet {
			p[2], p[3] = p[3], p[2]
			p[2].at, p[3].at = 3, 4
			return p
		}, "0@4 ab; 0@4 cd; 0@5 ef; 0@5 eof"},
		{"the head after the body", func(p []packet) []packet {
			p[1], p[2] = p[2], p[1]
			return p
		}, toldWhole},
		{"one missing", func(p []packet) []packet { return slices.Delete(p, 3, 4) }, "0@3 ab; 0:lost-bytes"},
		{"one without its payload", func(p []packet) []packet {
			p[3].data, p[3].length = "", 2
			return p
		}, "0@3 ab; 0@4 2; 0@5 2; 0@5 eof; 0:snapped"},
		{"one with a part of its payload", func(p []packet) []packet {
			p[3].data, p[3].length = "c", 2
			return p
		}, "0@3 ab; 0@4 2; 0@5 2; 0@5 eof; 0:snapped"},
		{"begun inside the connection, before a response", func(p []packet) []packet {
			for i := range p {
				p[i].seq += 100
			}
			return p
		}, toldWhole},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := table(true, "\t", c.change(exchanged()), "frame.time_epoch", "tcp.stream", "tcp.srcport", "tcp.seq", "tcp.len", "tcp.payload")
			if got := readString(in); got.err != nil || told(got) != c.want {
				t.Errorf("got %s, %v\nwant %s", told(got), got.err, c.want)
			}
		})
	}
}

// TestSegmentsBehindAGapAreNotHeldForEver lets more come behind a gap than is
// held: the connection goes on before the file ends.
func TestSegmentsBehindAGapAreNotHeldForEver(t *testing.T) {
	packets := exchanged()[:4]
	seq := packets[3].seq + 10
	for i := range 40 {
		packets = append(packets, packet{at: 10 + float64(i), source: serverPort, dest: clientPort, seq: seq, data: strings.Repeat("x", 32<<10)})
		seq += 32 << 10
	}
	whole := "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
	packets = append(packets,
		packet{at: 60, source: serverPort, dest: clientPort, seq: seq, data: whole + "y"},
		packet{at: 61, stream: 1, source: serverPort, dest: clientPort, seq: 1, data: whole + "z"})
	in := table(true, "\t", packets, "frame.time_epoch", "tcp.stream", "tcp.srcport", "tcp.seq", "tcp.len", "tcp.payload")
	if got := readString(in); got.err != nil || told(got) != "0@3 ab; 0@4 cd; 1@60 y; 1@60 eof; 2@61 z; 2@61 eof; 0:lost-bytes" {
		t.Errorf("got %s, %v", told(got), got.err)
	}
}

// TestFlagsBeginAndEndConnections has two connections between the same ends, one
// after the other, whose bodies end with them.
func TestFlagsBeginAndEndConnections(t *testing.T) {
	const fin, syn, rst, ack = 1, 2, 4, 16
	var packets []packet
	for i := range 2 {
		at, head := float64(10*i), "HTTP/1.1 200 OK\r\n\r\n"
		packets = append(packets,
			packet{at: at + 1, source: clientPort, dest: serverPort, seq: 0, flags: syn},
			packet{at: at + 2, source: serverPort, dest: clientPort, seq: 0, flags: syn | ack},
			packet{at: at + 3, source: clientPort, dest: serverPort, seq: 1, flags: ack, data: "GET / HTTP/1.1\r\n\r\n"},
			packet{at: at + 4, source: serverPort, dest: clientPort, seq: 1 + len(head), flags: ack, data: "ab"},
			packet{at: at + 5, source: serverPort, dest: clientPort, seq: 1, flags: ack, data: head},
			packet{at: at + 6, source: serverPort, dest: clientPort, seq: 3 + len(head), flags: ack | fin},
			packet{at: at + 7, source: clientPort, dest: serverPort, seq: 19, flags: ack | rst})
	}
	in := table(true, "\t", packets, "frame.time_epoch", "tcp.srcport", "tcp.dstport", "tcp.seq", "tcp.len", "tcp.flags", "tcp.payload")
	if got := readString(in); got.err != nil || told(got) != "0@5 ab; 0@6 eof; 1@15 ab; 1@16 eof" {
		t.Errorf("got %s, %v", told(got), got.err)
	}
}
