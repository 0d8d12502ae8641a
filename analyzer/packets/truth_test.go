package packets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

var truths = map[string]string{
	"grpc.pcap":                 "pcap-grpc",
	"jsonarray.pcap":            "pcap-jsonarray",
	"sse-stall.pcap":            "pcap-sse-stall",
	"sse-basic.own-python.pcap": "pcap-own-python",
	"sse-crlf.nano.pcap":        "nanopcap-sse-crlf",
	"sse-basic.snap96.pcap":     "snap96-sse-basic",
	"sse-wiresplit.pcapng":      "pcapng-sse-wiresplit",
	"whole.pcapng":              "pcapng-whole",
	"sse-bad.pcapng":            "pcapng-sse-bad",
	"sse-gzip.pcapng":           "pcapng-sse-gzip",
	"ndjson.any.pcap":           "anypcap-ndjson",
}

// TestCapturesTellWhatWasSent compares every capture with what the server wrote:
// one segment came of each write, within 2 ms.
func TestCapturesTellWhatWasSent(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "recordings", "pcap"), "*.pcap*"))
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d captures, %v", len(paths), err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			rec, ok := truths[name]
			if !ok {
				t.Fatal("no truth is known")
			}
			snapped := strings.Contains(name, "snap")
			writes, coded := []sharedtest.Write(nil), false
			if !snapped {
				writes, coded = sharedtest.Sent(t, rec)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			got := read(f, name)
			if got.err != nil || len(got.exchanges) != 1 {
				t.Fatal(got)
			}
			e := got.exchanges[0]
			if snapped {
				if e.Payload || !got.has(capture.NoteSnapped) || !e.Timed || len(got.records) < 13 {
					t.Error(got)
				}
				return
			}
			last := got.records[len(got.records)-1]
			if e.Level != capture.LevelWire || !e.Timed || !e.Payload || len(e.Notes) > 0 || e.Status != 200 || e.Method != "GET" || last.Kind != capture.RecordEOF {
				t.Errorf("exchange %+v, last %s", e, line(last))
			}
			reads := got.records[:len(got.records)-1]
			if len(reads) != len(writes) {
				t.Fatalf("%d reads, %d writes", len(reads), len(writes))
			}
			if !e.Accept.Set || e.Accept.Time > reads[0].Time {
				t.Errorf("accept %v, first read at %v", e.Accept, reads[0].Time)
			}
			var want, have []byte
			for i, r := range reads {
				w := writes[i]
				want, have = append(want, w.Data...), append(have, r.Data...)
				n := w.Body
				if coded {
					n = w.Coded
				}
				if r.Len != n {
					t.Errorf("read %d has %d bytes, want %d", i, r.Len, n)
				}
				if off := r.Time.Seconds() - w.Unix; off < -1e-6 || off > 2e-3 {
					t.Errorf("read %d is %.6f s after its write", i, off)
				}
			}
			if coded {
				z, err := gzip.NewReader(bytes.NewReader(have))
				if err != nil {
					t.Fatal(err)
				}
				if have, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(have, want) {
				t.Errorf("payload\n%q\nwant\n%q", have, want)
			}
		})
	}
}

