package capture_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

// TestStraceTellsWhatWasSent compares every trace with what the server sent: the
// bytes of each read, and its time, which is later than the write's by the same
// short while for all.
func TestStraceTellsWhatWasSent(t *testing.T) {
	for _, c := range []struct {
		file, rec string
		day       bool // times are of the day
		notes     []capture.Note
	}{
		{"sse-stall.curl.strace", "strace-curl-sse-stall", false, nil},
		{"ndjson.curl-yT.strace", "strace-curl-ndjson", false, nil},
		{"sse-crlf.curl-tt-x.strace", "strace-curl-tt-x", true, nil},
		{"sse-stall.python-T.strace", "strace-python-sse-stall", false, nil},
		{"sse-stall.python-noT.strace", "strace-python-noT", false, []capture.Note{capture.NoteCallStarts}},
	} {
		t.Run(c.file, func(t *testing.T) {
			b, err := os.ReadFile(sharedtest.Dir(t, "recordings", "strace", c.file))
			if err != nil {
				t.Fatal(err)
			}
			want, _ := readTruth(t, c.rec)
			got := read(bytes.NewReader(b), capture.Options{Name: c.file})
			if got.err != nil || got.format != capture.FormatStrace || len(got.exchanges) != 1 {
				t.Fatalf("%v, %v, %d exchanges", got.err, got.format, len(got.exchanges))
			}
			e := got.exchanges[0]
			if e.Level != capture.LevelRead || !e.Timed || !e.Payload || e.Status != 200 || !slices.Equal(e.Notes, c.notes) {
				t.Errorf("exchange %+v", e)
			}
			chunks, last := got.records[:len(got.records)-1], got.records[len(got.records)-1]
			if len(chunks) != len(want) || last.Kind != capture.RecordEOF {
				t.Fatalf("%d chunks, want %d; the last record is %s", len(chunks), len(want), line(last))
			}
			for i, r := range chunks {
				if !bytes.Equal(r.Data, want[i].Data) {
					t.Errorf("chunk %d is %q, want %q", i, r.Data, want[i].Data)
				}
				off := r.Time.Seconds() - want[i].Unix
				if c.day {
					off = r.Time.Seconds() - chunks[0].Time.Seconds() - (want[i].Unix - want[0].Unix)
				}
				if c.notes != nil { // each is one gap too early
					continue
				}
				if off < -0.001 || off > 0.002 {
					t.Errorf("chunk %d is %.6f s after its write", i, off)
				}
			}
		})
	}
}

func TestStraceWithoutDurationsIsOneReadEarly(t *testing.T) {
	b, err := os.ReadFile(sharedtest.Dir(t, "recordings", "strace", "sse-stall.python-noT.strace"))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := readTruth(t, "strace-python-noT")
	got := read(bytes.NewReader(b), capture.Options{})
	for i, r := range got.records[1 : len(got.records)-1] {
		if off := r.Time.Seconds() - want[i].Unix; off < -0.002 || off > 0.002 {
			t.Errorf("chunk %d is %.6f s after the write of the one before", i+1, off)
		}
	}
}

func TestStraceWithCutStringsGivesLengths(t *testing.T) {
	b, err := os.ReadFile(sharedtest.Dir(t, "recordings", "strace", "sse-stall.curl-default-s.strace"))
	if err != nil {
		t.Fatal(err)
	}
	got := read(bytes.NewReader(b), capture.Options{})
	if len(got.exchanges) != 1 || got.exchanges[0].Payload || !got.has(capture.NoteSnapped) {
		t.Fatalf("got\n%s", got)
	}
	var lengths []int64
	for _, r := range got.records {
		lengths = append(lengths, r.Len)
	}
	if want := []int64{57, 57, 57, 57, 57, 57, 23, 40, 57, 57, 57, 58, 58, 24}; !slices.Equal(lengths[len(lengths)-len(want):], want) {
		t.Errorf("lengths %v, want those of the reads, %v", lengths, want)
	}
}

