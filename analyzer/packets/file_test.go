package packets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gopacket/gopacket/layers"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

var orders = map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian}

func TestPcapOfBothByteOrdersAndResolutions(t *testing.T) {
	data := raw(t, segment{server: true, flags: "A", seq: 1, data: "ab"})
	for name, order := range orders {
		for magic, fraction := range map[uint32]uint32{0xa1b2c3d4: 1e6, 0xa1b23c4d: 1e9} {
			t.Run(fmt.Sprintf("%s endian, %d a second", name, fraction), func(t *testing.T) {
				b := order.AppendUint32(nil, magic)
				b = order.AppendUint16(order.AppendUint16(b, 2), 4)
				b = order.AppendUint32(order.AppendUint32(b, 0), 0)
				b = order.AppendUint32(b, 0xffffffff)    // the most that is kept, which no packet has
				b = order.AppendUint32(b, 0x50000000|12) // link type 12, and the length of a check sequence
				b = order.AppendUint32(b, 1<<32-1)       // the last second there is
				b = order.AppendUint32(b, fraction-1)
				b = order.AppendUint32(order.AppendUint32(b, uint32(len(data))), uint32(len(data)))
				p := first(t, append(b, data...))
				if want := time.Duration(1<<32)*time.Second - time.Second/time.Duration(fraction); p.Time != want || string(p.Data) != "ab" {
					t.Errorf("%q at %d, want it at %d", p.Data, p.Time, want)
				}
			})
		}
	}
}

