package capture_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// TestTsharkTellsWhatWasSent compares every text export with what the server
// sent: the bytes of each read, and its time once one offset is taken off.
func TestTsharkTellsWhatWasSent(t *testing.T) {
	for file, rec := range map[string]string{
		"sse-gzip.fields.tsv": "pcapng-sse-gzip", "sse-gzip.follow-tcp.yaml": "pcapng-sse-gzip",
		"sse-stall.fields.tsv": "pcap-sse-stall", "sse-stall.follow-tcp.yaml": "pcap-sse-stall",
		"sse-stall.T-json-x.json": "pcap-sse-stall", "sse-stall.T-ek.json": "pcap-sse-stall",
		"sse-wiresplit.fields.tsv": "pcapng-sse-wiresplit", "sse-wiresplit.follow-tcp.yaml": "pcapng-sse-wiresplit",
	} {
		t.Run(file, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, "recordings", "tshark", file))
			if err != nil {
				t.Fatal(err)
			}
			got := read(bytes.NewReader(b), capture.Options{Name: "in"})
			cut := strings.Contains(file, "T-ek") // the file ends inside a packet
			if got.err != nil || got.format != capture.FormatTshark || len(got.exchanges) != 1 || got.has(capture.NoteTruncated) != cut {
				t.Fatalf("%v of a %v: %v, %+v", len(got.exchanges), got.format, got.err, got.exchanges)
			}
			e := got.exchanges[0]
			writes, coding := readTruth(t, rec)
			if e.Level != capture.LevelWire || !e.Timed || !e.Payload || e.Coding != coding || e.ContentType != "text/event-stream" || e.Method != "GET" || e.Status != 200 ||
				!e.Accept.Set || e.Accept.Time > got.records[0].Time {
				t.Errorf("exchange is %+v", e)
			}
			chunks := got.records
			if last := chunks[len(chunks)-1]; !cut && last.Kind != capture.RecordEOF {
				t.Errorf("the last record is %s", line(last))
			}
			chunks = slices.DeleteFunc(slices.Clone(chunks), func(r capture.Record) bool { return r.Kind != capture.RecordChunk })
			if len(chunks) != len(writes) && !(cut && len(chunks) > 3) {
				t.Fatalf("%d reads, want %d", len(chunks), len(writes))
			}
			for i, r := range chunks {
				w := writes[i]
				if coding == "" && !bytes.Equal(r.Data, w.Data) || coding != "" && r.Len != w.Coded {
					t.Errorf("read %d is %s, want %q", i, line(r), w.Data)
				}
				sent := time.Duration((writes[i].Unix - writes[0].Unix) * 1e9)
				if off := r.Time - chunks[0].Time - sent; off < -2*time.Millisecond || off > 2*time.Millisecond {
					t.Errorf("read %d is %v off", i, off)
				}
			}
			if coding != "" {
				var body []byte
				for _, w := range writes {
					body = append(body, w.Data...)
				}
				if payload := gunzip(t, got.bytes()); !bytes.Equal(payload, body) {
					t.Errorf("payload\n%q\nwant\n%q", payload, body)
				}
			}
		})
	}
}

// packet is one row of an export.
type packet struct {
	at           float64
	stream       int
	source, dest int
	seq          int
	data         string
	length       int // where it is not that of data
	flags        int // of TCP
}

const (
	clientPort = 41122
	serverPort = 8080
)

// exchanged is a request, and a response in three packets.
func exchanged() []packet {
	head := "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
	return []packet{
		{at: 1, source: clientPort, dest: serverPort, seq: 1, data: "GET / HTTP/1.1\r\nHost: h\r\n\r\n"},
		{at: 2, source: serverPort, dest: clientPort, seq: 1, data: head},
		{at: 3, source: serverPort, dest: clientPort, seq: 1 + len(head), data: "ab"},
		{at: 4, source: serverPort, dest: clientPort, seq: 3 + len(head), data: "cd"},
		{at: 5, source: serverPort, dest: clientPort, seq: 5 + len(head), data: "ef"},
	}
}

