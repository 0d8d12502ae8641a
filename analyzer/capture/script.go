package capture

import (
	"bufio"
	"bytes"
	"io"
	"time"
)

const bothOfScript = "both files of script together, in either order: heldbytes analyze out.typescript out.timing"

var scriptFormat = FormatInfo{
	Format: FormatScript, Level: LevelRead,
	Title: "The output of script and its timings, two files given together",
	Short: "the two files of script",
	HowTo: []string{
		`script -c "curl -sN URL" --log-out out.typescript --log-timing out.timing  # util-linux 2.35`,
		"heldbytes analyze out.typescript out.timing",
	},
	Extensions: []string{".typescript", ".timing"},
}

var scriptImporter = importer{
	FormatInfo: &scriptFormat,
}

// script reads what script of util-linux records: the output of a terminal, and
// in another file how long after the entry before each part of it came. What the
// terminal did to the bytes is taken back, see terminal.
//
// The first line of the output and, past the last entry, its trailer are of
// script itself. A line of the timings is one of
//
//	0.069324 51                  51 bytes of output, 0.069324 s after the entry before
//	O 0.069324 51                the same in the advanced format
//	I 0.069324 51                input; its bytes stand in the output where one file takes both
//	S 0.069324 SIGWINCH …        a signal
//	H 0.000000 OUTPUT_LOG name   about the recording; a value may go on in further lines
//
// A line that is none of these is passed over. Its bytes then go to the entries
// that follow, and what is left without a time at the end is left out.
//
// script(1), scriptreplay(1)
type script struct {
	machine
	timings lines
	output  *bufio.Reader
	file    string // name of the output
	at      int64  // of output
	begun   bool
	about   bool // the last line was about the recording
	files   [2][]byte
	sum     time.Duration
	left    int64 // bytes of the current entry that are still to be taken
	input   bool  // they are input
	count   int
	out     terminalChunks
}

// newHalfOfScript refuses one of the two files alone.
func newHalfOfScript(l lines) Reader {
	m := &machine{format: FormatScript}
	m.step = func() error {
		return &Error{File: l.file, Offset: None, Read: "one file", Want: bothOfScript}
	}
	return m
}

// openScript is OpenPair for the files of script.
func openScript(a, b io.Reader, o Options, nameB string) (r Reader, restA, restB io.Reader) {
	first, second := peekable(a), peekable(b)
	switch {
	case isTypescript(first) && isTimings(second):
		return newScript(first, second, o.Name, nameB), nil, nil
	case isTypescript(second) && isTimings(first):
		return newScript(second, first, nameB, o.Name), nil, nil
	}
	return nil, first, second
}

// peekable is r with its first bytes in sight, and any error behind them.
func peekable(r io.Reader) *bufio.Reader {
	br, _, err := begin(r, Options{})
	if err != nil {
		return bufio.NewReaderSize(failing{err.(*Error).Err}, peekSize)
	}
	return br
}

func newScript(output, timings *bufio.Reader, outputName, timingsName string) *script {
	s := &script{output: output, file: outputName, timings: lines{file: timingsName, br: timings, max: maxLine}}
	s.machine = machine{format: FormatScript, step: s.read}
	s.out.begin(&s.machine)
	return s
}

// isTypescript looks at the first line of what may be the output of script. Its
// words are in the user's language, what stands in brackets behind them is not.
func isTypescript(br *bufio.Reader) bool {
	head, _ := br.Peek(br.Buffered())
	return looksLikeTypescript(head)
}

func looksLikeTypescript(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.HasPrefix(line, []byte("Script started on ")) {
		return true
	}
	for _, about := range []string{` [COMMAND="`, ` [TERM="`, ` [<not executed on terminal>]`} {
		if bytes.HasSuffix(trimCR(line), []byte("]")) && bytes.Contains(line, []byte(about)) {
			return true
		}
	}
	return false
}

// looksLikeRawScript finds the first record of script -r of BSD: no bytes, a
// time, and s for the start.
func looksLikeRawScript(head []byte) bool {
	return len(head) >= 24 && string(head[:8]) == "\x00\x00\x00\x00\x00\x00\x00\x00" && string(head[20:24]) == "s\x00\x00\x00"
}

// read takes one line of the timings, or a part of the bytes of one.
func (s *script) read() error {
	if !s.begun {
		s.begun = true
		if err := s.skipLine(); err != nil {
			return err
		}
	}
	if s.left > 0 {
		return s.take()
	}
	if err := s.timings.next(); err == io.EOF {
		return s.finish()
	} else if err != nil {
		return err
	}
	line := s.timings.text
	if !s.timings.whole { // a number may be cut
		if len(line) > 0 {
			s.out.e.Note(NoteTruncated)
		}
		return s.finish()
	}
	t, ok := parseTiming(line)
	if !ok {
		if !s.about && skipSpace(line, 0) < len(line) {
			s.damaged(s.timings.no, None)
		}
		return nil
	}
	s.about = t.kind == 'H'
	if s.sum += t.delta; s.sum > MaxTime {
		return s.timings.fail(line, wantSum)
	}
	switch t.kind {
	case 'H':
		s.header(t.text)
	case 'O':
		s.left, s.input = t.size, false
		s.count++
	case 'I':
		if s.files[0] != nil && bytes.Equal(s.files[0], s.files[1]) {
			s.left, s.input = t.size, true
		}
	}
	return nil
}

// header keeps the names of the files that output and input went to.
func (s *script) header(text []byte) {
	for i, name := range []string{"OUTPUT_LOG ", "INPUT_LOG "} {
		if file, ok := bytes.CutPrefix(text, []byte(name)); ok {
			s.files[i] = bytes.Clone(file)
		}
	}
}

// take takes bytes of the current entry: all of them, but for absurd lengths.
func (s *script) take() error {
	b, err := s.output.Peek(int(min(s.left, peekSize)))
	if err != nil && err != io.EOF {
		return s.fail(err)
	}
	if !s.input {
		s.out.add(s.sum, b)
	}
	s.left -= int64(len(b))
	s.output.Discard(len(b))
	s.at += int64(len(b))
	if err == io.EOF {
		s.left = 0
		s.out.e.Note(NoteTruncated)
	}
	return nil
}

// skipLine passes over the first line of the output.
func (s *script) skipLine() error {
	for {
		b, err := s.output.ReadSlice('\n')
		s.at += int64(len(b))
		if err != bufio.ErrBufferFull {
			if err != nil && err != io.EOF {
				return s.fail(err)
			}
			return nil
		}
	}
}

func (s *script) fail(err error) error { return &Error{File: s.file, Offset: s.at, Err: err} }

// maxTrailer bounds the last line of the output, in bytes.
const maxTrailer = 1 << 10

// finish is the end of the timings: of the output the trailer is left, which a
// terminal would not have begun with an LF alone.
func (s *script) finish() error {
	rest, err := s.output.Peek(maxTrailer)
	if err != nil && err != io.EOF {
		return s.fail(err)
	}
	if s.count == 0 {
		return &Error{File: s.timings.file, Offset: None, Read: "timings without output", Want: bothOfScript}
	}
	if len(rest) > 0 && (err == nil || rest[0] != '\n' || bytes.IndexByte(bytes.TrimSuffix(rest[1:], []byte{'\n'}), '\n') >= 0) {
		s.damaged(0, s.at)
	}
	s.out.finish()
	return io.EOF
}