func first(t *testing.T, in []byte) capture.Piece {
	t.Helper()
	r, err := packets.Pieces(bytes.NewReader(in), "in")
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.NextPiece()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Times are exact to the nanosecond, whatever a capture counts in.
func TestClocksOfPcapng(t *testing.T) {
	option := func(order binary.AppendByteOrder, code uint16, value ...byte) []byte {
		b := order.AppendUint16(order.AppendUint16(nil, code), uint16(len(value)))
		return append(append(b, value...), make([]byte, -len(value)&3)...)
	}
	data := raw(t, segment{flags: "A", seq: 1, data: "ab"})
	const second = 1796080736
	for name, order := range orders {
		for _, c := range []struct {
			name       string
			units      *big.Int // a second
			resolution []byte   // the option, or none
			offset     int64
		}{
			{"microseconds by default", big.NewInt(1e6), nil, 0},
			{"seconds", big.NewInt(1), []byte{0}, 0},
			{"milliseconds", big.NewInt(1e3), []byte{3}, 0},
			{"microseconds", big.NewInt(1e6), []byte{6}, 0},
			{"nanoseconds", big.NewInt(1e9), []byte{9}, 0},
			{"picoseconds", big.NewInt(1e12), []byte{12}, -second + 7}, // 64 bits do not count them since 1970
			{"2^-10 s", big.NewInt(1 << 10), []byte{0x80 | 10}, 0},
			{"2^-20 s", big.NewInt(1 << 20), []byte{0x80 | 20}, 0},
			{"2^-30 s", big.NewInt(1 << 30), []byte{0x80 | 30}, 0},
			{"an offset", big.NewInt(1e9), []byte{9}, 3600},
			{"an offset before", big.NewInt(1e9), []byte{9}, -second - 1},
		} {
			t.Run(c.name+", "+name, func(t *testing.T) {
				options := option(order, 1, []byte("a comment")...)
				if c.resolution != nil {
					options = append(options, option(order, 9, c.resolution...)...)
				}
				if c.offset != 0 {
					options = append(options, option(order, 14, order.AppendUint64(nil, uint64(c.offset))...)...)
				}
				// 1796080736.796443462 s after 1970, without the offset, as nearly as the units can say it
				rest := big.NewInt(796443462)
				units := rest.Mul(rest, c.units)
				units.Div(units, big.NewInt(1e9))
				whole := int64(second)
				if c.offset == -second+7 {
					whole = 7
				}
				want := new(big.Int).Mul(units, big.NewInt(1e9))
				want.Div(want, c.units)
				units.Add(units, new(big.Int).Mul(big.NewInt(whole), c.units))
				in := append(section(order), iface(order, 0, append(options, option(order, 0)...)...)...)
				got := first(t, append(in, enhanced(order, 0, units.Uint64(), data)...))
				if w := time.Duration(whole+c.offset)*time.Second + time.Duration(want.Int64()); got.Time != w {
					t.Errorf("got %d, want %d", got.Time, w)
				}
			})
		}
	}
}

func TestPcapngOfSeveralSectionsAndInterfaces(t *testing.T) {
	little, big := binary.LittleEndian, binary.BigEndian
	packet := func(seq uint32, data string) []byte { return raw(t, segment{flags: "A", seq: seq, data: data}) }
	at := func(ms int, units uint64) uint64 {
		return uint64(start.Unix())*units + uint64(ms)*units/1000
	}
	var in []byte
	odd := section(little)
	odd[14] = 2 // some write 1.2 and mean 1.0
	for _, b := range [][]byte{
		odd,
		iface(little, 0),
		iface(little, 0, 9, 0, 1, 0, 9, 0, 0, 0),
		enhanced(little, 0, at(1, 1e6), packet(1, "a")),
		enhanced(little, 1, at(2, 1e9), packet(2, "b")),
		block(little, 4, []byte("names, which are not looked at")),
		block(little, 5, []byte("statistics")),
		block(little, 10, []byte("keys")),
		block(little, 0x80000bad, nil),
		section(big),
		iface(big, 0, 0, 9, 0, 1, 3, 0, 0, 0),
		enhanced(big, 0, at(3, 1e3), packet(3, "c")),
		section(little),
		block(little, 6, []byte("a packet of an interface that is not there")),
		iface(little, 0),
		// of old: interface and drops in 16 bits each
		block(little, 2, append(little.AppendUint32(little.AppendUint32(little.AppendUint32(little.AppendUint32(
			little.AppendUint16(little.AppendUint16(nil, 0), 99), uint32(at(4, 1e6)>>32)), uint32(at(4, 1e6))), 41), 41), packet(4, "d")...)),
		// with options
		func() []byte {
			b := enhanced(little, 0, at(5, 1e6), packet(5, "e"))
			return block(little, 6, append(b[8:len(b)-4:len(b)-4], 1, 0, 3, 0, 'w', 'h', 'y', 0, 2, 0, 99, 0, 'o', 'd', 'd', 0))
		}(),
	} {
		in = append(in, b...)
	}
	got, err := pieces(in)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []string{"1 > a joined", "2 > b joined", "3 > c joined", "4 > d joined", "5 > e joined"})
}

func TestSimplePacketBlocksHaveNoTime(t *testing.T) {
	order := binary.LittleEndian
	simple := func(kept int, data []byte) []byte {
		return block(order, 3, append(order.AppendUint32(nil, uint32(len(data))), data[:min(kept, len(data))]...))
	}
	in := append(section(order), iface(order, 44)...)
	for _, s := range says(t, "0 > A 1 GET / HTTP/1.1\r\n\r\n", "0 < A 1 HTTP/1.1 200 OK\r\n\r\nab", "0 < AF 1 HTTP/1.1 200 OK\r\n\r\nab") {
		in = append(in, simple(44, raw(t, s))...)
	}
	r, err := packets.Pieces(bytes.NewReader(in), "in")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"GET ", "HTTP"} {
		p, err := r.NextPiece()
		if err != nil || p.Time != 0 || string(p.Data) != want || !p.Cut || p.Len < 10 {
			t.Errorf("%+v, %v", p, err)
		}
	}
	mixed := append(in, enhanced(order, 0, 5, raw(t, segment{}))...)
	_, err = pieces(mixed)
	wantError(t, err, fmt.Sprintf("+%d", len(in)), "without")

	whole := append(section(order), iface(order, 0)...)
	for _, s := range says(t, "0 > A 1 GET / HTTP/1.1\r\n\r\n", "0 < A 1 HTTP/1.1 200 OK\r\n\r\nab", "0 < AF 22 cd") {
		whole = append(whole, simple(1<<10, raw(t, s))...)
	}
	rec := read(bytes.NewReader(whole), "in")
	if rec.err != nil || len(rec.exchanges) != 1 || rec.exchanges[0].Timed || rec.exchanges[0].Accept.Set {
		t.Errorf("got\n%v", rec)
	}
}