const (
	straceHead = `"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"`
	straceOne  = `"9\r\ndata: 1\n\n\r\n"`
	straceEnd  = `"0\r\n\r\n"`
)

// The exchange that the traces below hold, at the times given.
func oneEvent(notes string, at ...string) string {
	timed := at[0] != "0"
	return fmt.Sprintf(`exchange 0 type="text/event-stream" level=read timed=%v payload=true coding="" accept=- codes=map[] notes=[%s]
chunk 0 %s len=9 "data: 1\n\n"
eof 0 %s
`, timed, notes, at[0], at[1])
}

func TestStraceIsReadAsItWasWritten(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"seconds since 1970, and how long a call took", `
1796081313.5 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.25>
1796081313.8 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.1>
1796081314.0 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000001>
`, oneEvent("", "1796081313900", "1796081314000.001")},
		{"nanoseconds", `
1796081313.500000001 read(5, ` + straceHead + `, 8192) = 80 <0.000000001>
1796081313.800000001 read(5, ` + straceOne + `, 8192) = 14 <0.000000001>
1796081314.000000001 read(5, ` + straceEnd + `, 8192)      = 5 <0.000000001>
`, oneEvent("", "1796081313800.000002", "1796081314000.000002")},
		{"times of day across midnight, behind a process", `
31482 23:59:59.500000 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000010>
31482 23:59:59.900000 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.200000>
31482 00:00:00.300000 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "86400100", "86400300")},
		{"times since the line before, all lines counted", `
     0.000000 execve("/usr/bin/curl", ["curl"], 0x7ffe /* 20 vars */) = 0
     1.000000 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000010>
     0.500000 poll([{fd=5, events=POLLIN}], 1, 0) = 0 (Timeout)
     0.250000 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
     0.250000 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
     1.000000 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
     0.100000 +++ exited with 0 +++
`, oneEvent("", "2000", "3000")},
		{"times since the line before beside whole seconds", `
07:48:05 (+     0.000000) recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000010>
07:48:05 (+     0.050000) recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
07:48:06 (+     1.000000) recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "50", "1050")},
		{"whole seconds are no times", `
[pid  12] 07:48:05 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80
[pid  12] 07:48:05 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14
[pid  12] 07:48:06 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5
`, oneEvent("", "0", "0")},
		{"no times", `
recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80
 | 00000  48 54 54 50 2f 31 2e 31  20 32 30 30 20 4f 4b 0d  HTTP/1.1 200 OK. |
recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14
recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5
`, oneEvent("", "0", "0")},
		{"the number of the call, where it is, and the name of the process", `
77<curl a> 2.000000 [  45] [00007f862650f929] recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000000>
77<curl a> 1.000000 [  45] [00007f862650f929] recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
77<curl a> 1.000000 [  45] [????????????????] recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "3000", "4000")},
		{"calls that other threads came into are dated by the line that resumes them", `
[pid 11] 10.000000 recvfrom(3<TCP:[127.0.0.1:1->127.0.0.1:2]>,  <unfinished ...>
[pid 12] 10.100000 recvfrom(4<TCP:[127.0.0.1:3->127.0.0.1:2]>,  <unfinished ...>
[pid 11] 10.000000 <... recvfrom resumed>` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.100000>
[pid 12] 10.000000 <... recvfrom resumed> 0x7f00, 8192, 0, NULL, NULL) = -1 EAGAIN (Resource temporarily unavailable)
[pid 11] 10.000000 recvfrom(3<TCP:[127.0.0.1:1->127.0.0.1:2]>, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <2.000000>
[pid 11] 10.000000 read(3<TCP:[127.0.0.1:1->127.0.0.1:2]>,  <unfinished ...>
[pid 12] 10.000000 recvfrom(4<TCP:[127.0.0.1:3->127.0.0.1:2]>,  <unfinished ...>) = ?
[pid 11] 10.000000 <... read resumed>` + straceEnd + `, 8192) = 5 <20.000000>
[pid 12] 10.000000 +++ killed by SIGKILL +++
`, oneEvent("", "52100", "80100")},
		{"without -T the calls of a blocking reader are dated by their starts", `
1796081313.5 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80
1796081313.8 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14
1796081314.0 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5
`, oneEvent("call-starts", "1796081313800", "1796081314000")},
		{"a reader that does not wait needs no -T", `
1796081313.4 recvfrom(5, 0x55, 8192, 0, NULL, NULL) = -1 EAGAIN (Resource temporarily unavailable)
1796081313.5 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80
1796081313.8 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14
1796081314.0 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5
`, oneEvent("", "1796081313800", "1796081314000")},
		{"reads that are told not to wait", `
1796081313.5 recvfrom(5, ` + straceHead + `, 8192, MSG_DONTWAIT, NULL, NULL) = 80
1796081313.8 recvfrom(5, ` + straceOne + `, 8192, MSG_DONTWAIT, NULL, NULL) = 14
1796081314.0 recvfrom(5, ` + straceEnd + `, 8192, MSG_DONTWAIT, NULL, NULL) = 5
`, oneEvent("", "1796081313800", "1796081314000")},
		{"a socket that is told not to wait", `
1796081313.3 fcntl(5, F_SETFL, O_RDWR|O_NONBLOCK) = 0
1796081313.5 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80
1796081313.8 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14
1796081314.0 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5
`, oneEvent("", "1796081313800", "1796081314000")},
		{"names in hexadecimal", `
1796081313.5 recvfrom(5<\x73\x6f\x63\x6b\x65\x74\x3a\x5b\x37\x34\x30\x35\x37\x5d>, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000000>
1796081313.6 read(3<\x2f\x65\x74\x63\x2f\x70\x61\x73\x73\x77\x64>, "{root", 4096) = 5 <0.000001>
1796081313.8 recvfrom(5<\x73\x6f\x63\x6b\x65\x74\x3a\x5b\x37\x34\x30\x35\x37\x5d>, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
1796081314.0 recvfrom(5<\x73\x6f\x63\x6b\x65\x74\x3a\x5b\x37\x34\x30\x35\x37\x5d>, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "1796081313800", "1796081314000")},
		{"vectors", `
1.000000 readv(5<TCPv6:[[::1]:57502->[::1]:18999]>, [{iov_base="HTTP/1.1 200 OK\r\nContent-Type: t", iov_len=32}, {iov_base="ext/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n", iov_len=64}], 2) = 80 <0.000000>
1.000000 recvmsg(5<TCPv6:[[::1]:57502->[::1]:18999]>, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="9\r\ndata", iov_len=7}, {iov_base=": 1\n\n\r\n", iov_len=64}], msg_iovlen=2, msg_controllen=0, msg_flags=0}, 0) = 14 <0.000000>
1.000000 readv(5<TCPv6:[[::1]:57502->[::1]:18999]>, [{iov_base="0\r\n\r\n", iov_len=8}, {iov_base="", iov_len=64}], 2) = 5 <0.000000>
`, oneEvent("", "2000", "3000")},
		{"what is looked at before it is read", `
