package ui

import (
	"encoding/json"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// spoken is what the page says things in; nil is English.
var spoken *language.Language

// t is a text in the language of the page. The English one is its key.
func t(english string) string { return spoken.Text(english) }

// later marks a text that t takes where it is shown.
func later(english string) string { return english }

// say renders a text with numbers in it, such as {n event events}.
func say(english string, args diagnose.Args) string { return spoken.Say(english, args) }

// SetLanguage sets the language of the page and its engine from a table as JSON; "" is
// English.
func (c *Root) SetLanguage(table string) error {
	l := &language.Language{Tag: language.English.Tag}
	if table != "" {
		if err := json.Unmarshal([]byte(table), l); err != nil {
			return err
		}
	}
	spoken = l
	c.eng.Speak(l)
	c.Lab.translate()
	if c.err != nil {
		c.Trouble = spoken.Error(c.err)
	}
	return nil
}

// onLanguage says what is shown in another language. Nothing is read again.
func (c *Root) onLanguage(table string) {
	some := false
	c.change(func() {
		some = !c.shown.empty()
		if err := c.SetLanguage(table); err != nil {
			c.trouble(err)
			return
		}
		c.graph.drawn, c.overview.drawn = engine.Draw{}, engine.Draw{}
		c.Pair.graph.drawn, c.Lab.graph.drawn = engine.Draw{}, engine.Draw{}
		if !c.busy { // what was said last was said in the other language
			c.after = append(c.after, func() { c.sh.SetStatus("", true) })
		}
	})
	if some {
		c.again()
	}
	c.Lab.again()
	c.redraw()
	c.list()
	c.Pair.redraw()
	c.Lab.redraw()
}

// again asks for the report of what is shown once more, and if that is another one
// by then, for its report: it may have been read in the language before.
func (c *Root) again() {
	for same := false; !same; {
		c.env.Lock()
		of, kind := c.shownSeq, c.shown.kind
		c.env.UnlockOnly()
		reply, err := c.Ask(engine.Request{Report: kind == "", PairReport: kind != ""})
		report := &analyzer.Report{}
		if err == nil && kind == "" {
			err = json.Unmarshal(reply.Report, report)
		}
		c.change(func() {
			if same = of == c.shownSeq; !same {
				return
			}
			if err == nil && kind != "" {
				report.Headline, err = c.Pair.read(kind, reply.Pair)
			}
			if err != nil {
				c.trouble(err)
				return
			}
			c.Report = report
		})
	}
}
