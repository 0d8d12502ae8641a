package packets_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gopacket/gopacket/layers"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

func TestBytesOfTCPComeInOrderAndOnce(t *testing.T) {
	open := []string{"0 > S 100", "1 < SA 500", "2 > A 101", "3 > A 101 GET"}
	for _, c := range []struct {
		name string
		says []string // after a handshake and GET, where it does not begin with "0 "
		want []string // the same
	}{
		{"in order", []string{"4 < A 501 ab", "5 < A 503 cd"}, []string{"4 < ab", "5 < cd"}},
		{"sent again", []string{"4 < A 501 ab", "5 < A 501 ab", "6 < A 503 cd"}, []string{"4 < ab", "6 < cd"}},
		{"sent again with more", []string{"4 < A 501 ab", "5 < A 501 abcd"}, []string{"4 < ab", "5 < cd"}},
		{"a probe one byte before", []string{"4 < A 501 ab", "5 < A 502 b", "6 < A 502", "7 < A 503 cd"}, []string{"4 < ab", "7 < cd"}},
		{"two segments swapped: the later one could be read when the first came", []string{"4 < A 503 cd", "5 < A 501 ab"}, []string{"5 < ab", "5 < cd"}},
		{"three in reverse", []string{"4 < A 505 ef", "5 < A 503 cd", "6 < A 501 ab"}, []string{"6 < ab", "6 < cd", "6 < ef"}},
		{"what waits is sent again, longer", []string{"4 < A 503 cd", "5 < A 503 cdef", "6 < A 501 ab"}, []string{"6 < ab", "6 < cd", "6 < ef"}},
		{"what waits is covered by what comes", []string{"4 < A 503 cd", "5 < A 501 abcdef"}, []string{"5 < abcdef"}},
		{"what waits is partly covered", []string{"4 < A 503 cdef", "5 < A 501 abcd"}, []string{"5 < abcd", "5 < ef"}},
		{"two gaps, filled by one that covers what waits between", []string{"4 < A 503 c", "5 < A 505 e", "6 < A 502 bcdef", "7 < A 501 a"}, []string{"7 < a", "7 < b", "7 < c", "7 < d", "7 < e", "7 < f"}},
		{"a gap that stays", []string{"4 < A 501 ab", "5 < A 506 fg", "6 < A 508 hi"}, []string{"4 < ab", "5 < fg lost=3", "6 < hi"}},
		{"two gaps that stay, of segments that were swapped", []string{"4 < A 508 hi", "5 < A 504 de"}, []string{"5 < de lost=3", "5 < hi lost=2"}},
		{"bytes that the receiver acknowledged and the recording lacks", []string{"4 < A 501 ab", "5 < A 506 fg", "6 > A503 104", "7 > A508 104", "8 < A 508 hi"},
			[]string{"4 < ab", "5 < fg lost=3", "8 < hi"}},
		{"a gap that was acknowledged, and one that was not", []string{"4 < A 503 cd", "5 < A 508 hi", "6 > A505 104", "7 < A 505 efg", "8 < A 501 ab"},
			[]string{"4 < cd lost=2", "7 < efg", "7 < hi"}},
		{"an end that was acknowledged, behind bytes that the recording lacks", []string{"4 < A 501 ab", "5 < AF 506", "6 > A507 104 PUT"},
			[]string{"4 < ab", "6 > PUT", "5 < lost=3 end"}},
		{"an end that was not acknowledged yet", []string{"4 < A 501 ab", "5 < AF 506", "6 > A503 104", "7 < A 503 cde"},
			[]string{"4 < ab", "7 < cde end"}},
		{"bytes that were acknowledged before what follows them came", []string{"4 < A 501 ab", "5 > A506 104", "6 < A 506 fg", "7 > A508 104"},
			[]string{"4 < ab", "6 < fg lost=3"}},
		{"the sequence number wraps", []string{"0 > S 100", "1 < SA 4294967293", "2 < A 4294967294 abc", "3 < A 1 de"}, []string{"2 < abc", "3 < de"}},
		{"a gap across the wrap is filled", []string{"0 > S 100", "1 < SA 4294967293", "2 < A 1 de", "3 < A 4294967294 abc"}, []string{"3 < abc", "3 < de"}},
		{"the end comes with the last bytes", []string{"4 < AF 501 ab"}, []string{"4 < ab end"}},
		{"the end comes alone", []string{"4 < A 501 ab", "5 < AF 503", "6 < AF 503"}, []string{"4 < ab", "5 < end"}},
		{"the end is sent before the last bytes", []string{"4 < AF 503", "5 < A 501 ab"}, []string{"5 < ab end"}},
		{"the end waits with bytes", []string{"4 < AF 503 cd", "5 < A 501 ab"}, []string{"5 < ab", "5 < cd end"}},
		{"the end behind a gap that stays", []string{"4 < A 501 ab", "5 < AF 506"}, []string{"4 < ab", "5 < lost=3 end"}},
		{"the end behind a gap and bytes", []string{"4 < A 501 ab", "5 < AF 506 fg"}, []string{"4 < ab", "5 < fg lost=3", "5 < end"}},
		{"bytes after the end", []string{"4 < AF 501 ab", "5 < A 504 zz", "6 < A 503 zz"}, []string{"4 < ab end"}},
		{"bytes after an end that is yet to come", []string{"4 < A 510 zz", "5 < A 502 bz", "6 < AF 503", "7 < A 501 a"}, []string{"7 < a", "7 < b end"}},
		{"bytes after an end that stays behind a gap", []string{"4 < A 510 zz", "5 < AF 503"}, []string{"5 < lost=2 end"}},
		{"an end that was sent already is old", []string{"4 < A 501 abc", "5 < AF 501 a", "6 < A 504 d"}, []string{"4 < abc", "6 < d"}},
		{"a reset ends both directions", []string{"4 < A 501 ab", "5 < R 503"}, []string{"4 < ab", "5 > end", "5 < end"}},
		{"a reset from the client", []string{"4 < A 501 ab", "5 > R 104"}, []string{"4 < ab", "5 > end", "5 < end"}},
		{"a reset gives up what waits", []string{"4 < A 503 cd", "5 > R 104"}, []string{"4 < cd lost=2", "5 > end", "5 < end"}},
		{"a reset's text is none of the stream's", []string{"4 < R 501 why"}, []string{"4 > end", "4 < end"}},
		{"a reset of old is passed over", []string{"4 < A 501 ab", "5 < R 501", "6 < A 503 cd"}, []string{"4 < ab", "6 < cd"}},
		{"a segment far outside the window", []string{"4 < A 501 ab", "5 < A 1500000000 zz", "6 < A 503 cd"}, []string{"4 < ab", "6 < cd"}},
		{"the ports are used again after both ends", []string{"4 < AF 501 ab", "5 > AF 104", "6 > S 9000", "7 < SA 700", "8 > A 9001 PUT", "9 < A 701 cd"},
			[]string{"4 < ab end", "5 > end", "1: 8 > PUT", "1: 9 < cd"}},
		{"the ports are used again after a reset", []string{"4 < A 501 ab", "5 < R 503", "6 > S 9000", "7 < SA 700", "8 > A 9001 PUT", "9 < A 701 cd"},
			[]string{"4 < ab", "5 > end", "5 < end", "1: 8 > PUT", "1: 9 < cd"}},
		{"the ports are used again without an end", []string{"4 < A 501 ab", "6 > S 9000", "7 < SA 700", "8 > A 9001 PUT", "9 < A 701 cd"},
			[]string{"4 < ab", "1: 8 > PUT", "1: 9 < cd"}},
		{"what waited when they were is given up", []string{"4 < A 503 cd", "6 > S 9000", "7 < SA 700", "9 < A 701 ef"},
			[]string{"4 < cd lost=2", "1: 9 < ef"}},
		{"the SYN of a new connection was not recorded, its answer was", []string{"4 < A 501 ab", "7 < SA 700", "8 > A 9001 PUT", "9 < A 701 cd"},
			[]string{"4 < ab", "1: 8 < PUT joined", "1: 9 > cd"}},
		{"a SYN that is sent again", []string{"0 > S 100", "1 > S 100", "2 < SA 500", "3 < SA 500", "4 > A 101 GET", "5 > S 100", "6 < A 501 ab"}, []string{"4 > GET", "6 < ab"}},
		{"a SYN that brings data", []string{"0 > S 100 GET", "1 < SA 500", "2 < A 501 ab"}, []string{"0 > GET", "2 < ab"}},
		{"a SYN that comes after its answer", []string{"0 < SA 500", "1 > S 100", "2 > A 101 GET", "3 < A 501 ab"}, []string{"2 < GET", "3 > ab"}},
		{"a connection that was refused", []string{"0 > S 100", "1 < RA 0", "2 > S 200", "3 < RA 0", "4 > S 300", "5 < SA 500", "6 < A 501 ab"},
			[]string{"1 > end", "1 < end", "1: 3 > end", "1: 3 < end", "2: 6 < ab"}},
		{"a recording that begins inside a connection", []string{"0 < A 777", "1 < A 777 ab", "2 < A 779 cd", "3 > A 10 GET"}, []string{"1 > ab joined", "2 > cd joined", "3 < GET joined"}},
		{"it begins with a probe", []string{"0 < A 776", "1 < A 777 ab"}, []string{"1 > ab joined"}},
		{"it begins between two that were swapped", []string{"0 < A 779 cd", "1 < A 777 ab", "2 < A 781 ef"}, []string{"0 > cd joined", "2 > ef joined"}},
		{"one direction alone was recorded", []string{"0 < SA 500", "1 < A 501 ab", "2 < AF 503"}, []string{"1 > ab", "2 > end"}},
		{"the end of a connection of which nothing else was", []string{"0 < AF 500", "1 > A 7", "2 < R 501", "3 > A 10 GET"}, []string{"3 > GET joined"}},
		{"ports are used again in a connection that was joined", []string{"0 < A 777 ab", "1 > S 100", "2 < SA 500", "3 < A 501 cd"}, []string{"0 > ab joined", "1: 3 < cd"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, want := c.says, c.want
			if !strings.HasPrefix(in[0], "0 ") {
				in, want = append(open[:4:4], in...), append([]string{"3 > GET"}, want...)
			}
			got, err := pieces(pcap(t, says(t, in...)))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, want)
		})
	}
}