1.000000 recvfrom(5, "H", 1, MSG_PEEK, NULL, NULL) = 1 <0.000000>
1.000000 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000000>
1.000000 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
1.000000 recvfrom(5, "0", 1, MSG_PEEK|MSG_DONTWAIT, NULL, NULL) = 1 <0.000000>
1.000000 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "3000", "5000")},
		{"files, datagrams and bytes that wake a thread are no streams", `
1.000000 read(3, "\177ELF\2\1\1\0"..., 832) = 832 <0.000000>
0.000000 openat(AT_FDCWD, "package.json", O_RDONLY) = 3 <0.000000>
0.000000 read(3, "{\"name\":1}", 4096) = 10 <0.000000>
0.000000 close(3) = 0 <0.000000>
0.000000 read(3, "# /etc/nsswitch.conf\n", 4096) = 21 <0.000000>
0.000000 read(3, "{ in a file }", 4096) = 13 <0.000000>
0.000000 read(4, "\1\0\0\0\0\0\0\0", 16) = 8 <0.000000>
0.000000 read(6<pipe:[9]>, "\0", 1) = 1 <0.000000>
0.000000 read(7</tmp/a>b>, "{}", 2) = 2 <0.000000>
0.000000 read(8<UDP:[127.0.0.1:1->127.0.0.1:53]>, "{}", 2) = 2 <0.000000>
0.000000 read(9</dev/pts/0<char 136:0>>, "{}", 2) = 2 <0.000000>
0.000000 recvfrom(10, "\33\255\201\200\0\1", 2048, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, [28 => 16]) = 6 <0.000000>
0.000000 socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 11 <0.000000>
0.000000 recvfrom(11, "abc", 2048, 0, NULL, NULL) = 3 <0.000000>
0.000000 pread64(12, "HTTP/1.1 200 OK\r\n\r\nabc", 2048, 0) = 22 <0.000000>
0.000000 write(1, "HTTP/1.1 200 OK\r\n\r\nabc", 22) = 22 <0.000000>
0.000000 write(13, "HTTP/1.1 200 OK\r\n\r\nabc", 22) = 22 <0.000000>
0.000000 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000000>
0.000000 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
0.000000 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "1000", "1000")},
		{"what the program wrote is mixed in, a line of it without an end", `
strace: Process 11216 attached
[pid 12] 07:48:05.100000 recvfrom(5, ` + straceHead + `, 8192, 0, NULL, NULL) = 80 <0.000010>
read(2) is a call
data: 7[pid 12] 07:48:05.200000 recvfrom(5, ` + straceOne + `, 8192, 0, NULL, NULL) = 14 <0.000000>
data: 1

[pid 12] 07:48:05.250000 write(1</tmp/st/c.strace>, "\n", 1
) = 1 <0.000010>
[pid 12] 07:48:05.250000 write(1</tmp/st/c.strace>, "31", 231) = 2 <0.000012>
707:48:05.300000 recvfrom(5, ` + straceEnd + `, 8192, 0, NULL, NULL) = 5 <0.000000>
`, oneEvent("", "28085200", "28085300")},
		{"bytes as in C", `
read(0, "{\"a\":\"\10\7\v\f\t\\\"\0019\377\303\251\"}\r\n", 99) = 22
read(0, "", 99) = 0
`, `exchange 0 type="" level=read timed=false payload=true coding="" accept=- codes=map[] notes=[]
chunk 0 0 len=22 "{\"a\":\"\b\a\v\f\t\\\"\x019\xffé\"}\r\n"
eof 0 0
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(strings.TrimPrefix(c.in, "\n"))
			if want := "format strace\n" + c.want; got.String() != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// mostly is a trace with -T on descriptor 5, of reads < and writes >.
func mostly(calls ...string) string {
	var b strings.Builder
	for i, c := range calls {
		name := "read"
		if c[0] == '>' {
			name = "write"
		}
		data := c[2:]
		fmt.Fprintf(&b, "00:00:%02d.000000 %s(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, %q, 4096) = %d <0.500000>\n", i+1, name, data, len(data))
	}
	return b.String()
}

func TestStraceOfAClientHasItsRequests(t *testing.T) {
	got := readString(mostly("> POST /v1 HTTP/1.1\r\nContent-Length: 2\r\n\r\n", "> {}",
		"< HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "< abc",
		"> HEAD / HTTP/1.1\r\n\r\n", "< HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n",
		"> GET / HTTP/1.1\r\n\r\n", "< HTTP/1.1 201 OK\r\nContent-Length: 3\r\n\r\ndef"))
	want := `format strace
exchange 0 type="" level=read timed=true payload=true coding="" accept=2500 codes=map[] notes=[]
exchange 1 type="" level=read timed=true payload=true coding="" accept=7500 codes=map[] notes=[]
chunk 0 4500 len=3 "abc"
eof 0 4500
chunk 1 8500 len=3 "def"
eof 1 8500
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if a, b := got.exchanges[0], got.exchanges[1]; a.Method != "POST" || a.Status != 200 || b.Method != "GET" || b.Status != 201 {
		t.Errorf("exchanges %+v, %+v", a, b)
	}
}

func TestStraceOfAServerHasWhatItWrote(t *testing.T) {
	got := readString(mostly("< GET / HTTP/1.1\r\n", "< Host: a\r\n\r\n", "> HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "> 3\r\nabc\r\n", "> 0\r\n\r\n"))
	want := `format strace
exchange 0 type="" level=read timed=true payload=true coding="" accept=2500 codes=map[] notes=[]
chunk 0 4500 len=3 "abc"
eof 0 5500
`
	if got.String() != want || got.exchanges[0].Method != "GET" {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestStraceBytesThatWereNotReadEndTheExchange(t *testing.T) {
	lines := strings.SplitAfter(mostly("< HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "< 3\r\nabc\r\n", "< 3\r\ndef\r\n", "< 3\r\nghi\r\n",
		"< 0\r\n\r\n", "< HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz"), "\n")
	lines[2] = strings.Replace(lines[2], `\n", 4096`, `\n, 4096`, 1)
	got := readString(strings.Join(lines, ""))
	want := `format strace
exchange 0 type="" level=read timed=true payload=true coding="" accept=- codes=map[] notes=[lost-bytes damaged]
exchange 1 type="" level=read timed=true payload=true coding="" accept=- codes=map[] notes=[damaged]
chunk 0 2500 len=3 "abc"
chunk 1 6500 len=1 "z"
eof 1 6500
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if d := got.exchanges[0].Damage; d.Records != 1 || d.Line != 3 {
		t.Errorf("damage %+v, want one at line 3", d)
	}
}

func TestStraceLinesThatCannotBeReadAreCounted(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"a byte that is none", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "\xzz", 4096) = 1 <0.5>`},
		{"an octal number above a byte", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "\777", 4096) = 1 <0.5>`},
		{"no end of the name", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2], "a", 4096) = 1 <0.5>`},
		{"more bytes than are shown", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "a", 4096) = 2 <0.5>`},
		{"a number beyond all", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "a"..., 4096) = 99999999999999999999 <0.5>`},
		{"a time beyond all", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "a", 4096) = 1 <4611686018.4>`},
		{"no result", `00:00:02.000000 read(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "a", 4096`},
		{"a call that never began", `00:00:02.000000 <... read resumed>"a", 4096) = 1 <0.5>`},
		{"another call that began", "00:00:02.000000 poll([{fd=5}], 1, 0 <unfinished ...>\n00:00:02.000000 <... read resumed>\"a\", 4096) = 1 <0.5>"},
		{"a stamp of another kind", `1796081313.5 read(5, "a", 4096) = 1 <0.5>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(mostly("< HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc") + c.line + "\n")
			if got.err != nil || len(got.exchanges) != 1 || got.exchanges[0].Damage.Records != 1 || string(got.bytes()) != "abc" {
				t.Errorf("got\n%s%+v", got, got.exchanges)
			}
		})
	}
}

