package figure

import "github.com/heldbytes/heldbytes/analyzer/diagnose"

// theme is a set of colours.
type theme struct {
	card, ink, dim, accent, grid string
	cause                        [diagnose.CauseCount]string
}

var light = theme{
	card: "#ffffff", ink: "#16191d", dim: "#5b636d", accent: "#0b7a75", grid: "#e3e4e1",
	cause: [...]string{"#c2410c", "#2563a8", "#8a3ea8", "#8b8f96"},
}

var dark = theme{
	card: "#181c20", ink: "#eceff1", dim: "#9aa4ae", accent: "#4fd1c5", grid: "#2d3339",
	cause: [...]string{"#fb923c", "#7ab8f5", "#d59bf0", "#7b838c"},
}

func (o Options) theme() *theme {
	if o.Dark {
		return &dark
	}
	return &light
}