func TestConnectionsAreToldApart(t *testing.T) {
	got, err := pieces(pcap(t, says(t, "0 >1000 S 100", "1 >2000 S 100", "2 >1000 A 101 GET", "3 >2000 A 101 PUT", "4 <2000 A 501 ab", "5 <1000 A 501 cd")))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []string{"2 > GET", "1: 3 > PUT", "1: 4 < ab joined", "5 < cd joined"})
}

// A gap that nothing fills does not make the recording pile up behind it.
func TestWhatWaitsIsBounded(t *testing.T) {
	segment1k := strings.Repeat("x", 1<<10)
	for _, c := range []struct {
		name string
		size int
		n    int
	}{
		{"by its segments", 1, 3 * packets.MaxWaiting},
		{"by its bytes", 60 << 10, 3 * packets.MaxHeld / (60 << 10)},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := strings.Repeat(segment1k, c.size>>10+1)[:c.size]
			all := says(t, "0 > S 100", "1 < SA 500", "2 > A 101 GET")
			for i := range c.n {
				all = append(all, segment{ms: 3 + i, server: true, flags: "A", seq: uint32(600 + i*c.size), data: data})
			}
			in := pcap(t, all)
			rest := bytes.NewReader(in)
			r, err := packets.Pieces(rest, "in")
			for range 2 {
				if err == nil {
					_, err = r.NextPiece()
				}
			}
			if read := len(in) - rest.Len(); err != nil || read > len(in)/2 {
				t.Errorf("%v; %d of %d bytes were read before what waits was passed on", err, read, len(in))
			}
			got, _, _ := drain(t, in)
			if len(got) != c.n+1 || got[1].Lost != 99 {
				t.Fatalf("%d pieces, lost %d before the second", len(got), got[1].Lost)
			}
			for _, p := range got[2:] {
				if p.Lost != 0 || p.Len != int64(c.size) {
					t.Fatalf("piece %v", piece(p))
				}
			}
		})
	}
}