func TestStraceIsToldCutAtItsEnd(t *testing.T) {
	whole := mostly("< HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", "< HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nabcdefghij", "< klmnopqrst")
	want := lines(readString(whole))
	for n := strings.Index(whole, "\n") + 1; n < len(whole); n++ { // before it nothing tells that there are durations
		got := readString(whole[:n])
		if got.err != nil {
			t.Fatalf("cut at %d: %v", n, got.err)
		}
		if have := lines(got); !slices.Equal(have, want[:len(have)]) {
			t.Errorf("cut at %d: got\n%s", n, got)
		}
		inside := whole[n-1] != '\n' && whole[n] != '\n' && strings.Contains(whole[strings.LastIndex(whole[:n], "\n")+1:n], "rea")
		if last := got.exchanges[len(got.exchanges)-1]; len(got.records) == 3 && inside && !slices.Contains(last.Notes, capture.NoteTruncated) {
			t.Errorf("cut at %d, and not noted: %q", n, whole[:n])
		}
		if e := got.exchanges[0]; len(e.Notes) > 0 {
			t.Errorf("cut at %d: notes %v of an exchange that has ended", n, e.Notes)
		}
	}
}

func TestStraceDescriptorsAreUsedAgain(t *testing.T) {
	const one = `"HTTP/1.1 200 OK\r\n\r\na"`
	for _, c := range []struct {
		name, between string
		want          int
	}{
		{"after a close", "1.0 close(5) = 0 <0.0>\n", 2},
		{"after the end, without a close in the trace", `1.0 recvfrom(5, "", 4096, 0, NULL, NULL) = 0 <0.0>` + "\n", 2},
		{"after a new connection, without a close in the trace", "1.0 connect(5, {sa_family=AF_INET}, 16) = 0 <0.0>\n", 2},
		{"as what another call gives", "1.0 accept4(3, NULL, NULL, SOCK_CLOEXEC) = 5 <0.0>\n", 2},
		{"after nothing that the trace has", "", 1},
		{"after a read into no room", `1.0 recvfrom(5, "", 0, 0, NULL, NULL) = 0 <0.0>` + "\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString("1.0 recvfrom(5, " + one + ", 4096, 0, NULL, NULL) = 20 <0.0>\n" + c.between +
				"3.0 recvfrom(5, " + one + ", 4096, 0, NULL, NULL) = 20 <0.0>\n")
			if got.err != nil || len(got.exchanges) != c.want {
				t.Errorf("%d exchanges, want %d\n%s", len(got.exchanges), c.want, got)
			}
		})
	}
}