// conversation is a capture of a request and the response to it in three segments.
func conversation(t testing.TB) []byte {
	return pcap(t, says(t, "0 > S 100", "1 < SA 500", "2 > A 101 GET / HTTP/1.1\r\n\r\n", "3 < A 501 HTTP/1.1 200 OK\r\n\r\n",
		"4 < A 520 ab", "5 < A 522 cd", "6 < AF 524"))
}

func TestDamagedRecordsArePassedOver(t *testing.T) {
	in := conversation(t)
	ends := records(in)
	at := ends[5] // of "cd"
	for _, c := range []struct {
		name   string
		offset int
		value  uint32
	}{
		{"microseconds that are more than a second", 4, 1e6},
		{"more kept than there was", 12, 3},
		{"a length that no packet has", 12, 1 << 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := bytes.Clone(in)
			binary.LittleEndian.PutUint32(b[at+c.offset:], c.value)
			got := read(bytes.NewReader(b), "in")
			if got.err != nil || !got.has(capture.NoteDamaged) || !got.has(capture.NoteLost) {
				t.Fatalf("got\n%v", got)
			}
			if d := got.exchanges[0].Damage; d.Records != 1 || d.Offset != int64(at) || d.Line != 0 {
				t.Errorf("damage %+v, want it at %d", d, at)
			}
		})
	}
}

// records returns the offsets of the records of a pcap, and its end.
func records(in []byte) (all []int) {
	at := 24
	for at < len(in) {
		all = append(all, at)
		at += 16 + int(binary.LittleEndian.Uint32(in[at+8:]))
	}
	return append(all, at)[:len(all)]
}