func TestWhatWaitsInAllConnectionsIsBounded(t *testing.T) {
	const connections, segments = 10, 130 // of 8 MiB each, where 64 wait
	data := strings.Repeat("x", 60<<10)
	var all []segment
	for port := range uint16(connections) {
		all = append(all, segment{port: port + 1, flags: "S", seq: 9})
		for i := range uint32(segments) {
			all = append(all, segment{port: port + 1, flags: "A", seq: 20 + i*uint32(len(data)), data: data})
		}
	}
	got, most, _ := drain(t, pcap(t, all))
	if most > packets.MaxHeldOfAll+1<<20 || most < packets.MaxHeldOfAll/2 {
		t.Errorf("%d bytes waited", most)
	}
	if len(got) != connections*segments {
		t.Errorf("%d pieces", len(got))
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("65,000 connections")
	}
	s := segment{flags: "S", seq: 9}
	all := []segment{}
	for i := range packets.MaxConnections + 100 {
		s.ms, s.port = i/60000, uint16(i%60000)+1
		all = append(all, s)
	}
	all = append(all, segment{port: 1, flags: "A", seq: 10, data: "x"})
	in := pcapOf(t, layers.LinkTypeRaw, all, func(s segment) []byte {
		b := raw(t, s)
		b[15] += byte(s.ms) // another address where the ports are used up
		return b
	})
	got, _, most := drain(t, in)
	if most != packets.MaxConnections || len(got) != 1 || !got[0].Joined {
		t.Errorf("%d connections, %d pieces", most, len(got))
	}
}