// TestPiecesAreThoseOfTshark compares each segment with what tshark says of it,
// times to the nanosecond.
func TestPiecesAreThoseOfTshark(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "recordings", "tshark"), "*.fields.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".fields.tsv")
		in, err := os.ReadFile(sharedtest.Dir(t, "recordings") + "/pcap/" + name + ".pcap")
		if err != nil {
			in, err = os.ReadFile(sharedtest.Dir(t, "recordings") + "/pcap/" + name + ".pcapng")
		}
		if err != nil {
			continue // its capture is not among the recordings
		}
		compared++
		t.Run(name, func(t *testing.T) {
			table, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r, err := packets.Pieces(bytes.NewReader(in), name)
			if err != nil {
				t.Fatal(err)
			}
			for row := range strings.Lines(string(table)) {
				f := strings.Split(strings.TrimSpace(row), "\t")
				data, err := hex.DecodeString(strings.ReplaceAll(f[7], ":", ""))
				if err != nil {
					continue // a head line
				}
				p, err := r.NextPiece()
				for err == nil && p.Len == 0 {
					p, err = r.NextPiece()
				}
				if err != nil {
					t.Fatal(err)
				}
				seconds, fraction, _ := strings.Cut(f[1], ".")
				s, _ := strconv.ParseInt(seconds, 10, 64)
				ns, _ := strconv.ParseInt(fraction, 10, 64)
				if want := time.Duration(s)*time.Second + time.Duration(ns); p.Time != want || fmt.Sprint(p.Len) != f[6] || !bytes.Equal(p.Data, data) {
					t.Errorf("%d, %d bytes %q, want %d, %s bytes %q", p.Time, p.Len, p.Data, want, f[6], data)
				}
			}
			for err == nil {
				var p capture.Piece
				if p, err = r.NextPiece(); p.Len > 0 {
					t.Errorf("%s, of which tshark does not know", piece(p))
				}
			}
		})
	}
	if compared == 0 {
		t.Error("nothing to compare")
	}
}

// TestCapturesOfOthers reads captures that were made elsewhere: exchanges, and
// the reads and bytes of their bodies.
func TestCapturesOfOthers(t *testing.T) {
	for _, c := range []struct {
		name string
		want string // status, reads/bytes, and + where the end of the body is known
	}{
		{"100-continue.pcap", "200 42/60731+"},
		{"concurrent-range-requests.pcap", "206 6/10001+, 206 4/10001+, 206 6/10001+"},
		{"cooper-grill-dvwa.pcapng", "200 2/4660+, 200 2/4513+, 200 2/4660+"},
		{"docker-http-upgrade.pcap", "201 1/88+, 101 52/468+, 200 1/30+"},
		{"entity_gap.pcap", "200 1/1146 [lost-bytes]"},
		{"get-gzip.pcap", "200 1/165+"},
		{"get-without-fins.pcap", "200 4/4705+"},
		{"get_nosyn.pcap", "200 4/4705+"},
		{"http-body-match.pcap", "200 3/4+, 200 2/2+, 200 2/2+, 200 3/4+, 200 2/22+, 200 2/22+, 200 2/24+, 200 3/4+, 200 2/2+, 200 1/2+"},
		{"http-single-conn-22.pcap", "200 10/12630+"},
		{"interleaved-http-entity.pcap", "200 1/3+"},
		{"missing-zlib-header.pcap", "200 4/5139+, 200 4/5139+"},
		{"pipelined-requests.pcap", "200 1/946+, 200 6/6716+, 200 1/94+, 200 2/2349+, 200 21/27579+"},
		{"websocket__fragmented-http-reply.pcap", "101 1/56+ [messages]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, "public", "zeek", c.name))
			if err != nil {
				t.Fatal(err)
			}
			got := read(bytes.NewReader(b), "in")
			if got.err != nil {
				t.Fatal(got.err)
			}
			reads, size, ended := map[int]int{}, map[int]int64{}, map[int]string{}
			for _, r := range got.records {
				if r.Kind == capture.RecordEOF {
					ended[r.Exchange] = "+"
					continue
				}
				reads[r.Exchange]++
				size[r.Exchange] += r.Len
			}
			var all []string
			for i, e := range got.exchanges {
				s := fmt.Sprintf("%d %d/%d%s", e.Status, reads[i], size[i], ended[i])
				if len(e.Notes) > 0 {
					s += fmt.Sprint(" ", e.Notes)
				}
				all = append(all, s)
			}
			if s := strings.Join(all, ", "); s != c.want {
				t.Errorf("got %s\nwant %s", s, c.want)
			}
		})
	}
	for _, name := range []string{"variant-01-chunk_2pow64_overflow.pcap", "variant-04-te_cl_desync.pcap", "zero-length-bodies-with-drops.pcap"} {
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, "public", "zeek", name))
			if err != nil {
				t.Fatal(err)
			}
			wantError(t, read(bytes.NewReader(b), "in").err, "want ")
		})
	}
}
