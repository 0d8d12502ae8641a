package ui

import "github.com/heldbytes/heldbytes/analyzer"

// Samples are the cards of the built-in samples.
type Samples struct {
	Base string // of the page's addresses
}

// Card is one of them.
type Card struct {
	Name, Title, Blurb string
	Sketch             string // the path of its sketch, in a box of 176 by 48
	Href               string // opens it where Go is not there yet
}

// sketches are drawn by hand after what each sample shows.
var sketches = map[string]string{
	"sawtooth":  "M4 44V16H24V41H32V13H51V42H64V22H86V44H106V14H125V40H145V19H170V44",
	"buffered":  "M4 44V40H20V36H40V31H60V27H80V22H100V18H120V13H140V9H156V5H170V44",
	"bad-event": "M4 44V30H24V44H34V27H54V44H58V30H72V36H80V22H98V36H110V19H130V36H143V22H170V36",
	"upstream":  "M4 44V25H18V44H28V28H40V44H46V36H130V19V44H142V25H154V44H172",
}

// Cards are the samples in order.
func (c *Samples) Cards() []Card {
	var cards []Card
	for _, s := range analyzer.Samples() {
		cards = append(cards, Card{s.Name, t(s.Title), t(s.Blurb), sketches[s.Name], c.Base + "?sample=" + s.Name})
	}
	return cards
}
