package ui

import (
	"maps"
	"slices"
)

// FormatsInWords are the format codes that have a word.
func FormatsInWords() []string { return slices.Collect(maps.Keys(formatWords)) }

// FramingsInWords are the framing codes that have a word.
func FramingsInWords() []string { return slices.Collect(maps.Keys(framingWords)) }

// Run is what OnRun does in a goroutine of its own.
func (c *Lab) Run() { c.run() }
