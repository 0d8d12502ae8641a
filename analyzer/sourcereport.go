package analyzer

import (
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// SourceReport says what was read.
type SourceReport struct {
	Format    string   `json:"format"`
	Level     string   `json:"level"`
	Chunks    int      `json:"chunks"`
	Bytes     int64    `json:"bytes"`
	Times     bool     `json:"times"`
	Payload   bool     `json:"payload"`
	EOF       *Millis  `json:"eof_ms"`
	FirstByte *Millis  `json:"first_byte_ms"` // the wait before the first chunk, no stall
	Notes     []string `json:"notes"`
	Remarks   []string `json:"remarks"` // the notes as sentences, and which exchange of several this is
	Exchange  int      `json:"exchange"`
	Exchanges int      `json:"exchanges"`

	List []ExchangeReport `json:"exchange_list"` // of a recording with several, all of them in order
}

// ExchangeReport is one exchange of several that a recording holds.
type ExchangeReport struct {
	Method string `json:"method"` // "" where it is not known
	Status int    `json:"status"` // 0 where it is not known
	Type   string `json:"type"`
	Chunks int    `json:"chunks"`
	Bytes  int64  `json:"bytes"`
	Times  bool   `json:"times"`
}

// FramingReport says how events were found, and what events there are.
type FramingReport struct {
	Name         string `json:"name"`
	Detected     bool   `json:"detected"`
	Other        string `json:"other,omitempty"` // finds events where the one asked for finds none
	Events       int    `json:"events"`          // closed: sentinels, heartbeats and bad ones too
	Bad          int    `json:"bad"`
	OpenAtEnd    int64  `json:"open_at_end"`
	LargestEvent int64  `json:"largest_event"`
}

func (a *Analysis) source() SourceReport {
	t := a.Timeline
	s := SourceReport{
		Format: t.Format.String(), Level: t.Level.String(), Chunks: len(t.Chunks), Bytes: t.Total(),
		Times: t.Timed, Payload: t.Payload, EOF: mark(t.EOF), Notes: []string{},
		Exchange: a.Exchange, Exchanges: len(a.Exchanges), List: []ExchangeReport{},
	}
	if t.Accept.Set {
		wait := Millis(-t.Accept.Time)
		s.FirstByte = &wait
	}
	for _, n := range t.Notes {
		s.Notes = append(s.Notes, n.String())
	}
	s.Notes = append(s.Notes, t.Traits.Names()...)
	c := a.Language.Catalogue()
	s.Remarks = c.Remarks(s.Notes)
	if i := slices.Index(s.Notes, capture.NoteDamaged.String()); i >= 0 && t.Damage.Records > 0 {
		s.Remarks[i] = damageRemark(c, t.Damage)
	}
	if n := len(a.Exchanges); n > 1 {
		for _, x := range a.Exchanges {
			s.List = append(s.List, ExchangeReport{x.Method, x.Status, x.Type, x.Chunks, x.Bytes, x.Timed})
		}
		s.Remarks = append(s.Remarks, c.Sentence("source.exchange", diagnose.Args{"exchange": int64(a.Exchange), "exchanges": int64(n)}, nil))
	}
	return s
}

// damageRemark says how much was passed over and where that begins.
func damageRemark(c diagnose.Catalogue, d capture.Damage) string {
	args := diagnose.Args{"records": int64(d.Records), "line": int64(d.Line), "offset": d.Offset}
	switch {
	case d.Line > 0:
		return c.Sentence("source.damaged.line", args, nil)
	case d.Offset >= 0:
		return c.Sentence("source.damaged.offset", args, nil)
	}
	return c["note."+capture.NoteDamaged.String()]
}

func (a *Analysis) framing() FramingReport {
	t := a.Timeline
	f := FramingReport{Name: t.Framing.String(), Detected: t.Detected}
	if t.Other != framing.Unknown {
		f.Other = t.Other.String()
	}
	f.Events, f.Bad = t.Spans.Sum().Events.Count, t.Spans.Bad()
	_, f.LargestEvent = t.Spans.Largest()
	if n := t.Spans.Len(); n > 0 {
		if last := t.Spans.At(n - 1); last.End == framing.Open {
			f.OpenAtEnd = t.Total() - last.Start
		}
	}
	return f
}