// columns are the cells that tests make tables of.
var tableColumns = map[string]func(i int, p packet) string{
	"frame.number":        func(i int, _ packet) string { return fmt.Sprint(2*i + 4) },
	"frame.time_epoch":    func(_ int, p packet) string { return fmt.Sprintf("%.9f", 1796080000+p.at) },
	"frame.time_relative": func(_ int, p packet) string { return fmt.Sprintf("%.9f", p.at) },
	"tcp.stream":          func(_ int, p packet) string { return fmt.Sprint(p.stream) },
	"ip.src":              func(int, packet) string { return "127.0.0.1" },
	"tcp.srcport":         func(_ int, p packet) string { return fmt.Sprint(p.source) },
	"tcp.dstport":         func(_ int, p packet) string { return fmt.Sprint(p.dest) },
	"tcp.seq":             func(_ int, p packet) string { return fmt.Sprint(p.seq) },
	"tcp.seq_raw":         func(_ int, p packet) string { return fmt.Sprint(uint32(p.seq) - 6) },
	"tcp.len":             func(_ int, p packet) string { return fmt.Sprint(max(p.length, len(p.data))) },
	"tcp.flags":           func(_ int, p packet) string { return fmt.Sprintf("0x%04x", p.flags) },
	"tcp.payload":         func(_ int, p packet) string { return hex.EncodeToString([]byte(p.data)) },
	"old_payload": func(_ int, p packet) string {
		var pairs []string
		for i := range p.data {
			pairs = append(pairs, fmt.Sprintf("%02x", p.data[i]))
		}
		return strings.Join(pairs, ":")
	},
}

func table(header bool, sep string, packets []packet, names ...string) string {
	var b strings.Builder
	if header {
		b.WriteString(strings.ReplaceAll(strings.Join(names, sep), "old_payload", "tcp.payload") + "\n")
	}
	for i, p := range packets {
		for c, name := range names {
			if c > 0 {
				b.WriteString(sep)
			}
			b.WriteString(tableColumns[name](i, p))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// told is what was read of an exchange whose times are counted from 1796080000,
// or not.
func told(r recording) string {
	for i := range r.records {
		if r.records[i].Time > time.Hour {
			r.records[i].Time -= 1796080000 * time.Second
		}
	}
	return conversation(r)
}

const toldWhole = "0@3 ab; 0@4 cd; 0@5 ef; 0@5 eof"

func TestTablesOfAnyColumnsAreRead(t *testing.T) {
	for _, names := range []string{
		"frame.time_epoch tcp.stream tcp.srcport tcp.seq tcp.len tcp.payload",
		"frame.number frame.time_epoch ip.src tcp.srcport tcp.dstport tcp.seq tcp.len tcp.payload",
		"tcp.payload tcp.len tcp.seq tcp.dstport tcp.srcport frame.time_epoch",
		"frame.time_epoch tcp.srcport tcp.dstport tcp.seq_raw tcp.len tcp.payload",
		"frame.time_epoch tcp.srcport tcp.dstport tcp.len old_payload",
		"frame.time_relative tcp.stream tcp.srcport tcp.seq tcp.len tcp.payload",
		"frame.time_epoch tcp.srcport tcp.payload",
		"frame.time_epoch tcp.payload",
		"frame.number frame.time_epoch tcp.stream tcp.seq tcp.len tcp.payload",
	} {
		for _, header := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, header %v", names, header), func(t *testing.T) {
				in := table(header, "\t", exchanged(), strings.Split(names, " ")...)
				got := readString(in)
				if got.err != nil || got.format != capture.FormatTshark || told(got) != toldWhole || got.exchanges[0].Method != "GET" {
					t.Errorf("got %s, %v, of\n%s", told(got), got.err, in)
				}
				if again := readString(strings.ReplaceAll(in, "\n", "\r\n")); told(again) != toldWhole {
					t.Errorf("with CRLF: got %s, %v", told(again), again.err)
				}
			})
		}
	}
	for _, sep := range []string{",", ";"} {
		in := table(true, sep, exchanged(), "frame.time_epoch", "tcp.stream", "tcp.srcport", "tcp.seq", "tcp.len", "tcp.payload")
		if got := readString(in); got.err != nil || told(got) != toldWhole {
			t.Errorf("separated by %q: got %s, %v", sep, told(got), got.err)
		}
	}
}

