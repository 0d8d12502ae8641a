package capture

import (
	"bytes"
	"io"
)

// formLines reads the capture form as JSON Lines: members of the exchange on
// any line, a chunk, a row or both on each line that has one.
type formLines struct {
	form
	lines lines
}

func newFormLines(l lines) *formLines {
	f := &formLines{lines: l}
	f.lines.max = maxFormLine
	f.init(f.read, l.file, func() int { return f.lines.no })
	return f
}

func (f *formLines) read() error {
	if err := f.lines.next(); err == io.EOF {
		f.finish()
		return io.EOF
	} else if err != nil {
		return err
	}
	line := f.lines.text
	if skipSpace(line, 0) == len(line) {
		return nil
	}
	var chunk chunkMembers
	is := false
	m := members{text: line}
	for {
		name, value, ok, err := m.next()
		if err == nil && !ok {
			err = m.end()
		}
		if err == errCut && !f.lines.whole {
			f.e.Note(NoteTruncated)
			return io.EOF
		}
		if err != nil {
			return f.syntax(bytes.TrimSpace(line), err)
		}
		if !ok {
			break
		}
		taken, twice := chunk.take(name, value)
		if twice {
			return f.fail(line, string(name)+" once")
		}
		is = is || taken
		if !taken {
			if err := f.member(name, value); err != nil {
				return err
			}
		}
	}
	if !is {
		return nil
	}
	return f.entry(chunk, line)
}
