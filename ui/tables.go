package ui

import (
	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// Tables are the tabs of the tables of what was read. The rows themselves are a
// script's: there can be millions.
type Tables struct {
	Report *analyzer.Report
	Row    string         // what the engine's chunks are called: row or chunk
	Name   string         // of the table that is chosen
	Totals map[string]int // rows of each by name; nil where they are not known yet
	Choose func(name string)
}

// Tab is the tab of a table.
type Tab struct {
	Name, Title, Count string
}

// Tabs are those of all tables.
func (c *Tables) Tabs() []Tab {
	chunks := t("Chunks")
	if c.Row == "row" {
		chunks = t("Rows")
	}
	tabs := []Tab{
		{Name: engine.TableStalls, Title: t("Stalls")}, {Name: engine.TableEvents, Title: t("Events")},
		{Name: engine.TableChunks, Title: chunks}, {Name: engine.TableBad, Title: t("Bad")},
	}
	for i := range tabs {
		if c.Totals != nil {
			tabs[i].Count = whole(int64(c.Totals[tabs[i].Name]))
		}
	}
	return tabs
}

// Empty says why the table that is chosen has no rows.
func (c *Tables) Empty() string {
	if c.Totals == nil || c.Totals[c.Name] > 0 {
		return ""
	}
	switch source := c.Report.Source; {
	case c.Name == engine.TableStalls && !source.Times:
		return t("Without times no stall is known.")
	case c.Name == engine.TableStalls:
		return t("No stretch between two handoffs was as long as the threshold.")
	case c.Name == engine.TableChunks:
		return t("Nothing was read.")
	case !source.Payload:
		return t("Without payload no event is known.")
	case c.Name == engine.TableBad:
		return t("No event is bad.")
	}
	return t("No event was found in these bytes.")
}

// tables is the state of the tables.
type tables struct {
	name   string         // of the table that is chosen
	shows  int            // counts the analyses that were shown
	totals map[string]int // rows of the tables of the last of them
	listed listing        // what is shown
	asking bool
}

// listing is a table of an analysis, in a language.
type listing struct {
	name  string
	shows int
	words *language.Language
}

// OnTable chooses a table.
func (c *Root) OnTable(name string) {
	c.tables.name = name
	go c.list()
}

// list shows tables until what is shown is what is wanted. While one call of it
// asks, others leave it to that one.
func (c *Root) list() {
	for {
		c.env.Lock()
		want := listing{c.tables.name, c.tables.shows, spoken}
		if c.tables.asking || c.start || c.Pair.Shown || want == c.tables.listed {
			c.env.UnlockOnly()
			return
		}
		c.tables.asking = true
		c.env.UnlockOnly()

		reply, err := c.Ask(engine.Request{Rows: &engine.Rows{Table: want.name}})

		c.change(func() {
			c.tables.asking = false
			switch {
			case want.shows != c.tables.shows: // of an analysis that may be gone
			case err != nil:
				c.tables.listed = want // do not try again
				c.trouble(err)
			default:
				anew := want.shows != c.tables.listed.shows
				c.tables.listed, c.tables.totals = want, reply.Table.Totals
				c.after = append(c.after, func() { c.sh.SetTable("#table", want.name, reply.Table, anew) })
			}
		})
	}
}
