package ui

// Recipe says how to record in one format.
type Recipe struct {
	Title, HowTo string
}

// Recipes are for the formats that can be read.
func Recipes() []Recipe {
	return []Recipe{{"curl --trace", "curl --no-buffer --trace out.trace --trace-time URL"}}
}

// Cards are the built-in samples.
func (c *Samples) Cards() []Card {
	var cards []Card
	for _, s := range [][3]string{{"sawtooth", "A healthy sawtooth", "held bytes fall at every close"}, {"buffered", "Buffering the world", "parsed once, at the end"}, {"bad-event", "A bad event, kept", "the floor rises and stays"}, {"upstream", "Not your buffer", "the sender paused"}} {
		cards = append(cards, Card{s[0], s[1], s[2], sketches[s[0]]})
	}
	return cards
}
