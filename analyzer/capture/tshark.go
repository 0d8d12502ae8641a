package capture

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"
)

const tsharkHowTo = "tshark -r FILE -T fields -E header=y -e frame.time_epoch -e tcp.stream -e tcp.srcport -e tcp.seq -e tcp.len -e tcp.payload 'tcp.len>0' > packets.tsv"

const followHowTo = "tshark -r FILE -q -z follow,tcp,yaml,0 > stream.yaml  # in Wireshark: Follow TCP Stream, Show data as YAML, Save as"

const tsharkHTTP2 = "tshark -r FILE -o tls.keylog_file:KEYS -T fields -E header=y -e frame.time_epoch -e tcp.stream -e tcp.srcport -e http2.streamid -e http2.length -e http2.data.data 'http2.type==0' > packets.tsv"

var tsharkFormat = FormatInfo{
	Format: FormatTshark, Level: LevelWire,
	Title: "Packets that tshark or Wireshark wrote as text: fields, JSON, or a stream followed as YAML",
	Short: "packets as tshark writes them",
	HowTo: []string{
		tsharkHowTo,
		followHowTo,
		"tshark -r FILE -o tls.keylog_file:KEYS -q -z follow,tls,yaml,0 > stream.yaml  # TLS, with its keys",
		tsharkHTTP2 + "  # HTTP/2 in TLS, with its keys",
		"tshark -r FILE -T json tcp > packets.json  # or -T ek; large",
	},
	Extensions: []string{".tsv", ".yaml", ".json", ".txt"},
}

var tsharkImporter = importer{
	FormatInfo: &tsharkFormat,
	looks:      looksLikeTshark,
}

func openTshark(l lines, head []byte) Reader {
	switch text := head[skipSpace(head, 0):]; {
	case looksLikeFollow(head):
		return newTshark(l.file, &tsharkFollow{lines: l})
	case len(text) > 0 && text[0] == '[':
		return newTshark(l.file, newTsharkJSON(l))
	case len(text) > 0 && text[0] == '{':
		return newTshark(l.file, &tsharkEK{lines: l})
	}
	return newTshark(l.file, newTsharkTable(l, head))
}

// tsharkPackets yields the packets of a file. bad is of one that is passed over;
// err is io.EOF after the last, errCut where the file ends inside one, or final.
type tsharkPackets interface {
	next(p *tsharkPacket) (bad *Error, err error)
	line() int // of the packet, from 1
}

// tshark makes segments of packets.
type tshark struct {
	c      *connections
	src    tsharkPackets
	file   string
	first  *Error // the first packet that was bad
	good   bool   // some packet was
	ids    map[string]int64
	ends   [][2]string // who was heard first on a connection, and who else
	server bool        // who speaks, where the packets do not tell
	data   []byte
	more   []segment // of the packet, to be returned next
}

func newTshark(file string, src tsharkPackets) Reader {
	t := &tshark{src: src, file: file, ids: map[string]int64{}}
	t.c = newConnections(FormatTshark, LevelWire, true, file, newSegments(t.segment))
	return t.c
}

// segment returns the next segment.
func (t *tshark) segment() (segment, error) {
	for len(t.more) == 0 {
		var p tsharkPacket
		bad, err := t.src.next(&p)
		if err == errCut {
			err = io.ErrUnexpectedEOF
		}
		switch {
		case (err == io.EOF || err == io.ErrUnexpectedEOF) && !t.good && t.first != nil:
			return segment{}, t.first
		case err != nil:
			return segment{}, err
		case bad == nil:
			bad, err = t.take(&p)
		}
		if err != nil {
			return segment{}, err
		}
		if t.good = t.good || bad == nil; bad == nil {
			continue
		}
		t.c.damaged(t.src.line(), None)
		if t.first == nil {
			t.first = bad
		}
	}
	g := t.more[0]
	t.more = t.more[1:]
	return g, nil
}

func (t *tshark) fail(read []byte, want string) *Error {
	return &Error{File: t.file, Line: t.src.line(), Offset: None, Read: Quote(read), Want: want}
}

// take makes segments of a packet; one without payload gives none.
func (t *tshark) take(p *tsharkPacket) (bad *Error, err error) {
	t.more, t.data = t.more[:0], t.data[:0]
	if len(p[tsH2Data]) > 0 {
		return t.takeHTTP2(p)
	} else if t.c.plain {
		return nil, nil // what else of a table of HTTP/2 there is has no data
	}
	var flags int64
	for _, c := range bytes.TrimPrefix(p[tsFlags], []byte("0x")) {
		digit, _ := hexDigit(c)
		flags = flags<<4 | int64(digit)
	}
	const fin, syn, rst = 1, 2, 4 // RFC 9293, section 3.1
	g := segment{seq: None, syn: flags&syn != 0, end: flags&(fin|rst) != 0}
	var ok bool
	if t.data, ok = appendHex(append(t.data, p[tsBytes]...), p[tsPayload]); !ok {
		return t.fail(p[tsPayload], "a payload in hexadecimal"), nil
	}
	g.data, g.len = t.data, int64(len(t.data))
	if size := p[tsLen]; len(size) > 0 {
		n, ok := parseCount(size)
		if !ok || n < g.len {
			return t.fail(size, fmt.Sprintf("the length of a payload of %d bytes", g.len)), nil
		}
		g.len = n
	}
	if g.len == 0 && !g.syn && !g.end {
		return nil, nil
	}
	if g.at, bad = t.time(p); bad != nil {
		return bad, nil
	}
	seq := p[tsSeq]
	if len(seq) == 0 {
		seq = p[tsSeqRaw]
	}
	if len(seq) > 0 {
		if g.seq, ok = parseCount(seq); !ok {
			return t.fail(seq, "a sequence number"), nil
		}
		if g.first = None; len(p[tsSeq]) > 0 && g.seq < maxRelative {
			g.first = 1 // Wireshark counts from the SYN
		}
	}
	if g.conn, g.reverse, err = t.connection(p, g.data, nil); err == nil {
		t.more = append(t.more, g)
	}
	return nil, err
}

