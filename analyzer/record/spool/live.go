package spool

import "github.com/heldbytes/heldbytes/analyzer/framing"

// live counts what a reader at close holds of a stream while it comes.
type live struct {
	contentType string
	prefix      []byte // until the framing is known
	scan        framing.Scanner
	seen        int64
	off         bool // no framing is known
}

func (l *live) write(p []byte) {
	l.seen += int64(len(p))
	switch {
	case l.off:
	case l.scan != nil:
		l.scan.Write(p)
	default:
		if l.prefix = append(l.prefix, p...); len(l.prefix) >= framing.Window {
			l.detect()
		}
	}
}

// held is how many bytes are held; it is not known of every stream.
func (l *live) held() (bytes int64, known bool) {
	if l.off || l.scan == nil && !l.detect() {
		return 0, false
	}
	if open, ok := l.scan.Open(); ok {
		return l.seen - open.Start, true
	}
	return 0, true
}

// detect looks for a framing in what has come. What more bytes would show
// otherwise is found by who reads the capture.
func (l *live) detect() bool {
	name := framing.Detect(l.contentType, l.prefix[:min(len(l.prefix), framing.Window)])
	scan, err := framing.New(name, framing.Options{}, func(framing.Span) {})
	if l.off = err != nil && len(l.prefix) >= framing.Window; err != nil {
		if l.off {
			l.prefix = nil
		}
		return false
	}
	scan.Write(l.prefix)
	l.scan, l.prefix = scan, nil
	return true
}
