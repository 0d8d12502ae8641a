package ui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
)

// mostExchanges is how many exchanges the page lists: each is an element that
// every frame looks at.
const mostExchanges = 300

// Exchanges is the list of what a recording holds, where that is several: the
// one that is shown can be changed for another.
type Exchanges struct {
	List   []analyzer.ExchangeReport
	Shown  int // from 1
	Change func(int)
}

// Choices are the first of the list, and the one that is shown.
func (c *Exchanges) Choices() []Choice {
	choices := []Choice{}
	for i, x := range c.List {
		if i < mostExchanges || i+1 == c.Shown {
			choices = append(choices, Choice{strconv.Itoa(i + 1), exchangeTitle(i+1, x)})
		}
	}
	return choices
}

// exchangeTitle names an exchange by what is known of it.
func exchangeTitle(number int, x analyzer.ExchangeReport) string {
	var known []string
	if x.Method != "" {
		known = append(known, x.Method)
	}
	if x.Status > 0 {
		known = append(known, strconv.Itoa(x.Status))
	}
	if x.Type != "" {
		known = append(known, x.Type)
	}
	title, comma := strconv.Itoa(number)+": ", spoken.Catalogue()["list.comma"]
	if len(known) > 0 {
		title += strings.Join(known, " ") + comma
	}
	return title + count(int64(x.Chunks), "chunk") + comma + count(x.Bytes, "byte")
}

// Value is the choice that is shown.
func (c *Exchanges) Value() string { return strconv.Itoa(c.Shown) }

// More says that the list goes on.
func (c *Exchanges) More() string {
	if n := len(c.List); n > mostExchanges {
		return fmt.Sprintf(t("of %s; the command takes any of them with --exchange"), group(strconv.Itoa(n)))
	}
	return ""
}

// OnExchange takes the chosen exchange.
func (c *Exchanges) OnExchange(value string) {
	if n, err := strconv.Atoi(value); err == nil && n >= 1 && n <= len(c.List) {
		c.Change(n)
	}
}

// OnExchange reads once more, and takes another exchange.
func (c *Root) OnExchange(number int) {
	c.Options.Exchange = number
	go c.analyze(c.tried)
}
