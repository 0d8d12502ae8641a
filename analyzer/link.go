package analyzer

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// A link carries an analysis in what stands behind its #, its fragment:
//
//	t=1.<base64url>              the timeline in its link form
//	t=1.<base64url>&stall=500    where the shortest stall is not the usual one, in ms
//
// Whoever opens it is told the same words: the rest follows from the timeline.

// The parts of a fragment.
const (
	linkTimeline = "t="
	linkStall    = "stall="
	linkHash     = "#" + linkTimeline
)

// linkHead is how much of a recording is looked at: capture.Open takes a reader of
// this size as its own.
const linkHead = 64 << 10

// linkPrefix bounds what stands in front of the # of a link, in bytes.
const linkPrefix = 4 << 10

// bareLink is the least length of a link form by which it is told without a #: a
// number may look like a shorter one.
const bareLink = 40

// Link is the fragment of a link that holds the analysis: what stands behind the #
// of an address of the page. deflate is deflate.Pack. It fails with
// timeline.ErrLinkTooLong where a link cannot hold it.
func (a *Analysis) Link(deflate timeline.Deflater) (string, error) {
	form, err := timeline.Link(a.Timeline, a.carried(), deflate)
	if err != nil {
		return "", err
	}
	fragment := linkTimeline + form
	if stall := a.Diagnosis.Stall; stall != diagnose.DefaultStall {
		fragment += "&" + linkStall + capture.FormatMillis(stall)
	}
	return fragment, nil
}

// IsLink says whether text begins like a link that carries an analysis: an address
// with #t=, that without what stands in front of it, or the bare link form. What is
// wrong with it is said when it is read.
func IsLink(text string) bool {
	_, ok := linkAt([]byte(text))
	return ok
}

// linkAt is where the link form begins in a text that is a link.
func linkAt(text []byte) (at int, ok bool) {
	for at < len(text) && text[at] <= ' ' {
		at++
	}
	text = text[at:]
	for i, c := range text[:min(len(text), linkPrefix)] {
		if c == '#' && bytes.HasPrefix(text[i:], []byte(linkHash)) {
			return at + i + len(linkHash), true
		}
		if c <= ' ' || strings.IndexByte("\"'`{}<>,\\", c) >= 0 { // no address
			break
		}
	}
	if bytes.HasPrefix(text, []byte(linkTimeline)) {
		at, text = at+len(linkTimeline), text[len(linkTimeline):]
	}
	i := 0
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	if i == 0 || i == len(text) || text[i] != '.' {
		return 0, false
	}
	for i++; i < len(text) && timeline.IsLinkByte(text[i]); i++ {
	}
	return at, i >= bareLink && (i == len(text) || text[i] <= ' ' || text[i] == '&')
}

// unfold returns the CSV of the timeline that the recording r carries where it
// is a link, and the stall that the link says, 0 for none. Any other
// recording comes back as it is. An error is a *capture.Error that names the file.
func unfold(r io.Reader, name string) (io.Reader, time.Duration, error) {
	br := bufio.NewReaderSize(r, linkHead)
	text, err := br.Peek(linkHead) // an error comes again
	at, ok := linkAt(text)
	if !ok {
		return br, 0, nil
	}
	if err == nil { // there is more
		text = make([]byte, linkPrefix+2*timeline.MaxLink) // with blanks
		var n int
		if n, err = io.ReadFull(br, text); err == io.ErrUnexpectedEOF {
			err = nil
		}
		text = text[:n]
	}
	if err == nil || err == io.EOF {
		var csv []byte
		var stall time.Duration
		if csv, stall, err = openLink(string(text[at:])); err == nil {
			return bytes.NewReader(csv), stall, nil
		}
	}
	bad, ok := err.(*capture.Error)
	if !ok {
		bad = &capture.Error{Offset: capture.None, Err: err}
	} else if bad.Offset >= 0 {
		bad.Offset += int64(at)
	}
	bad.File = name
	return nil, 0, bad
}

// openLink reads a link form and the options behind it. The offsets of its errors
// count characters, blanks left out.
func openLink(text string) (csv []byte, stall time.Duration, err error) {
	text = strings.Join(strings.Fields(text), "")
	form, options, some := strings.Cut(text, "&")
	if csv, err = timeline.OpenLink(form); err != nil {
		return nil, 0, err
	}
	if !some {
		return csv, 0, nil
	}
	value, ok := strings.CutPrefix(options, linkStall)
	if stall, err = capture.ParseMillis(value); !ok || err != nil || stall <= 0 || capture.FormatMillis(stall) != value {
		return nil, 0, &capture.Error{Offset: int64(len(form) + 1), Read: capture.Quote([]byte(options)), Want: "stall= and milliseconds, or nothing", Err: timeline.ErrLinkDamaged}
	}
	return csv, stall, nil
}