func TestConnectionsOfATableAreToldApart(t *testing.T) {
	var packets []packet
	for i, p := range exchanged() {
		other := p
		other.stream, other.at = 1, p.at+0.5
		if other.source == clientPort {
			other.source++
		} else {
			other.dest++
		}
		if i == 4 {
			other.data = "EF"
		}
		packets = append(packets, p, other)
	}
	want := "0@3 ab; 1@3.5 ab; 0@4 cd; 1@4.5 cd; 0@5 ef; 0@5 eof; 1@5.5 EF; 1@5.5 eof"
	for _, names := range []string{
		"frame.time_epoch tcp.stream tcp.srcport tcp.seq tcp.len tcp.payload",
		"frame.number frame.time_epoch tcp.srcport tcp.dstport tcp.seq tcp.len tcp.payload",
	} {
		for _, header := range []bool{true, false} {
			if got := readString(table(header, "\t", packets, strings.Split(names, " ")...)); got.err != nil || told(got) != want {
				t.Errorf("%s, header %v: got %s, %v", names, header, told(got), got.err)
			}
		}
	}
	in := table(true, "\t", packets, "frame.time_epoch", "tcp.srcport", "tcp.seq", "tcp.len", "tcp.payload")
	wantError(t, readString(in).err, "in:4", `" 8080"`, "-e tcp.stream")
}

func TestTablesThatLackAColumnSayWhich(t *testing.T) {
	row := func(names ...string) string { return table(true, "\t", exchanged(), names...) }
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"no time", row("tcp.stream", "tcp.srcport", "tcp.payload"), []string{"in:1:", "the column frame.time_epoch", "tshark -r FILE -T fields"}},
		{"no payload", row("frame.time_epoch", "tcp.srcport"), []string{"in:1:", "the column tcp.payload", "-e tcp.payload"}},
		{"HTTP/2 without lengths", "frame.time_epoch\thttp2.data.data\n1.0\t61\n", []string{"http2.streamid and http2.length", "http2.type==0"}},
		{"a date for a time", "frame.time_epoch\ttcp.payload\nNov 30, 2026 23:18:53 UTC\t6162\n", []string{"in:2:", "frame.time_epoch"}},
		{"payloads that are none", "frame.time_epoch\ttcp.payload\n1.0\tabc\n", []string{"in:2:", "hexadecimal"}},
		{"a length below the payload's", "frame.time_epoch\ttcp.len\ttcp.payload\n1.0\t1\t6162\n", []string{"in:2:", "payload of 2 bytes"}},
		{"packets without payload", "frame.time_epoch\ttcp.len\ttcp.payload\n1.0\t0\t\n", []string{"0 connections and no response with a body"}},
		{"a table of something else", "a\tb\tc\td\te\tf\n", []string{"a table of another layout", "tshark -r FILE"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantError(t, readString(c.in).err, c.want...) })
	}
}

func TestBadPacketsArePassedOver(t *testing.T) {
	names := []string{"frame.time_epoch", "tcp.stream", "tcp.srcport", "tcp.len", "tcp.payload"}
	for name, in := range map[string]string{
		"a line of a table":              strings.Replace(table(true, "\t", exchanged(), names...), "\n1796080003", "\nbad\n1796080003", 1),
		"a payload of a table":           strings.Replace(table(true, "\t", exchanged(), names...), "\n1796080003", "\n1.0\t0\t8080\t1\txyz\n1796080003", 1),
		"a packet of a followed":         strings.Replace(asFollow(exchanged()), "  - packet: 8", "  - packet: 7\n    peer: 1\n    timestamp: 1.0\n    data: !!binary |\n      ***\n  - packet: 8", 1),
		"a line of a followed":           strings.Replace(asFollow(exchanged()), "  - packet: 8", "  - packet: 7\n    what\n  - packet: 8", 1),
		"a packet of JSON":               strings.Replace(asJSON(exchanged()), "  {\n    \"_index\": \"packets\",\n    \"_source\": {\n      \"layers\": {\n        \"frame\": {\n          \"frame.time_epoch\": \"1796080003", "  {\"bad\": tru},\n  {\n    \"_index\": \"packets\",\n    \"_source\": {\n      \"layers\": {\n        \"frame\": {\n          \"frame.time_epoch\": \"1796080003", 1),
		"a line of EK":                   strings.Replace(asEK(exchanged()), "{\"timestamp\":\"1796080003", "{bad}\n{\"timestamp\":\"1796080003", 1),
		"a line of EK that is no packet": strings.Replace(asEK(exchanged()), "{\"timestamp\":\"1796080003", "{\"a\":1}\n{\"timestamp\":\"1796080003", 1),
	} {
		t.Run(name, func(t *testing.T) {
			got := readString(in)
			if got.err != nil || told(got) != toldWhole+"; 0:damaged" {
				t.Fatalf("got %s, %v, of\n%s", told(got), got.err, in)
			}
			if d := got.exchanges[0].Damage; d.Records != 1 || d.Line < 4 {
				t.Errorf("damage %+v", d)
			}
		})
	}
}

