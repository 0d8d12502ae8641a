package analyzer

import (
	"bufio"
	"bytes"
	"errors"
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

// linkPrefix bounds what stands in front of the # of a link, in bytes.
const linkPrefix = 4 << 10

// bareLink is the least length of a link form by which it is told without a #: a
// number may look like a shorter one.
const bareLink = 64

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
	blank := len(text) - len(bytes.TrimLeft(text, blanks))
	word := text[blank:]
	if end := bytes.IndexAny(word, blanks); end >= 0 {
		word = word[:end]
	}
	if i := bytes.Index(word[:min(len(word), linkPrefix)], []byte(linkHash)); i >= 0 && !bytes.ContainsAny(word[:i], "\"'`{}<>,\\") {
		return blank + i + len(linkHash), true
	}
	rest, named := bytes.CutPrefix(word, []byte(linkTimeline))
	version, _, _ := bytes.Cut(rest, []byte("."))
	form, _, _ := bytes.Cut(rest, []byte("&"))
	if len(form) < bareLink || len(version) == 0 || len(bytes.Trim(version, "0123456789")) > 0 {
		return 0, false
	}
	for _, c := range form[len(version)+1:] {
		if c-'0' > 9 && c|0x20-'a' > 25 && c != '-' && c != '_' {
			return 0, false
		}
	}
	if at = blank; named {
		at += len(linkTimeline)
	}
	return at, true
}

// blanks are what an address has none of. Where a mail or a terminal broke a link
// into lines they are taken out.
const blanks = " \t\r\n"

// unfold returns the CSV of the timeline that the recording r carries where it
// is a link, and the stall that the link says, 0 for none. Any other
// recording comes back as it is. An error is a *capture.Error that names the file.
func unfold(r io.Reader, name string) (io.Reader, time.Duration, error) {
	br := bufio.NewReaderSize(r, 64<<10) // capture.Open takes one of this size as its own
	head, err := br.Peek(2 * linkPrefix)
	if err != nil && err != io.EOF { // bufio forgets it
		return io.MultiReader(bytes.NewReader(bytes.Clone(head)), failing{err}), 0, nil
	}
	at, ok := linkAt(head)
	if !ok {
		return br, 0, nil
	}
	const most = linkPrefix + 2*timeline.MaxLink // with the blanks in it
	text, err := io.ReadAll(io.LimitReader(br, most))
	if err != nil {
		return nil, 0, &capture.Error{File: name, Offset: capture.None, Err: err}
	}
	csv, stall, err := openLink(string(text[at:]))
	if err != nil {
		var bad *capture.Error
		if errors.As(err, &bad) && bad.Offset >= 0 {
			bad.Offset += int64(at)
		}
		return nil, 0, named(err, name)
	}
	return bytes.NewReader(csv), stall, nil
}

// failing is an io.Reader that only fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

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