func TestStraceOfAServerThatWritesLessThanItWanted(t *testing.T) {
	got := readString(mostly("< GET / HTTP/1.1\r\n\r\n", "> HTTP/1.1 200 OK\r\n\r\n") +
		`00:00:03.0 write(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "abcdef", 6) = 4 <0.0>` + "\n" +
		`00:00:04.0 writev(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, [{iov_base="e", iov_len=1}, {iov_base="f", iov_len=1}], 2) = 2 <0.0>` + "\n" +
		`00:00:05.0 write(1<pipe:[7]>, "on its output", 13) = 13 <0.0>` + "\n" +
		`00:00:06.0 read(7<pipe:[7]>, "{}\n", 13) = 3 <0.0>` + "\n")
	if len(got.exchanges) != 2 || string(got.bytes()) != "abcdef{}\n" {
		t.Errorf("got\n%s", got)
	}
}

func TestStraceOfAVectorThatIsCut(t *testing.T) {
	got := readString(mostly("< HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n") +
		`00:00:03.0 readv(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, [{iov_base="ab"..., iov_len=6}, {iov_base="cd"..., iov_len=6}], 2) = 12 <0.0>` + "\n")
	if last := got.records[len(got.records)-1]; len(got.records) != 2 || got.records[0].Len != 12 || got.records[0].Data != nil || last.Kind != capture.RecordEOF {
		t.Errorf("got\n%s", got)
	}
}

