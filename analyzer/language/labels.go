package language

import (
	"maps"

	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// Labels are the words of a figure.
func (l *Language) Labels() *figure.Labels {
	w := figure.English
	if l == nil || len(l.Texts) == 0 {
		return &w
	}
	for _, s := range []*string{
		&w.Held, &w.Bytes, &w.Why, &w.Empty, &w.Comma, &w.NoStall, &w.OneStall, &w.Stalls, &w.Longest,
		&w.Duration, &w.InAll, &w.Between, &w.Framed, &w.Block, &w.Before, &w.After,
	} {
		*s = l.Text(*s)
	}
	for _, a := range []*figure.Axis{&w.Chunk, &w.Row, &w.Point, &w.Made} {
		a.Millis, a.Seconds, a.Untimed = l.Text(a.Millis), l.Text(a.Seconds), l.Text(a.Untimed)
	}
	for _, c := range []*figure.Count{&w.Chunks, &w.Points, &w.Hops, &w.Received, &w.Events, &w.Peak, &w.Lag} {
		c.One, c.Many = l.Text(c.One), l.Text(c.Many)
	}
	w.Rules = maps.Clone(w.Rules)
	for kind, s := range w.Rules {
		w.Rules[kind] = l.Text(s)
	}
	for i, s := range w.Lanes {
		w.Lanes[i] = l.Text(s)
	}
	for i, s := range w.Causes { // as in the table of stalls
		w.Causes[i] = l.Catalogue()["table."+s]
	}
	for i, s := range w.Meanings {
		w.Meanings[i] = l.Text(s)
	}
	return &w
}
