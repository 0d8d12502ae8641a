package ui

import (
	"maps"
	"slices"
)

// FormatInWords is a format in one line.
func FormatInWords(code string) string { return formatWord(code) }

// FramingsInWords are the framing codes that have a word.
func FramingsInWords() []string { return slices.Collect(maps.Keys(framingWords)) }

// Choose is OnTable, done when it returns.
func (c *Root) Choose(table string) {
	c.tables.name = table
	c.list()
}

// Run is what OnRun does in a goroutine of its own.
func (c *Lab) Run() { c.run() }

// NumberSteps are the numbers that the slider of the knob goes through.
func NumberSteps(most int64) []int64 { return numberSteps(most) }
