package capture

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

var harFormat = FormatInfo{
	Format: FormatHAR, Level: LevelEvent,
	Title: "A HAR: the messages of EventSource and WebSocket with times, other bodies without",
	Short: "a HAR",
	HowTo: []string{
		"Chrome, Edge: DevTools > Settings > Preferences > Network > Allow to generate HAR with sensitive data; then Network > Export HAR (with sensitive data)",
		"npx browsertime URL  # of Chrome, browsertime.har has the times and lengths of reads (_chunks)",
		"# no other HAR has the times of what fetch read: use curl, or chrome://net-export",
	},
	Extensions: []string{".har"},
}

var harImporter = importer{
	FormatInfo: &harFormat,
	looks:      looksLikeHAR,
}

const wantHAR = "one whose export had the bodies in it, or another recording with the time of each read: " + curlHowTo

// har reads an HTTP Archive, version 1.1 or 1.2: an object whose member log has
// an array of entries, each a request and its response. It holds one entry.
//
// Of an entry it takes what tells most of its arrival: messages with times, the
// lengths of reads with times, or else the body alone (see entry). The times of
// reads are counted from the start of the entry's page.
type har struct {
	machine
	walk  *jsonWalk
	at    harPlace
	seen  int // entries
	pages map[string]time.Duration
	start []byte // how the first entry begins: its brace and its first name
	data  []byte // the payload of the records of the last entry
	lone  bool   // the last body has half a surrogate pair
	spare []byte // another buffer, of what was decoded last
}

// harPlace is what the walk stands in.
type harPlace uint8

const (
	harOutside harPlace = iota
	harRoot
	harLog
	harPages
	harEntries
)

// maxPages bounds the pages whose start is kept.
const maxPages = 1 << 12

func newHAR(l lines) *har {
	h := &har{walk: newJSONWalk(l), pages: map[string]time.Duration{}}
	h.machine = machine{format: FormatHAR, step: h.read}
	h.data = make([]byte, 0, 512) // never nil: an empty payload is one
	return h
}

// looksLikeHAR looks for the member log and, inside it, one that a log has.
func looksLikeHAR(head []byte) bool {
	m := members{text: head}
	for {
		name, ok, err := m.name()
		if err != nil || !ok {
			return false
		}
		if string(name) == "log" {
			names, _, _ := firstNames(head[m.pos:])
			return len(names) > 0 && bytes.Contains([]byte(" version creator browser pages entries comment "), []byte(" "+names[0]+" "))
		}
		if _, err := m.value(); err != nil {
			return false
		}
	}
}

func (h *har) read() error {
	err := h.readNext()
	switch _, broken := brokenAt(err); {
	case err == nil:
		return nil
	case err == io.EOF:
	case err == errCut:
		for _, e := range h.exchanges {
			e.Note(NoteTruncated)
		}
	case !broken:
		return err // of the reader
	default:
		if h.at == harEntries && len(h.start) > 0 {
			h.damaged(h.walk.no, None)
			if more, err := h.mend(); more || err != nil {
				return err
			}
		} else if len(h.exchanges) == 0 {
			return err
		} else {
			h.damaged(h.walk.no, None)
		}
	}
	if len(h.exchanges) == 0 {
		return h.nothing()
	}
	return io.EOF
}

// nothing is the error of a HAR of which nothing could be taken.
func (h *har) nothing() error {
	return &Error{File: h.walk.file, Offset: None, Read: fmt.Sprintf("a HAR without a body or the time of a chunk in its entries (%d)", h.seen), Want: wantHAR}
}

// readNext reads one member, or one element of an array that matters.
func (h *har) readNext() error {
	w := h.walk
	if h.at == harOutside {
		h.at = harRoot
		return w.enter('{')
	}
	closing := byte('}')
	if h.at >= harPages {
		closing = ']'
	}
	more, err := w.next(closing)
	switch {
	case err != nil:
		return err
	case !more && h.at == harRoot:
		return h.over()
	case !more && h.at == harLog:
		h.at = harRoot
		return nil
	case !more:
		h.at = harLog
		return nil
	case closing == ']':
		text, err := w.value()
		if err == nil && h.at == harPages {
			h.page(text)
		} else if err == nil {
			err = h.entry(text)
		}
		return err
	}
	name, err := w.name()
	if err != nil {
		return err
	}
	switch to := h.inside(name); to {
	case harOutside:
		return w.skip()
	case harLog:
		h.at = to
		return w.enter('{')
	default:
		h.at = to
		return w.enter('[')
	}
}

// inside is the place that the member called name is, harOutside if it is none.
func (h *har) inside(name []byte) harPlace {
	switch {
	case h.at == harRoot && string(name) == "log":
		return harLog
	case h.at == harLog && string(name) == "pages":
		return harPages
	case h.at == harLog && string(name) == "entries":
		return harEntries
	}
	return harOutside
}

// over is the end of the document.
func (h *har) over() error {
	if err := h.walk.end(); err != nil {
		return err
	}
	return io.EOF
}

// mend goes on behind an entry that is broken, at one that begins as the first
// did, and reports whether there is one.
func (h *har) mend() (bool, error) {
	w := h.walk
	w.release()
	for {
		if _, err := w.br.Peek(len(h.start)); err == io.EOF {
			return false, nil
		} else if err != nil {
			return false, &Error{File: w.file, Line: w.no, Offset: None, Err: err}
		}
		window, _ := w.br.Peek(w.br.Buffered())
		n := bytes.Index(window, h.start)
		found := n >= 0
		if !found {
			n = len(window) - len(h.start) + 1
		}
		w.no += bytes.Count(window[:n], []byte{'\n'})
		w.br.Discard(n)
		if found {
			w.first = true
			return true, nil
		}
	}
}

// page keeps when a page began to load.
func (h *har) page(text []byte) {
	var id, started []byte
	m := members{text: text, judged: true}
	for {
		name, value, ok, err := m.next()
		switch {
		case err != nil:
			return
		case !ok:
			if at, ok := harDate(started); ok && len(h.pages) < maxPages {
				h.pages[string(id)] = at
			}
			return
		case string(name) == "id":
			id = value
		case string(name) == "startedDateTime":
			started = value
		}
	}
}

// harDate reads a JSON string of a date and time of ISO 8601.
func harDate(raw []byte) (time.Duration, bool) {
	if len(raw) < 2 {
		return 0, false
	}
	return parseDate(bytes.Trim(raw, `"`))
}