// TestPacketsCutAnywhereKeepWhatCame cuts each shape at every byte: the records
// are those of the whole file up to some place, the last chunk cut or not.
func TestPacketsCutAnywhereKeepWhatCame(t *testing.T) {
	for name, in := range map[string]string{
		"a table": table(true, "\t", exchanged(), "frame.time_epoch", "tcp.stream", "tcp.srcport", "tcp.seq", "tcp.len", "tcp.payload"),
		"YAML":    asFollow(exchanged()), "JSON": asJSON(exchanged()), "EK": asEK(exchanged()),
	} {
		whole := string(readString(in).bytes())
		for n := range len(in) {
			got := read(strings.NewReader(in[:n]), capture.Options{Name: "in", Format: capture.FormatTshark})
			if b := string(got.bytes()); !strings.HasPrefix(whole, b) || got.err != nil && len(got.records) > 0 {
				t.Fatalf("%s cut at %d: %q, %v", name, n, b, got.err)
			}
			if got.err == nil && len(got.records) > 0 && in[n] != '\n' && in[n-1] != '\n' && got.records[len(got.records)-1].Kind != capture.RecordEOF && !got.has(capture.NoteTruncated) {
				t.Fatalf("%s cut at %d, after %q, is not told to be cut: %s", name, n, in[max(n-20, 0):n], told(got))
			}
		}
	}
}

func TestDumpsWithoutTimesAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"followed as raw", "\n===================================================================\nFollow: tcp,raw\nFilter: tcp.stream eq 0\n", []string{"without times", "follow,tcp,yaml"}},
		{"an HTTP stream", "\n===================================================================\nFollow: http,ascii\n", []string{"without times", "follow,tcp,yaml"}},
		{"a hexadecimal dump of the client", "00000000  47 45 54 20 2f 20 48 54  54 50 2f 31 2e 31 0d 0a   GET / HT TP/1.1..\n", []string{"without times", "follow,tcp,yaml"}},
		{"a hexadecimal dump of the server", "    00000000  48 54 54 50 2f 31 2e 31  20 32 30 30 20 4f 4b 0d   HTTP/1.1  200 OK.\n", []string{"without times", "follow,tcp,yaml"}},
		{"arrays of C", "char peer0_0[] = { /* Packet 4 */\n0x47, 0x45 };\n", []string{"without times", "follow,tcp,yaml"}},
		{"YAML of older versions", "# Packet 4\npeer0_0: !!binary |\n  R0VU\n", []string{"without times", "follow,tcp,yaml"}},
		{"a conversation", "GET / HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", []string{"without times", "follow,tcp,yaml"}},
		{"the list of packets", "\"No.\",\"Time\",\"Source\",\"Destination\",\"Protocol\",\"Length\",\"Info\"\n", []string{"without times", "follow,tcp,yaml"}},
	} {
		t.Run(c.name, func(t *testing.T) { wantError(t, readString(c.in).err, c.want...) })
	}
}

func FuzzTshark(f *testing.F) {
	for _, in := range []string{asFollow(exchanged()), asJSON(exchanged()), asEK(exchanged())} {
		f.Add([]byte(in))
	}
	fuzzFormat(f, capture.FormatTshark)
}
