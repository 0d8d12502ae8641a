package ui

import (
	"fmt"
	"strconv"

	"github.com/heldbytes/heldbytes/analyzer"
)

// Grids are the tables of what is shown.
func (c *Pair) Grids() []Grid {
	switch {
	case !c.Shown:
		return []Grid{{}}
	case !c.Points():
		return []Grid{c.sideGrid()}
	}
	grids := []Grid{c.hopGrid(), c.pointGrid()}
	if holds := c.holdGrid(); len(holds.Cells) > 0 {
		grids = append(grids, holds)
	}
	if len(c.Compare.Stalls) > 0 {
		grids = append(grids, c.stallGrid())
	}
	return grids
}

func (c *Pair) sideGrid() Grid {
	g := Grid{Title: t("Before and after"), Head: []string{t("figure"), t("before"), t("after")}}
	for _, r := range c.Fix.Rows(spoken) {
		g.Cells = append(g.Cells, []string{r.Name, r.Before, r.After})
	}
	return g
}

func (c *Pair) pointGrid() Grid {
	g := Grid{Title: t("The two points"), Head: []string{t("point"), t("format"), t("level"), t("framing"), t("clock"), t("chunks"), t("bytes"), t("start ms"), t("EOF ms")}}
	for _, p := range c.Compare.Points {
		eof := "–"
		if p.Source.EOF != nil {
			eof = millis(*p.Source.EOF + p.Start)
		}
		g.Cells = append(g.Cells, []string{strconv.Itoa(p.Point), formatWord(p.Source.Format), p.Source.Level, word(framingWords, p.Framing), p.Clock,
			whole(int64(p.Source.Chunks)), whole(p.Source.Bytes), millis(p.Start), eof})
	}
	return g
}

func hopName(first int) string { return strconv.Itoa(first) + "–" + strconv.Itoa(first+1) }

func (c *Pair) hopGrid() Grid {
	g := Grid{Title: t("Held between"), Head: []string{t("hop"), t("peak"), t("held ms"), t("quickest ms"), t("slowest ms"), t("offset ms")}}
	for _, h := range c.Compare.Hops {
		g.Cells = append(g.Cells, []string{hopName(h.First), whole(h.Peak), millis(h.Time), millis(h.Quickest), millis(h.Slowest), millis(h.Clock.Offset)})
	}
	return g
}

func (c *Pair) holdGrid() Grid {
	g := Grid{Title: t("Held for a stall's length"), Head: []string{t("held in hop"), t("from"), t("to"), t("longest ms"), t("events"), t("bytes")}}
	n := 0
	for _, h := range c.Compare.Hops {
		for _, o := range h.Holds {
			if n++; n > mostListed {
				continue
			}
			to, events := millis(o.To), whole(int64(o.Events))
			if !o.Passed {
				to = "–"
			}
			if o.Events == 0 {
				events = "–"
			}
			g.Cells = append(g.Cells, []string{hopName(h.First), millis(o.From), to, millis(o.Wait), events, whole(o.Bytes[0]) + "–" + whole(o.Bytes[1])})
		}
	}
	g.More = moreThan(n)
	return g
}

func (c *Pair) stallGrid() Grid {
	g := Grid{Title: t("Stalls at the last point, by where the stream stood"), Head: []string{t("stall from"), t("to"), t("ms"), t("before 1")}}
	for _, h := range c.Compare.Hops {
		g.Head = append(g.Head, fmt.Sprintf(t("in hop %s"), hopName(h.First)), t("open"), t("held"))
	}
	for _, s := range c.Compare.Stalls[:min(len(c.Compare.Stalls), mostListed)] {
		g.Cells = append(g.Cells, c.stallCells(s))
	}
	g.More = moreThan(len(c.Compare.Stalls))
	return g
}

func (c *Pair) stallCells(s analyzer.PlacedStallReport) []string {
	cells := []string{millis(s.From), millis(s.To), millis(s.To - s.From), millis(s.Before)}
	for _, h := range s.Hops {
		cells = append(cells, millis(h.Release), millis(h.Open), whole(h.Held))
	}
	return cells
}

// mostListed bounds the rows of a table; the command has all of them.
const mostListed = 50

// moreThan says how many of n rows are not listed.
func moreThan(n int) string {
	if n <= mostListed {
		return ""
	}
	return t("and more; heldbytes compare --json has all of them")
}