func TestStraceOfAVectorKnowsNothingBehindTheCut(t *testing.T) {
	got := readString(`1.0 readv(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, [{iov_base="HTTP/1.1 200 OK\r\nX: "..., iov_len=60}, {iov_base="\r\n\r\nabc", iov_len=60}], 2) = 67 <0.0>` + "\n")
	if !got.has(capture.NoteSnapped) || len(got.bytes()) > 0 {
		t.Errorf("got\n%s", got)
	}
}

func TestStraceClientThatAsksAgainAfterTheEndHasANewConnection(t *testing.T) {
	got := readString(`1.0 sendto(5, "GET / HTTP/1.1\r\n\r\n", 18, 0, NULL, 0) = 18 <0.0>
1.0 recvfrom(5, "HTTP/1.1 200 OK\r\n\r\na", 4096, 0, NULL, NULL) = 20 <0.0>
1.0 recvfrom(5, "", 4096, 0, NULL, NULL) = 0 <0.0>
1.0 sendto(5, "POST / HTTP/1.1\r\n\r\n", 19, 0, NULL, 0) = 19 <0.0>
1.0 recvfrom(5, "HTTP/1.1 201 OK\r\nContent-Length: 1\r\n\r\nb", 4096, 0, NULL, NULL) = 39 <0.0>
`)
	if len(got.exchanges) != 2 || got.exchanges[1].Method != "POST" || got.exchanges[1].Status != 201 {
		t.Errorf("got\n%s", got)
	}
}

