package figure

import (
	"maps"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// theme is a set of colours.
type theme struct {
	card, ink, dim, accent, knob, grid string
	rule                               map[replay.RuleKind]string // of lines; dim where there is none
	cause                              [diagnose.CauseCount]string
	lane                               [diagnose.StageCount]string
}

var light = theme{
	card: "#ffffff", ink: "#16191d", dim: "#5b636d", accent: "#0b7a75", knob: "#3730a3", grid: "#e3e4e1",
	rule: map[replay.RuleKind]string{
		replay.ChunkEnd: "#7a4a12", replay.Lag: "#a0256e", replay.NextChunk: "#4d6a00", replay.Block: "#9a2c2c", replay.Never: "#5b636d",
	},
	cause: [...]string{"#c2410c", "#2563a8", "#8a3ea8", "#8b8f96"},
	lane:  [...]string{"#8a6100", "#4d6a00", "#a0256e"},
}

var dark = theme{
	card: "#181c20", ink: "#eceff1", dim: "#9aa4ae", accent: "#4fd1c5", knob: "#b4b2ff", grid: "#2d3339",
	rule: map[replay.RuleKind]string{
		replay.ChunkEnd: "#d6a56b", replay.Lag: "#f08bc4", replay.NextChunk: "#a9cc5a", replay.Block: "#f19a9a", replay.Never: "#9aa4ae",
	},
	cause: [...]string{"#fb923c", "#7ab8f5", "#d59bf0", "#7b838c"},
	lane:  [...]string{"#e0b84e", "#a9cc5a", "#f08bc4"},
}

func (o Options) theme() *theme {
	if o.Dark {
		return &dark
	}
	return &light
}

// TextColours are those of the ground of a drawing and of its texts.
func TextColours(dark bool) (ground, ink, dim string) {
	t := Options{Dark: dark}.theme()
	return t.card, t.ink, t.dim
}

// Colour is a colour of a light drawing and what stands for it in a dark one.
type Colour struct{ Light, Dark string }

// Colours are all that drawings have, each once: enough for a style sheet to make
// one of the other.
func Colours() []Colour {
	out := []Colour{
		{light.card, dark.card}, {light.ink, dark.ink}, {light.dim, dark.dim},
		{light.accent, dark.accent}, {light.knob, dark.knob}, {light.grid, dark.grid},
	}
	add := func(c Colour) {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(light.rule)) {
		add(Colour{light.rule[kind], dark.rule[kind]})
	}
	for i := range light.cause {
		add(Colour{light.cause[i], dark.cause[i]})
	}
	for i := range light.lane {
		add(Colour{light.lane[i], dark.lane[i]})
	}
	return out
}
