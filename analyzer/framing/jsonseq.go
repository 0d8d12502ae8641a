package framing

import "github.com/heldbytes/heldbytes/analyzer/internal/jsontext"

// rs begins each text of a JSON text sequence.
const rs = 0x1e

// records is the framing of JSON text sequences (RFC 7464): RS, a JSON text,
// LF. A text opens at its first byte that is not white space and closes at its
// LF, or before the next RS where that is missing, or at EOF. So a text may not
// hold an LF, which senders that indent put there; such a text is found bad.
//
// Section 2.4 of the RFC has a reader drop a number or literal that no white
// space follows, as it may have been cut. Here it is taken for what it says.
type records struct {
	*tape
	text  text
	begun bool
	start int64 // of the text that has begun
}

func newRecords(t *tape) *records {
	r := &records{tape: t, text: newText(t)}
	r.text.ascii = true
	return r
}

func (r *records) write(p []byte) {
	for len(p) > 0 {
		if !r.begun {
			n := 0
			for n < len(p) && (p[n] == rs || jsontext.Blank(p[n])) {
				n++
			}
			r.pos += int64(n)
			if p = p[n:]; len(p) == 0 {
				return
			}
			r.begun, r.start = true, r.pos
			r.text.reset()
		}
		n := recordEnd(p)
		r.text.write(p[:n])
		if r.text.Invalid {
			r.traits |= TraitInvalidUTF8
		}
		r.pos += int64(n)
		if n == len(p) {
			return
		}
		if p[n] == rs {
			r.end(Span{Proof: r.pos + 1})
			r.pos++
		} else {
			r.pos++
			r.end(Span{Proof: r.pos})
		}
		p = p[n+1:]
	}
}

func (r *records) end(s Span) {
	r.begun = false
	s.Start, s.Ready, s.End = r.start, r.pos, r.pos
	s.Kind, s.Reason = r.text.judge()
	r.emit(s)
}

func (r *records) close() {
	if r.begun {
		r.end(Span{Proof: r.pos, AtEOF: true})
	}
}

func (r *records) open() (Span, bool) {
	return Span{Start: r.start, Ready: Open, End: Open, Proof: Open}, r.begun
}

// recordEnd returns the place of the first LF or RS in p, or len(p).
func recordEnd(p []byte) int { return jsontext.Either(p, '\n', rs) }