func TestStraceForkThatClosesEndsNothing(t *testing.T) {
	const fd = "5<TCP:[127.0.0.1:1->127.0.0.1:2]>"
	got := readString("11 1.0 read(" + fd + `, "HTTP/1.1 200 OK\r\n\r\na", 4096) = 20 <0.0>` + "\n" +
		"12 1.0 close(" + fd + ") = 0 <0.0>\n" +
		"11 2.0 read(" + fd + `, "b", 4096) = 1 <0.0>` + "\n" +
		"11 3.0 close(" + fd + ") = 0 <0.0>\n")
	want := `format strace
exchange 0 type="" level=read timed=true payload=true coding="" accept=- codes=map[] notes=[]
chunk 0 1000 len=1 "a"
chunk 0 4000 len=1 "b"
eof 0 7000
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestStraceOfNothingToReadSaysHowToRecord(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no read", "1.0 execve(\"/bin/true\", [\"true\"], 0x7ffe /* 2 vars */) = 0\n1.0 +++ exited with 0 +++\n", "without a read of a connection"},
		{"files only", "1.0 read(3, \"\\177ELF\", 832) = 4\n", "0 connections"},
		{"no line that can be read", "1.0 read(3) = 0\n1.0 read(5, \"\\ufeff\", 832) = 3\n", "in:2: read \"1.0 read(5"},
		{"cut", "1.0 recvfrom(5, \"HTT", "in: read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantError(t, readString(c.in).err, c.want, "strace -f -ttt -T -yy")
		})
	}
}

func TestStraceIsNotTakenForWhatLooksLikeIt(t *testing.T) {
	for name, in := range map[string]string{
		"a program's lines behind ts":   "1796081140.5 hello\n1796081140.6 read(5, \"a\", 1) = 1\n",
		"prose about a call":            "read(2) attempts to read up to count bytes\n",
		"another function of a program": "1796081140.5 main(5) = 1\n",
	} {
		if got := readString(in); got.format == capture.FormatStrace {
			t.Errorf("%s is taken for an strace", name)
		}
	}
}

func TestStraceClockIsToldFromItsTimes(t *testing.T) {
	for _, c := range []struct {
		stamp string
		want  capture.Clock
	}{{"1796081313.5", capture.ClockEpoch}, {"23:28:32.728442", capture.ClockDay}, {"     0.250000", capture.ClockOwn}} {
		got := readString(c.stamp + ` recvfrom(5, "HTTP/1.1 200 OK\r\n\r\na", 4096, 0, NULL, NULL) = 20` + "\n")
		if clock := capture.ClockOf(got.format, got.records[0].Time); clock != c.want {
			t.Errorf("%s: %v, want %v", c.stamp, clock, c.want)
		}
	}
}
