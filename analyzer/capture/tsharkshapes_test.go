package capture_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// asFollow writes packets as a stream followed as YAML.
func asFollow(packets []packet) string {
	b := strings.Builder{}
	b.WriteString("peers:\n  - peer: 0\n    host: 127.0.0.1\n    port: 41122\n  - peer: 1\n    host: 127.0.0.1\n    port: 8080\npackets:\n")
	for i, p := range packets {
		peer := 0
		if p.source == serverPort {
			peer = 1
		}
		fmt.Fprintf(&b, "  - packet: %d\n    peer: %d\n    index: %d\n    timestamp: %.9f\n    data: !!binary |\n", 2*i+4, peer, i, 1796080000+p.at)
		text := base64.StdEncoding.EncodeToString([]byte(p.data))
		for len(text) > 0 {
			n := min(76, len(text))
			b.WriteString("      " + text[:n] + "\n")
			text = text[n:]
		}
	}
	return b.String()
}

// asJSON writes packets as -T json does, asEK as -T ek.
func asJSON(packets []packet) string {
	var all []string
	for _, p := range packets {
		all = append(all, fmt.Sprintf(`  {
    "_index": "packets",
    "_source": {
      "layers": {
        "frame": {
          "frame.time_epoch": "%.9f"
        },
        "tcp": {
          "tcp.srcport": "%d",
          "tcp.dstport": "%d",
          "tcp.payload_raw": ["00", 66, 1, 0, 30],
          "tcp.stream": "%d",
          "tcp.seq": "%d",
          "tcp.flags_tree": {"filtered": "tcp.flags"},
          "tcp.len": "%d",
          "tcp.payload": "%s"
        }
      }
    }
  }`, 1796080000+p.at, p.source, p.dest, p.stream, p.seq, len(p.data), tableColumns["old_payload"](0, p)))
	}
	return "[\n" + strings.Join(all, ",\n") + "\n]\n"
}

func asEK(packets []packet) string {
	var b strings.Builder
	for _, p := range packets {
		fmt.Fprintf(&b, `{"index":{"_index":"packets"}}`+"\n"+`{"timestamp":"%d","layers":{"frame":{"frame_frame_time_epoch":"%.9f"},"tcp":{"tcp_tcp_srcport":"%d","tcp_tcp_port":["1","2"],`+
			`"tcp_tcp_stream":"%d","tcp_tcp_seq":"%d","tcp_tcp_seq_raw":"1","tcp_tcp_len":"%d","tcp_tcp_payload":"%s"}}}`+"\n",
			int64(1796080000000+p.at*1000), 1796080000+p.at, p.source, p.stream, p.seq, len(p.data), tableColumns["old_payload"](0, p))
	}
	return b.String()
}

func TestPacketsInOtherShapesAreRead(t *testing.T) {
	few := "[\n"
	ek := ""
	dated := ""
	for i, p := range exchanged() {
		if i > 0 {
			few += ",\n"
		}
		few += fmt.Sprintf(`{"_source":{"layers":{"frame.time_epoch":["%.9f"],"tcp.stream":["0"],"tcp.srcport":["%d"],"tcp.payload":["%x"]}}}`, 1796080000+p.at, p.source, p.data)
		ek += fmt.Sprintf(`{"timestamp":"%d","layers":{"tcp_srcport":["%d"],"tcp_payload":["%x"]}}`+"\n", int64(1796080000000+p.at*1000), p.source, p.data)
		dated += fmt.Sprintf(`{"timestamp":"1","layers":{"frame_time_epoch":["2026-11-30T23:06:4%d.000000000Z"],"tcp_srcport":["%d"],"tcp_payload":["%x"]}}`+"\n", int(p.at), p.source, p.data)
	}
	few += "]"
	for name, in := range map[string]string{
		"a stream as YAML": asFollow(exchanged()), "JSON": asJSON(exchanged()), "EK": asEK(exchanged()),
		"JSON of some fields": few, "EK of some fields": ek, "EK with dates": dated,
		"YAML without its last line end": strings.TrimSuffix(asFollow(exchanged()), "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, in := range []string{in, "\xef\xbb\xbf" + in, strings.ReplaceAll(in, "\n", "\r\n")} {
				got := readString(in)
				if got.err != nil || got.format != capture.FormatTshark || told(got) != toldWhole || got.exchanges[0].Method != "GET" {
					t.Errorf("got %s, %v, of\n%s", told(got), got.err, in)
				}
			}
			if got := read(iotest.OneByteReader(strings.NewReader(in)), capture.Options{Name: "in"}); told(got) != toldWhole {
				t.Errorf("byte by byte: got %s", told(got))
			}
		})
	}
}

func TestSeveralStreamsFollowEachOther(t *testing.T) {
	if got := readString(asFollow(exchanged()) + asFollow(exchanged())); got.err != nil || told(got) != toldWhole+"; 1@3 ab; 1@4 cd; 1@5 ef; 1@5 eof" {
		t.Errorf("got %s, %v", told(got), got.err)
	}
}

// TestDataOfHTTP2 has what tshark says of a stream whose last frame is empty: the
// whole body once more.
func TestDataOfHTTP2(t *testing.T) {
	header := "frame.time_epoch\ttcp.stream\ttcp.srcport\thttp2.streamid\thttp2.length\thttp2.data.data\n"
	for _, c := range []struct{ name, in, want string }{
		{"a stream", header + "1796080001.0\t0\t443\t1\t2\t6162\n1796080002.0\t0\t443\t1\t1\t63\n1796080003.0\t0\t443\t1\t0\t616263\n", "0@1 ab; 0@2 c; 0@3 eof"},
		{"a request and a response", header + "1796080001.0\t0\t50000\t1\t2\t7b7d\n1796080002.0\t0\t443\t1\t1\t63\n", "0@1 {}; 1@2 c"},
		{"frames of one packet", header + "1796080001.0\t0\t443\t1,1,3,1\t30,2,1,0\t6162,64,6162\n", "0@1 ab; 1@1 d; 0@1 eof"},
		{"streams of two connections", header + "1796080001.0\t0\t443\t1\t1\t61\n1796080002.0\t1\t443\t1\t1\t62\n", "0@1 a; 1@2 b"},
		{"no header", "1796080001.000000\t1\t4\t61626162\n1796080002.000000\t3\t1\t63\n1796080003.000000\t1\t1\t64\n1796080004.000000\t1\t0\t6162616264\n1796080005.000000\t3\t1\t65\n", "0@1 abab; 1@2 c; 0@3 d; 0@4 eof; 1@5 e"},
		{"what looks like a request", header + "1796080001.0\t0\t443\t1\t7\t474554202f2048\n", "0@1 GET / H"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := readString(c.in); got.err != nil || told(got) != c.want {
				t.Errorf("got %s, %v\nwant %s", told(got), got.err, c.want)
			}
		})
	}
}
