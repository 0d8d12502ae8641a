package capture

import (
	"bytes"
	"io"
	"slices"
	"time"
)

var fixtureFormat = FormatInfo{
	Format: FormatFixture, Level: LevelEvent,
	Title:      "Fixtures of aimock, which have the times of a stream's frames",
	Short:      "aimock fixtures",
	HowTo:      []string{"npx @copilotkit/aimock --record --provider-openai URL -f ./fixtures  # from May 2026"},
	Extensions: []string{".json"},
}

var fixtureImporter = importer{
	FormatInfo: &fixtureFormat,
	looks:      looksLikeFixture,
}

// fixture reads what aimock writes of the responses that it passes on
// (github.com/CopilotKit/aimock, types.ts):
//
//	{"fixtures":[{"match":{…},"response":{"content":"…","toolCalls":[…]},
//	 "recordedTimings":{"ttftMs":50,"interChunkDelaysMs":[30,31],"totalDurationMs":170}}]}
//
// The times are of whole frames: SSE events, lines or messages. The first came
// ttftMs after the request, each further one so many milliseconds after the one
// before. What a frame held is not kept, only the text of all: its bytes are
// shared out evenly, at least one a frame. Fixtures without times are left out.
type fixture struct {
	machine
	walk   *jsonWalk
	begun  bool
	inside bool // the array of fixtures
	times  []time.Duration
	text   []byte
}

// maxFrames bounds the frames of one fixture: the records of all are made at once.
const maxFrames = 1 << 20

func newFixture(l lines) *fixture {
	f := &fixture{walk: newJSONWalk(l)}
	f.machine = machine{format: FormatFixture, step: f.read}
	return f
}

func looksLikeFixture(head []byte) bool {
	names, _, _ := firstNames(head)
	return slices.Contains(names, "fixtures") && bytes.Contains(head, []byte(`"response"`))
}

func (f *fixture) read() error {
	err := f.readNext()
	switch {
	case err == errCut && len(f.exchanges) > 0:
		f.exchanges[len(f.exchanges)-1].Note(NoteTruncated)
		return io.EOF
	case (err == errCut || err == io.EOF) && len(f.exchanges) == 0:
		return &Error{File: f.walk.file, Line: f.walk.no, Offset: None, Read: "fixtures without a time",
			Want: "recordedTimings, as aimock --record writes them for streams"}
	}
	return err
}

// readNext reads the next member, or the next fixture.
func (f *fixture) readNext() error {
	if !f.begun {
		f.begun = true
		return f.walk.enter('{')
	}
	if f.inside {
		return f.element()
	}
	more, err := f.walk.next('}')
	if err != nil {
		return err
	} else if !more {
		if err = f.walk.end(); err == nil {
			err = io.EOF
		}
		return err
	}
	name, err := f.walk.name()
	if err != nil {
		return err
	}
	if string(name) != "fixtures" {
		return f.walk.skip()
	}
	f.inside = true
	return f.walk.enter('[')
}

func (f *fixture) element() error {
	raw, bad, err := f.walk.element()
	switch {
	case bad != nil:
		f.damaged(bad.Line, None)
		return err
	case err != nil:
		return err
	case raw == nil:
		f.inside = false
		return nil
	}
	ok, fits := f.take(raw)
	if !ok {
		f.damaged(f.walk.line, None)
	}
	if !fits {
		return &Error{File: f.walk.file, Line: f.walk.line, Offset: None, Err: errTooMany}
	}
	return nil
}

// take pushes the frames of one fixture. ok is false where it cannot be read,
// fits where there are too many.
func (f *fixture) take(raw []byte) (ok, fits bool) {
	parts := [...]string{"recordedTimings", "response"}
	var part [len(parts)][]byte
	membersOf(raw, parts[:], part[:])
	names := [...]string{"ttftMs", "interChunkDelaysMs", "totalDurationMs"}
	var timing [len(names)][]byte
	if part[0] == nil {
		return raw[0] == '{', true
	}
	membersOf(part[0], names[:], timing[:])
	at, ok := parseUnit(timing[0], inMilliseconds)
	if !ok || at < 0 {
		return false, true
	}
	times := append(f.times[:0], at)
	delays := elements{text: timing[1]}
	for {
		delay, more := delays.next()
		if !more {
			break
		}
		d, ok := parseUnit(delay, inMilliseconds)
		if at += d; !ok || d < 0 || at > MaxTime || len(times) == maxFrames {
			return false, true
		}
		times = append(times, at)
	}
	f.times = times
	e := &Exchange{Level: LevelEvent, Timed: true, Accept: Mark{Set: true}}
	e.Note(NoteShared)
	i, fits := f.begin(e)
	if !fits {
		return true, false
	}
	text := f.textBytes(part[1], "", maxNest)
	n := int64(len(times))
	for k, t := range times {
		size := text / n
		if int64(k) < text%n {
			size++
		}
		f.push(Record{Kind: RecordChunk, Exchange: i, Time: t, Len: max(size, 1)})
	}
	// A sum that is less is one of fewer decimals, or was never made.
	if end, ok := parseUnit(timing[2], inMilliseconds); ok && end >= at {
		f.push(Record{Kind: RecordEOF, Exchange: i, Time: end})
	}
	return true, true
}

// textBytes counts the bytes of the text that a response is put together from, at
// any depth up to the one given.
func (f *fixture) textBytes(value []byte, name string, depth int) (n int64) {
	switch {
	case len(value) == 0 || depth == 0:
	case value[0] == '"':
		switch name {
		case "content", "reasoning", "arguments", "text", "thinking", "refusal":
			f.text, _, _ = unquote(f.text[:0], value)
			return int64(len(f.text))
		}
	case value[0] == '[':
		list := elements{text: value}
		for {
			element, ok := list.next()
			if !ok {
				break
			}
			n += f.textBytes(element, name, depth-1)
		}
	case value[0] == '{':
		m := members{text: value, judged: true}
		for {
			member, inner, ok, err := m.next()
			if err != nil || !ok {
				break
			}
			n += f.textBytes(inner, string(member), depth-1)
		}
	}
	return n
}