// drain returns all pieces without their bytes, and the most that waited.
func drain(t *testing.T, in []byte) (all []capture.Piece, held int64, connections int) {
	t.Helper()
	r, err := packets.Pieces(bytes.NewReader(in), "in")
	for err == nil {
		var p capture.Piece
		if p, err = r.NextPiece(); err == nil {
			p.Data = nil
			all = append(all, p)
		}
		b, n := packets.Held(r)
		held, connections = max(held, b), max(connections, n)
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return all, held, connections
}

// Segments in any order, sent again and cut anywhere, give the bytes that were sent,
// each when all before it had come. Where some are missing, with gaps that are told.
func FuzzReassembly(f *testing.F) {
	f.Add(uint32(500), []byte{0, 3, 5, 2, 0, 9, 3, 3}, false)
	f.Add(uint32(1<<32-4), []byte{4, 4, 0, 4, 2, 5}, false)
	f.Add(uint32(0), []byte{30, 9, 0, 200, 0, 40}, false)
	f.Add(uint32(500), []byte{0, 3, 5, 2, 255, 65, 255, 6, 0, 9, 254, 0, 3, 3}, true)
	f.Add(uint32(1<<32-9), []byte{60, 9, 5, 2, 255, 3, 255, 9, 20, 9, 255, 65, 254, 0}, true)
	f.Fuzz(func(t *testing.T, isn uint32, cuts []byte, gaps bool) {
		sent := make([]byte, 64)
		for i := range sent {
			sent[i] = byte(i + 'A')
		}
		came := make([]int, len(sent)) // when, for the first time
		all := []segment{{flags: "SA", server: true, seq: isn}}
		add := func(at, n int) {
			s := segment{ms: len(all), server: true, flags: "A", seq: isn + 1 + uint32(at), data: string(sent[at : at+n])}
			for i := at; i < at+n; i++ {
				if came[i] == 0 {
					came[i] = s.ms
				}
			}
			all = append(all, s)
		}
		for i := 0; i+1 < min(len(cuts), 64); i += 2 {
			switch at, n := int(cuts[i]), int(cuts[i+1]); {
			case gaps && at == 255:
				all = append(all, segment{ms: len(all), flags: "A", seq: 7, acked: isn + 1 + uint32(n%66)})
			case gaps && at == 254:
				all = append(all, segment{ms: len(all), server: true, flags: "AF", seq: isn + 1 + uint32(len(sent))})
			default:
				at %= len(sent)
				add(at, min(n%32+1, len(sent)-at))
			}
		}
		if !gaps {
			add(0, len(sent))
		}
		r, err := packets.Pieces(bytes.NewReader(pcapOf(t, layers.LinkTypeRaw, all, func(s segment) []byte { return raw(t, s) })), "in")
		at, latest, ended := 0, 0, false
		for err == nil {
			var p capture.Piece
			if p, err = r.NextPiece(); err != nil {
				break
			}
			at += int(p.Lost)
			if !gaps && p.Lost > 0 || p.Lost < 0 || p.Cut || p.Reverse || ended || at+len(p.Data) > len(sent) || !bytes.Equal(p.Data, sent[at:at+len(p.Data)]) {
				t.Fatalf("%s at byte %d", piece(p), at)
			}
			for range p.Data {
				if latest = max(latest, came[at]); !gaps && !strings.HasPrefix(piece(p), fmt.Sprint(latest, " ")) {
					t.Fatalf("byte %d is in %s, want it at %d", at, piece(p), latest)
				}
				at++
			}
			if ended = p.End; ended && at != len(sent) {
				t.Fatalf("%s ends at byte %d", piece(p), at)
			}
		}
		if err != io.EOF && len(all) > 1 && !strings.Contains(err.Error(), "without data of TCP") || !gaps && at != len(sent) {
			t.Fatalf("%d bytes, then %v", at, err)
		}
		if b, _ := held(r); b != 0 {
			t.Fatalf("%d bytes still wait", b)
		}
	})
}

func held(r capture.PieceReader) (int64, int) {
	if r == nil {
		return 0, 0
	}
	return packets.Held(r)
}
