package capture

import (
	"bytes"
	"io"
)

var logFormat = FormatInfo{
	Format: FormatLog, Level: LevelRead,
	Title: "A client's log of its reads, as JSON Lines or one JSON array, with names of its own",
	Short: "a JSON log of reads",
	HowTo: []string{
		`# mitmproxy: mitmdump -q -s log.py > log.jsonl`,
		`import base64, json, time`,
		`def responseheaders(flow):`,
		`    def log(b):`,
		`        print(json.dumps({"t": time.time(), "flow": flow.id, "b64": base64.b64encode(b).decode()}), flush=True)`,
		`        return b`,
		`    flow.response.stream = log`,
	},
	Extensions: []string{".jsonl", ".json", ".ndjson", ".log"},
}

var logImporter = importer{
	FormatInfo: &logFormat,
	looks:      looksLikeLog,
}

// clientLog reads the logs that clients write of their own reads: a JSON object
// for each, one a line or all in one array, with the names of logNames. A record
// without a time or without a payload says something about the exchange, such as
// its content type, or nothing.
//
// The first record of a chunk decides for all how times are read: the name that
// the time has, and its unit. Where the name does not say the unit, the size of
// the first time does, as sizedUnit tells: a log whose t begins at 0 is read as
// seconds.
type clientLog struct {
	machine
	file    string
	lines   lines
	walk    *jsonWalk // of an array, else nil
	entered bool
	record  logRecord
	name    int // in logNames, of the time; None before the first chunk
	times   logClock
	streams map[string]*logStream
	inOrder []*logStream
	data    []byte
	key     []byte // of stream
	some    bool
	wrong   *Error // the first record that could not be read
}

// logStream is one of the exchanges that a log tells apart.
type logStream struct {
	about    Exchange // what is known before its first chunk
	exchange int      // or None
	empty    Mark     // a read of nothing, which is the end if nothing follows
	order    order
}

func newClientLog(l lines, array bool) *clientLog {
	g := &clientLog{file: l.file, lines: l, name: None, streams: map[string]*logStream{}}
	g.data = make([]byte, 0, 512) // never nil: an empty payload is one
	g.lines.max = maxFormLine
	g.machine = machine{format: FormatLog, step: g.readLine}
	if array {
		g.walk = newJSONWalk(l)
		g.step = g.readElement
	}
	return g
}

func (g *clientLog) readLine() error {
	if err := g.lines.next(); err == io.EOF {
		return g.finish(false)
	} else if err != nil {
		return err
	}
	line := bytes.TrimSpace(g.lines.text)
	if len(line) == 0 {
		return nil
	}
	err := g.record.read(line)
	if err == errCut && !g.lines.whole {
		return g.finish(true)
	}
	if err != nil {
		g.pass(g.lines.no, line, "a JSON object")
		return nil
	}
	return g.take(g.lines.no, line)
}

func (g *clientLog) readElement() error {
	err := g.element()
	if err == errCut {
		return g.finish(true)
	}
	return err
}

func (g *clientLog) element() error {
	if !g.entered {
		g.entered = true
		return g.walk.enter('[')
	}
	raw, bad, err := g.walk.element()
	switch {
	case bad != nil:
		g.passed(bad)
		return err
	case err != nil:
		return err
	case raw == nil:
		if err := g.walk.end(); err != nil {
			bad, broken := brokenAt(err)
			if !broken {
				return err
			}
			g.passed(bad)
		}
		return g.finish(false)
	}
	if g.record.read(raw) != nil {
		g.pass(g.walk.no, raw, "a JSON object")
		return nil
	}
	return g.take(g.walk.no, raw)
}

// pass leaves out a record that cannot be read.
func (g *clientLog) pass(line int, read []byte, want string) {
	g.passed(&Error{File: g.file, Line: line, Offset: None, Read: Quote(read), Want: want})
}

func (g *clientLog) passed(err *Error) {
	if g.wrong == nil {
		g.wrong = err
	}
	g.damaged(err.Line, None)
}

// take takes the record that was read, of which raw is the text.
func (g *clientLog) take(line int, raw []byte) error {
	s := g.stream()
	if s == nil {
		return &Error{File: g.file, Line: line, Offset: None, Err: errTooMany}
	}
	g.record.about(&s.about)
	payload, data, lone, ok := g.record.payload(g.data[:0])
	switch {
	case payload == None:
		return nil
	case !ok:
		g.pass(line, raw, "a payload as one of "+logWants)
		return nil
	case g.name == None:
		if g.name = g.record.time(); g.name == None {
			g.pass(line, raw, "a time beside the payload, such as t_ms")
			return nil
		}
		g.times.begin(g.name, g.record[g.name])
	}
	at, ok := g.times.at(g.record[g.name])
	if !ok {
		g.pass(line, raw, logNames[g.name]+" as a time like the first")
		if !g.some {
			g.name = None
		}
		return nil
	}
	r := Record{Kind: RecordChunk, Time: at, Len: int64(len(data)), Data: data}
	stated, has := g.record.length()
	if payload >= logLengths {
		r.Len, r.Data = stated, nil
	} else {
		g.data = data
	}
	e := g.exchange(s)
	if e == nil {
		return &Error{File: g.file, Line: line, Offset: None, Err: errTooMany}
	}
	if lone {
		e.Note(NoteLoneSurrogate)
	}
	if has && stated != r.Len {
		e.Note(NoteLengths)
	}
	g.some = true
	if s.order.see(e, at); s.empty.Set {
		g.push(Record{Kind: RecordChunk, Exchange: s.exchange, Time: s.empty.Time, Data: []byte{}})
	}
	if s.empty = (Mark{at, r.Len == 0}); r.Len == 0 {
		return nil
	}
	e.Payload = e.Payload && r.Data != nil
	r.Exchange = s.exchange
	g.push(r)
	return nil
}

// stream returns the stream of the record that was read, or nil where there are
// too many.
func (g *clientLog) stream() *logStream {
	key := g.key[:0]
	for _, name := range g.record[logFlows:logAbout] {
		key = append(key, name[:min(len(name), 128)]...)
	}
	g.key = key
	s := g.streams[string(key)]
	if s == nil && len(g.inOrder) < maxExchanges {
		s = &logStream{exchange: None}
		if first := g.streams[""]; first != nil { // said for all, before any
			s.about = first.about
		}
		g.streams[string(key)] = s
		g.inOrder = append(g.inOrder, s)
	}
	return s
}

// exchange returns the exchange of a stream, begun with its first chunk.
func (g *clientLog) exchange(s *logStream) *Exchange {
	if s.exchange == None {
		e := s.about
		e.Level, e.Timed, e.Payload = LevelRead, true, true
		if g.times.guessed {
			e.Note(NoteUnitGuessed)
		}
		i, ok := g.begin(&e)
		if !ok {
			return nil
		}
		s.exchange = i
	}
	return g.exchanges[s.exchange]
}

// finish is the end of the log.
func (g *clientLog) finish(cut bool) error {
	for _, s := range g.inOrder {
		switch {
		case s.exchange == None:
		case s.empty.Set:
			g.push(Record{Kind: RecordEOF, Exchange: s.exchange, Time: s.empty.Time})
		case cut:
			g.exchanges[s.exchange].Note(NoteTruncated)
		}
	}
	if g.some {
		return io.EOF
	}
	if g.wrong != nil {
		return g.wrong
	}
	return &Error{File: g.file, Offset: None, Read: "a log without a read", Want: "records with a time and a payload: " + logWants}
}