func TestDamagedBlocksArePassedOver(t *testing.T) {
	order := binary.LittleEndian
	good := func(seq uint32, data string) []byte {
		return enhanced(order, 0, uint64(start.UnixMicro()), raw(t, segment{flags: "A", seq: seq, data: data}))
	}
	head := append(section(order), iface(order, 0)...)
	for name, bad := range map[string][]byte{
		"of an interface that is not there":    enhanced(order, 1, 5, []byte("data")),
		"of a packet longer than its block":    block(order, 6, []byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x05\x00\x00\x00data")),
		"of a packet longer than any":          block(order, 6, []byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x05\x00\x00\x00data")),
		"of a packet that was longer":          block(order, 6, []byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\xff\xff\xff\xffdata")),
		"of a time after all times":            enhanced(order, 0, 1<<64-1, []byte("data")),
		"of a simple packet longer than it":    block(order, 3, []byte("\x05\x00\x00\x00data")),
		"of a simple packet longer than any":   block(order, 3, []byte("\xff\xff\xff\xffdata")),
		"of a packet of old, and no interface": block(order, 2, []byte("\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x04\x00\x00\x00data")),
	} {
		t.Run(name, func(t *testing.T) {
			in := append(append(append([]byte{}, head...), good(1, "a")...), bad...)
			got, err := pieces(append(in, good(2, "b")...))
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, []string{"0 > a joined", "0 > b joined"})
		})
	}
	seconds := append(section(order), iface(order, 0, 9, 0, 1, 0, 0, 0, 0, 0)...)
	wantError(t, read(bytes.NewReader(append(seconds, enhanced(order, 0, 1<<64-1, []byte("data"))...)), "in").err, "1 damaged")
	alone := append(append([]byte{}, head...), enhanced(order, 1, 5, []byte("data"))...)
	wantError(t, read(bytes.NewReader(alone), "in").err, "no packets", "1 damaged")
}

func TestWhatCannotBeIsRefused(t *testing.T) {
	order := binary.LittleEndian
	head := append(section(order), iface(order, 0)...)
	record := func(kept uint32) []byte {
		b := pcap(t, []segment{{flags: "A", data: "x"}})
		return append(b, order.AppendUint32(order.AppendUint32(make([]byte, 8), kept), kept)...)
	}
	sized := func(kind, size uint32, body int) []byte {
		return append(order.AppendUint32(order.AppendUint32(bytes.Clone(head), kind), size), make([]byte, body)...)
	}
	version := section(order)
	version[12] = 2
	many := section(order)
	for range 5000 {
		many = append(many, iface(order, 0)...)
	}
	for _, c := range []struct {
		name string
		in   []byte
		want []string
	}{
		{"a record of 4 GiB", record(1<<32 - 1), []string{"in:+100: read a packet of 4294967295 bytes, want at most 262144"}},
		{"a record of more than is kept", record(1<<18 + 1), []string{"a packet of 262145 bytes"}},
		{"a block shorter than its head", sized(0x99, 8, 40), []string{"in:+48: ", "type 0x99 with 8 bytes", "multiple of 4"}},
		{"a block of no length", sized(0x99, 0, 40), []string{"type 0x99 with 0 bytes"}},
		{"a block of an odd length", sized(6, 33, 40), []string{"type 0x6 with 33 bytes"}},
		{"a packet shorter than its fields", sized(6, 28, 40), []string{"type 0x6 with 28 bytes"}},
		{"a packet block of 4 GiB", sized(6, 1<<32-4, 40), []string{"type 0x6 with 4294967292 bytes"}},
		{"another version", version, []string{"in:+0: read pcapng 2.0, want version 1.0"}},
		{"another byte order", append(bytes.Clone(head[:8]), "abcdefghijklmnopqrst"...), []string{"61626364", "1a2b3c4d"}},
		{"another byte order later", append(bytes.Clone(head), "\x0a\x0d\x0d\x0a\x1c\x00\x00\x00abcd"...), []string{"in:+48: read 61626364"}},
		{"more interfaces than anyone has", many, []string{"one more interface, want at most 4096"}},
		{"another version of pcap", []byte("\xd4\xc3\xb2\xa1\x03\x00\x04\x00" + strings.Repeat("\x00", 16)), []string{"in:+0: ", "version 3"}},
		{"the head alone, cut", []byte("\xd4\xc3\xb2\xa1\x02\x00\x04\x00"), []string{"the end of the file", "the head of a packet capture"}},
		{"a section alone, cut", head[:20], []string{"the end of the file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(bytes.NewReader(c.in), "in")
			wantError(t, got.err, c.want...)
		})
	}
	_, err := packets.Open(strings.NewReader("\x1f\x8b"), "in")
	wantError(t, err, `"\x1f\x8b"`, "pcap or pcapng")
	_, err = packets.Open(iotest.ErrReader(errors.New("the disk is gone")), "in")
	wantError(t, err, "the disk is gone")
	_, err = packets.Open(strings.NewReader(""), "in")
	wantError(t, err, "pcap or pcapng")
}

// What had ended before the file was cut is whole.
func TestCutIsNotedWhereItMatters(t *testing.T) {
	b := conversation(t)
	got := read(bytes.NewReader(append(b, b[24:34]...)), "in")
	if got.err != nil || len(got.exchanges) != 1 || got.has(capture.NoteTruncated) {
		t.Errorf("got\n%v", got)
	}
	got = read(bytes.NewReader(b[:records(b)[6]+3]), "in")
	if got.err != nil || len(got.exchanges) != 1 || !got.has(capture.NoteTruncated) {
		t.Errorf("got\n%v", got)
	}
}

// A block that is not looked at may be of any size, as long as the file has it.
func TestOtherBlocksAreNotKept(t *testing.T) {
	order := binary.LittleEndian
	const size = 1 << 31
	in := io.MultiReader(
		bytes.NewReader(append(section(order), iface(order, 0)...)),
		bytes.NewReader(order.AppendUint32(order.AppendUint32(nil, 0x99), size)),
		io.LimitReader(zeros{}, 1<<26),
	)
	_, err := packets.Open(in, "in")
	wantError(t, err, "no packets", "the file ends inside a record")
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// A capture that is cut anywhere gives the first records of the whole, and says
// that it is cut, or why there are none.
func TestCutCaptureLosesNothingBeforeTheCut(t *testing.T) {
	files := small(t)
	files["conversation"] = conversation(t)
	for name, b := range files {
		whole := read(bytes.NewReader(b), name)
		step := 1
		if name != "conversation" {
			step = 11
		}
		for n := 0; n < len(b); n += step {
			got := read(bytes.NewReader(b[:n]), name)
			var e *capture.Error
			if got.err != nil && !errors.As(got.err, &e) {
				t.Fatalf("%s cut at %d: %v", name, n, got.err)
			}
			if len(got.records) > len(whole.records) {
				t.Fatalf("%s cut at %d: more records than the whole has", name, n)
			}
			for i, r := range got.records {
				if line(r) != line(whole.records[i]) {
					t.Fatalf("%s cut at %d: record %d is %s, want %s", name, n, i, line(r), line(whole.records[i]))
				}
			}
			if name == "conversation" && got.err == nil && len(got.records) < len(whole.records) {
				between := false
				for _, at := range records(b) {
					between = between || at == n
				}
				if got.has(capture.NoteTruncated) == between {
					t.Errorf("cut at %d: notes %v", n, got.exchanges[0].Notes)
				}
			}
		}
	}
}

func TestReadErrorComesAfterWhatWasRead(t *testing.T) {
	broken := errors.New("the disk is gone")
	for name, b := range small(t) {
		got := read(io.MultiReader(bytes.NewReader(b), iotest.ErrReader(broken)), "in")
		if !errors.Is(got.err, broken) || len(got.records) == 0 && !strings.Contains(name, "snap") {
			t.Errorf("%s: %d records, %v", name, len(got.records), got.err)
		}
	}
}

func TestRecordsDoNotDependOnHowTheFileIsRead(t *testing.T) {
	ways := map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data err": iotest.DataErrReader,
	}
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), "in").String()
		for way, cut := range ways {
			if got := read(cut(bytes.NewReader(b)), "in").String(); got != want {
				t.Errorf("%s by %s: got\n%s\nwant\n%s", name, way, got, want)
			}
		}
		if got := read(bytes.NewReader(b), "in.csv").String(); strings.ReplaceAll(got, "in.csv", "in") != want {
			t.Errorf("%s as in.csv: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestCaptureMayBeCompressedAndItsFormatForced(t *testing.T) {
	for name, b := range small(t) {
		want := read(bytes.NewReader(b), "in").String()
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(b)
		w.Close()
		for way, in := range map[string][]byte{"compressed": z.Bytes(), "as it is": b} {
			if got := read(bytes.NewReader(in), "in").String(); got != want {
				t.Errorf("%s %s: got\n%s\nwant\n%s", name, way, got, want)
			}
			o := capture.Options{Name: "in", Format: capture.FormatPcap, More: append(capture.Further(), packets.Importer)}
			if got := readWith(bytes.NewReader(in), o).String(); got != want {
				t.Errorf("%s %s, forced: got\n%s\nwant\n%s", name, way, got, want)
			}
		}
	}
}

// An unknown link type among known ones costs the packets that have it alone.
func TestPacketsOfAnotherLinkTypeArePassedOver(t *testing.T) {
	order := binary.LittleEndian
	wireless := iface(order, 0)
	order.PutUint16(wireless[8:], uint16(layers.LinkTypeIEEE802_11))
	in := append(append(section(order), wireless...), iface(order, 0)...)
	in = append(in, enhanced(order, 0, 5, []byte("frame"))...)
	got, err := pieces(append(in, enhanced(order, 1, uint64(start.UnixMicro()), raw(t, segment{flags: "A", data: "ab"}))...))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []string{"0 > ab joined"})
}
