package ui

import "strconv"

// OptionsData are what the user can set; the rest is what the recording says.
type OptionsData struct {
	Framing  string  // "" detects it
	StallMS  float64 // 0 until a link has said it
	Exchange int     // of a recording with several, from 1; 0 leaves the choice to the analyzer
	// CadenceMS is what a recording without times gets from chunk to chunk; 0
	// leaves it without.
	CadenceMS float64
}

// DefaultOptions detect the framing and call 200 ms a stall.
func DefaultOptions() OptionsData { return OptionsData{StallMS: 200} }

// Options is the small form of them.
type Options struct {
	Data    OptionsData
	Untimed bool // the recording has no times of its own
	Change  func(OptionsData)
	Open    bool

	Wrong, CadenceWrong bool // what was typed last is no threshold, or no cadence
}

// Title says so where something is not as a recording begins with.
func (c *Options) Title() string {
	if len(c.Data.changes()) > 0 || c.Data.Exchange > 0 {
		return t("Options, changed")
	}
	return t("Options")
}

// Choice is an entry of a select.
type Choice struct {
	Value, Title string
}

// Framings are the framings that can be asked for.
func (c *Options) Framings() []Choice {
	return []Choice{
		{"", t("detect")},
		{"lines", t("lines (NDJSON)")},
		{"sse", t("sse (data is JSON)")},
		{"sse-text", t("sse-text (any data)")},
		{"json", t("json (one or glued)")},
		{"json-array", t("json-array (its elements)")},
		{"json-seq", t("json-seq (RFC 7464)")},
		{"grpc", t("grpc (length-prefixed)")},
		{"aws-eventstream", "aws-eventstream"},
		{"content-length", t("content-length (LSP, MCP)")},
	}
}

// Stall is the threshold as the input shows it.
func (c *Options) Stall() string { return decimal(c.Data.StallMS) }

// OnFraming takes the chosen framing.
func (c *Options) OnFraming(name string) {
	c.Data.Framing = name
	c.Change(c.Data)
}

// OnStall takes the typed threshold; what is no number above 0 changes nothing.
// The next render writes the old one back.
func (c *Options) OnStall(text string) {
	ms, err := strconv.ParseFloat(text, 64)
	if c.Wrong = err != nil || !(ms > 0 && ms < 1e9); c.Wrong {
		return
	}
	c.Data.StallMS = ms
	c.Change(c.Data)
}

// Invalid is the state of the threshold for those who cannot see the page.
func (c *Options) Invalid() string { return strconv.FormatBool(c.Wrong) }

// OnOptions reads once more with other options.
func (c *Root) OnOptions(o OptionsData) {
	c.Options = o
	go c.analyze(c.tried)
}

// Cadence is the made-up time from chunk to chunk as the input shows it.
func (c *Options) Cadence() string {
	if c.Data.CadenceMS == 0 {
		return ""
	}
	return decimal(c.Data.CadenceMS)
}

// OnCadence takes the typed cadence: nothing, or 0, takes made-up times away.
func (c *Options) OnCadence(text string) {
	ms, err := 0.0, error(nil)
	if text != "" {
		ms, err = strconv.ParseFloat(text, 64)
	}
	if c.CadenceWrong = err != nil || !(ms == 0 || ms >= 0.001 && ms < 1e9); c.CadenceWrong {
		return
	}
	c.Data.CadenceMS = ms
	c.Change(c.Data)
}

// CadenceInvalid is the state of the cadence for those who cannot see the page.
func (c *Options) CadenceInvalid() string { return strconv.FormatBool(c.CadenceWrong) }

// Untimed reports whether what is shown has no times but made-up ones.
func (c *Root) Untimed() bool {
	return c.Report.Source.Chunks > 0 && (!c.Report.Source.Times || c.shownWith.CadenceMS > 0)
}