// maxRelative is beyond what a sequence number is likely to be that is counted from
// the beginning of a connection, in the first packet of it that is there.
const maxRelative = 1 << 24

// time is when a packet was seen.
func (t *tshark) time(p *tsharkPacket) (time.Duration, *Error) {
	for _, field := range []int{tsTime, tsRelative, tsStamp} {
		cell := p[field]
		if len(cell) == 0 {
			continue
		}
		digits := inSeconds
		if field == tsStamp {
			digits = inMilliseconds
		}
		if n, ok := parseDecimal(cell, digits); ok {
			return time.Duration(n), nil
		}
		if at, ok := parseDate(cell); ok {
			return at, nil
		}
		return 0, t.fail(cell, "a time in seconds: -e frame.time_epoch")
	}
	return 0, t.fail(nil, "the time of the packet: -e frame.time_epoch")
}

// connection tells the connection of a packet, and its direction: the one that
// was heard first is forward. part tells apart what one connection carries.
func (t *tshark) connection(p *tsharkPacket, data, part []byte) (id int64, reverse bool, err error) {
	if len(p[tsTo]) == 0 && len(p[tsTarget]) > 0 {
		p[tsFrom] = nil // of one end alone, addresses make no pair
	}
	from := string(p[tsFrom]) + " " + string(p[tsSource])
	to := string(p[tsTo]) + " " + string(p[tsTarget])
	key := string(p[tsStream])
	if key == "" && len(p[tsTarget]) > 0 {
		key = min(from, to) + " " + max(from, to)
	}
	key += " " + string(part)
	id, known := t.ids[key]
	if !known {
		if id = int64(len(t.ends)); id == maxExchanges {
			return 0, false, t.c.tooMany()
		}
		t.ids[key] = id
		t.ends = append(t.ends, [2]string{from, from})
	}
	if len(p[tsSource])+len(p[tsFrom]) == 0 {
		// Then what is said tells who says it.
		if role := sniffWire(data).role(); role != roleUnknown {
			t.server = role == roleServer
		}
		return id, t.server, nil
	}
	switch ends := &t.ends[id]; {
	case from == ends[0]:
		return id, false, nil
	case ends[0] == ends[1]:
		ends[1] = from
	case from != ends[1]:
		e := t.fail([]byte(from), "two ends of a connection; for several connections -e tcp.stream")
		return 0, false, e
	}
	return id, true, nil
}

// maxDataFrames bounds the frames of a packet, of which each is looked for among
// all: no packet has room for as many that hold anything.
const maxDataFrames = 1 << 12

// takeHTTP2 makes a segment of each frame of DATA of a packet. Of the fields,
// each is a list with commas: the streams and lengths of all frames, and the data
// of those of DATA. The last frame of a stream has the whole body for its data
// once more; it is told by its length.
func (t *tshark) takeHTTP2(p *tsharkPacket) (bad *Error, err error) {
	t.c.plain = true
	at, bad := t.time(p)
	if bad != nil {
		return bad, nil
	}
	comma := []byte{','}
	if list := p[tsH2Length]; bytes.Count(list, comma) >= maxDataFrames {
		return t.fail(list, fmt.Sprintf("at most %d frames", maxDataFrames)), nil
	}
	streams, sizes := bytes.Split(p[tsH2Stream], comma), bytes.Split(p[tsH2Length], comma)
	for data := range bytes.SplitSeq(p[tsH2Data], comma) {
		from := len(t.data)
		var ok bool
		if t.data, ok = appendHex(t.data, data); !ok {
			return t.fail(data, "data in hexadecimal"), nil
		}
		g := segment{seq: None, at: at, data: t.data[from:]}
		g.len = int64(len(g.data))
		is := func(size int64) func([]byte) bool {
			return func(cell []byte) bool { n, ok := parseCount(cell); return ok && n == size }
		}
		i := slices.IndexFunc(sizes, is(g.len))
		if i < 0 {
			i = slices.IndexFunc(sizes, is(0))
			g.end, g.data, g.len = true, nil, 0
		}
		if i < 0 || i >= len(streams) {
			return t.fail(p[tsH2Length], fmt.Sprintf("http2.streamid and http2.length of a frame of %d bytes", len(t.data)-from)), nil
		}
		stream := streams[i]
		if g.conn, g.reverse, err = t.connection(p, g.data, stream); err != nil {
			return nil, err
		}
		streams, sizes = streams[i+1:], sizes[i+1:]
		t.more = append(t.more, g)
	}
	return nil, nil
}
