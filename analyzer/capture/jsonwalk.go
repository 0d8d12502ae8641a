package capture

import (
	"bufio"
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// maxValue bounds the JSON value that is held, in bytes.
const maxValue = 256 << 20

// jsonWalk walks a JSON text (RFC 8259) of any size: into its objects and arrays,
// and value by value inside them. It holds one value at most.
//
//	err := w.enter('[')
//	for {
//		more, err := w.next(']')
//		…
//		text, err := w.value() // or w.skip(), or w.enter('{')
//	}
//
// Every error is errCut, where the text ends, or an *Error.
type jsonWalk struct {
	file  string
	br    *bufio.Reader
	no    int  // the current line, from 1
	first bool // nothing of the innermost object or array has been taken
	taken int  // bytes of br's buffer that the last value is a view of
	judge jsontext.Value
	held  []byte // a value that is longer than br's buffer
	last  []byte // the name that was returned last
	line  int    // that the value begins on which was taken last
}

func newJSONWalk(l lines) *jsonWalk { return &jsonWalk{file: l.file, br: l.br, no: 1} }

// peek returns the next byte that is not white space, without taking it.
func (w *jsonWalk) peek() (byte, error) {
	w.release()
	for {
		window, err := w.window()
		if err != nil {
			return 0, err
		}
		n := jsontext.Blanks(window)
		w.no += jsontext.LineFeeds(window[:n])
		w.br.Discard(n)
		if n < len(window) {
			return window[n], nil
		}
	}
}

// release lets go of the value that was returned last.
func (w *jsonWalk) release() {
	w.br.Discard(w.taken)
	w.taken = 0
}

// window returns what is buffered, a byte at least.
func (w *jsonWalk) window() ([]byte, error) {
	if _, err := w.br.Peek(1); err == io.EOF {
		return nil, errCut
	} else if err != nil {
		return nil, &Error{File: w.file, Line: w.no, Offset: None, Err: err}
	}
	return w.br.Peek(w.br.Buffered())
}

// enter takes the bracket that opens an object or array.
func (w *jsonWalk) enter(bracket byte) error {
	c, err := w.peek()
	switch {
	case err != nil:
		return err
	case c == bracket:
		w.br.Discard(1)
		w.first = true
		return nil
	case bracket == '[':
		return w.unexpected("a JSON array")
	}
	return w.unexpected("a JSON object")
}

// next takes what stands before the next member or element, and reports whether
// there is one; if there is none, it takes the bracket that closes what was
// entered.
func (w *jsonWalk) next(bracket byte) (bool, error) {
	c, err := w.peek()
	switch {
	case err != nil:
		return false, err
	case c == bracket:
		w.br.Discard(1)
		w.first = false
		return false, nil
	case w.first:
		w.first = false
		return true, nil
	case c != ',':
		return false, w.unexpected(fmt.Sprintf("a comma or %c", bracket))
	}
	w.br.Discard(1)
	return true, nil
}

// name takes the name of a member and the colon behind it. The name is valid
// until the next call.
func (w *jsonWalk) name() ([]byte, error) {
	if c, err := w.peek(); err != nil {
		return nil, err
	} else if c != '"' {
		return nil, w.unexpected("the name of a member")
	}
	raw, err := w.value()
	if err != nil {
		return nil, err
	}
	w.last, _, _ = unquote(w.last[:0], raw)
	if c, err := w.peek(); err != nil {
		return nil, err
	} else if c != ':' {
		return nil, w.unexpected("a colon")
	}
	w.br.Discard(1)
	return w.last, nil
}

// value takes the next value and returns its text, which is JSON, and valid
// until the next call.
func (w *jsonWalk) value() ([]byte, error) { return w.take(true) }

// skip passes over the next value, which is judged and not held.
func (w *jsonWalk) skip() error {
	_, err := w.take(false)
	return err
}

func (w *jsonWalk) take(hold bool) ([]byte, error) {
	if _, err := w.peek(); err != nil {
		return nil, err
	}
	w.line = w.no
	w.judge.Reset()
	w.held = w.held[:0]
	for {
		window, err := w.window()
		if err == errCut && w.judge.Complete() { // a number at the end of the text
			return w.held, nil
		} else if err != nil {
			return nil, err
		}
		n, said := w.judge.Run(window)
		if said == jsontext.Broken {
			w.no += jsontext.LineFeeds(window[:n-1])
			from := max(n-21, 0) // the wrong byte in the middle of what is shown
			w.br.Discard(n - 1)
			return nil, w.fail(window[from:min(from+41, len(window))], "a JSON value")
		}
		w.no += jsontext.LineFeeds(window[:n])
		over := said != jsontext.More
		if over && len(w.held) == 0 {
			w.taken = n
			return window[:n], nil
		}
		if hold {
			if len(w.held)+n > maxValue {
				return nil, w.fail(w.held, fmt.Sprintf("a value of at most %d bytes", maxValue))
			}
			w.held = append(w.held, window[:n]...)
		}
		w.br.Discard(n)
		if over {
			return w.held, nil
		}
	}
}

// element returns the text of the next element of the array that was entered, nil
// after the last. Of one that is broken it returns what is, and goes on behind it.
func (w *jsonWalk) element() (text []byte, bad *Error, err error) {
	from := w.no
	more, err := w.next(']')
	if err == nil && more {
		text, err = w.value()
	}
	bad, broken := brokenAt(err)
	if !broken {
		return text, nil, err
	}
	if w.no > from {
		// An element without its end breaks where the next line begins.
		if c, err := w.peek(); err == nil && c == '{' {
			w.first = true
			return nil, bad, nil
		}
	}
	_, err = w.mend() // where there is no other, the next call finds the text cut
	return nil, bad, err
}

// mend goes on behind an element that is broken: to the next line that begins
// with the brace of an object, where next finds it. It reports whether there is
// one. Recorders write one record a line.
func (w *jsonWalk) mend() (bool, error) {
	w.release()
	for {
		window, err := w.window()
		if err == errCut {
			return false, nil
		} else if err != nil {
			return false, err
		}
		n := jsontext.LineFeed(window)
		if n == len(window) {
			w.br.Discard(n)
			continue
		}
		w.br.Discard(n + 1)
		w.no++
		if c, err := w.peek(); err == errCut {
			return false, nil
		} else if err != nil || c == '{' {
			w.first = true
			return err == nil, err
		}
	}
}

// end reports what stands behind the text, white space aside.
func (w *jsonWalk) end() error {
	if _, err := w.peek(); err == errCut {
		return nil
	} else if err != nil {
		return err
	}
	return w.unexpected("nothing after the document")
}

func (w *jsonWalk) fail(read []byte, want string) *Error {
	return &Error{File: w.file, Line: w.no, Offset: None, Read: Quote(read), Want: want}
}

// unexpected is the error of the bytes that come next.
func (w *jsonWalk) unexpected(want string) error {
	b, _ := w.br.Peek(min(w.br.Buffered(), 41)) // one more than Quote shows
	return w.fail(b, want)
}
