package capture

import "bytes"

// A label is taken off where that many entries have it, all of the first ones,
// and none longer than maxLabel.
const (
	labelled = 3
	maxLabel = 256
)

// payloads is what a text begins with whose framing is plain: the fields of an
// SSE event, and an object of JSON.
var payloads = []string{"data:", "event:", "id:", "retry:", "{"}

// stampLabel returns the label that stands between the time and the text of
// entries, nil where there is none. It is what comes before the first field of SSE
// or the first JSON object of the first entry, ends in a blank, and is the same in
// all of them, so that no text that merely begins alike is taken for one:
//
//	host prog[12]: data: 1     host prog[12]:
//	app.js:10 {"n":1}          app.js:10
//	INFO chunk: data: 1        INFO chunk:
//	data: {"n":1}              none
func stampLabel(entries []stampedEntry) []byte {
	if len(entries) < labelled {
		return nil
	}
	label := labelOf(entries[0].text)
	for _, e := range entries {
		if _, ok := cutLabel(e.text, label); !ok {
			return nil
		}
	}
	return label
}

func labelOf(text []byte) []byte {
	if isPayload(text) || bytes.HasPrefix(text, []byte(":")) { // a comment of SSE
		return nil
	}
	for i, c := range text[:min(len(text), maxLabel)] {
		switch {
		case c == '\n' || c == '"' || c == '{':
			return nil
		case c == ' ' && isPayload(text[i+1:]):
			return text[:i+1]
		}
	}
	return nil
}

func isPayload(text []byte) bool {
	for _, p := range payloads {
		if bytes.HasPrefix(text, []byte(p)) {
			return true
		}
	}
	return false
}

// cutLabel returns text without label. Behind a label without text the blank may
// be missing.
func cutLabel(text, label []byte) (rest []byte, ok bool) {
	if len(label) == 0 {
		return text, false
	}
	if rest, ok = bytes.CutPrefix(text, label); ok {
		return rest, true
	}
	if rest, ok = bytes.CutPrefix(text, label[:len(label)-1]); ok && len(bytes.TrimLeft(rest, "\r\n")) == 0 {
		return rest, true
	}
	return text, false
}
