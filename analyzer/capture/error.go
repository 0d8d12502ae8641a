package capture

import "fmt"

// Error says where a recording could not be read. Line and Offset are 1-based
// and 0-based; the one that is not known is 0 and None.
type Error struct {
	File   string // as the user named it
	Line   int
	Offset int64
	Read   string // what was read, shortened
	Want   string // what was wanted
	Err    error  // the cause, if another package found it
}

// Place is the file and the line or offset in it.
func (e *Error) Place() string {
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d", e.File, e.Line)
	case e.Offset >= 0:
		return fmt.Sprintf("%s:+%d", e.File, e.Offset)
	}
	return e.File
}

func (e *Error) Error() string {
	s := e.Place()
	if e.Read != "" {
		s += ": read " + e.Read
	}
	if e.Want != "" {
		s += ", want " + e.Want
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// brokenAt returns an error that is about what a recording has in one place, and
// not about reading it.
func brokenAt(err error) (at *Error, is bool) {
	at, is = err.(*Error)
	return at, is && at.Err == nil
}

// Quote shortens b to what a line can show: at most 40 bytes, quoted.
func Quote(b []byte) string {
	const most = 40
	if len(b) > most {
		return fmt.Sprintf("%q…", b[:most])
	}
	return fmt.Sprintf("%q", b)
}
