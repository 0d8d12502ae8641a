package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// Knob chooses the release rule that the chunks are run again under, and says
// what changes.
type Knob struct {
	Report *analyzer.Report
	Rule   string       // that is chosen; "" for none
	Known  *engine.Knob // of the rule that is drawn; nil until the engine has said
	Reset  func()
}

// Rules are the positions of the knob.
func (c *Knob) Rules() []Choice {
	return []Choice{
		{"at-close", t("at close")},
		{"chunk-end", t("chunk end")},
		{"block", t("block")},
		{"lag", t("one behind")},
		{"next-chunk", t("next chunk")},
		{"read-all", t("at EOF")},
		{"never", t("never")},
	}
}

// Usable reports whether events are known to close, so that a rule has
// something to release.
func (c *Knob) Usable() bool { return len(c.Report.Series) > 0 }

// At reports whether the knob stands at a rule.
func (c *Knob) At(rule string) bool { return ruleName(c.Rule) == rule }

// Number reports whether the rule has an N.
func (c *Knob) Number() bool { return c.At("block") || c.At("lag") }

// NumberTitle says what N counts.
func (c *Knob) NumberTitle() string {
	if c.At("lag") {
		return t("Events behind")
	}
	return t("Block, bytes")
}

// N is the number of the rule.
func (c *Knob) N() string { return strconv.FormatInt(ruleNumber(c.Rule), 10) }

func (c *Knob) most() int64 { return mostOf(c.Report, ruleName(c.Rule)) }

// Most is the greatest N.
func (c *Knob) Most() string { return strconv.FormatInt(c.most(), 10) }

// Step is where the slider stands.
func (c *Knob) Step() string {
	steps := numberSteps(c.most())
	i, found := slices.BinarySearch(steps, ruleNumber(c.Rule))
	if !found && i > 0 {
		i--
	}
	return strconv.Itoa(i)
}

// LastStep is where it ends.
func (c *Knob) LastStep() string {
	return strconv.Itoa(len(numberSteps(c.most())) - 1)
}

// NumberText is N with its unit.
func (c *Knob) NumberText() string {
	if c.At("lag") {
		return count(ruleNumber(c.Rule), "event")
	}
	return count(ruleNumber(c.Rule), "byte")
}

// Effect is one of the numbers that turning changes, beside the floor's.
type Effect struct {
	ID, Title   string
	Unit        string
	Held, Floor string
}

// Whose says whose numbers the first ones are.
func (c *Knob) Whose() string {
	switch {
	case c.Known != nil:
		for _, r := range c.Rules() {
			if r.Value == ruleName(c.Known.Rule) {
				if n := ruleNumber(c.Known.Rule); n > 0 && (r.Value == "block" || n > 1) {
					return r.Title + ", " + whole(n)
				}
				return r.Title
			}
		}
	case c.Report.Observed != nil:
		return t("your reader")
	}
	return t("at EOF")
}

// WhoseSign is how the line of those numbers is drawn.
func (c *Knob) WhoseSign() string {
	switch {
	case c.Known != nil:
		return "stroke knob"
	case c.Report.Observed != nil:
		return "stroke observed"
	}
	return "stroke read-all first"
}

// FloorSign is how the line of the floor is drawn.
func (c *Knob) FloorSign() string {
	if c.Drawn() == "at-close" {
		return "stroke knob"
	}
	return "stroke at-close"
}

// Effects are the three numbers of the rule that is chosen, or else of the
// reader that the report is about.
func (c *Knob) Effects() []Effect {
	if !c.Usable() {
		return nil
	}
	floor := c.Report.Series[0]
	peak, first, release := floor.PeakBytes, floor.FirstRelease, floor.Time.Release
	switch o := c.Report.Observed; {
	case c.Known != nil:
		peak, first, release = c.Known.PeakBytes, c.Known.FirstRelease, c.Known.Release
	case o != nil:
		peak, first, release = o.PeakBytes, o.FirstRelease, o.Time.Release
	case len(c.Report.Series) > 1:
		s := c.Report.Series[1]
		peak, first, release = s.PeakBytes, s.FirstRelease, s.Time.Release
	}
	return []Effect{
		{"knob-peak", t("Peak held"), t("bytes"), whole(peak), whole(floor.PeakBytes)},
		{"knob-first", t("First event"), t("ms"), atMillis(first), atMillis(floor.FirstRelease)},
		{"knob-release", t("Closed events waited"), t("ms"), millis(release), millis(floor.Time.Release)},
	}
}

// FloorTitle names the floor.
func (c *Knob) FloorTitle() string { return t("at close") }

// Drawn is the rule whose numbers are shown, or "".
func (c *Knob) Drawn() string {
	if c.Known == nil {
		return ""
	}
	return c.Known.Rule
}

// turned is what of it changes with N.
func (c *Knob) turned() *Turned {
	t := &Turned{Rule: c.Drawn(), Step: c.Step(), N: c.N(), Text: c.NumberText(),
		Texts: map[string]string{"knob-whose": c.Whose(), "knob-sentence": c.Sentence()}}
	for _, e := range c.Effects() {
		t.Texts[e.ID] = e.Held
	}
	return t
}

// atMillis is a moment, or that there was none.
func atMillis(m *analyzer.Millis) string {
	if m == nil {
		return t("none")
	}
	return millis(*m)
}

// Sentence says what the rule would change.
func (c *Knob) Sentence() string {
	if c.Known != nil {
		return c.Known.Sentence
	}
	return t("Choose when a reader lets go: the same chunks run again under that rule, and its line is drawn beside the others.")
}

// ruleName is a rule without its number.
func ruleName(rule string) string {
	name, _, _ := strings.Cut(rule, ":")
	return name
}

// ruleNumber is the number of a rule, or 0.
func ruleNumber(rule string) int64 {
	_, number, _ := strings.Cut(rule, ":")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// mostOf is the greatest number that makes a difference: a block as long as
// the stream, or a lag of all its events. It is the Max of the engine's Number,
// which comes only once the knob has turned.
func mostOf(r *analyzer.Report, name string) int64 {
	if name == "lag" {
		return max(int64(r.Framing.Events), 1)
	}
	return max(r.Source.Bytes, 1)
}

// numberSteps are the numbers that a slider goes through, from 1 to the most:
// each some twentieth greater than the one before, and the powers of two.
func numberSteps(most int64) []int64 {
	steps := []int64{1}
	for power := int64(2); ; {
		last := steps[len(steps)-1]
		next := last + max(last/20, 1)
		if power <= last {
			power *= 2
		}
		if power-last < 2*(next-last) { // not two steps in the place of one
			next = power
		}
		if next >= most {
			break
		}
		steps = append(steps, next)
	}
	if most > 1 {
		steps = append(steps, most)
	}
	return steps
}

// usualNumber is where N begins: what the observed reader did if that is known.
func (c *Root) usualNumber(name string) int64 {
	if o := c.Report.Observed; o != nil && o.Fit != nil {
		for _, r := range o.Fit.Rules {
			if ruleName(r.Rule) == name && ruleNumber(r.Rule) > 0 {
				return ruleNumber(r.Rule)
			}
		}
	}
	if name == "lag" {
		return 1
	}
	n := int64(1024)
	for n > 1 && n > mostOf(c.Report, name)/4 { // one block would be the whole
		n /= 2
	}
	return n
}

// OnKnob turns the knob: part is rule, step or number, and value what the
// control of that name says. It may be called from any goroutine.
func (c *Root) OnKnob(part, value string) {
	c.env.Lock()
	name, n := ruleName(c.view.rule), ruleNumber(c.view.rule)
	most := mostOf(c.Report, name)
	switch part {
	case "rule":
		name, n = value, 0
		if name == "block" || name == "lag" {
			n = c.usualNumber(name)
		}
	case "step":
		steps := numberSteps(most)
		i, err := strconv.Atoi(value)
		if err == nil && i >= 0 && i < len(steps) {
			n = steps[i]
		}
	case "number":
		if typed, err := strconv.ParseInt(value, 10, 64); err == nil && typed >= 1 {
			n = min(typed, most)
		}
	}
	rule := name
	if n > 0 {
		rule += ":" + strconv.FormatInt(n, 10)
	}
	if c.start || rule == c.view.rule {
		c.env.UnlockOnly()
		return
	}
	c.view.rule = rule
	if part == "rule" {
		c.env.UnlockRender() // it may have an N
	} else {
		c.env.UnlockOnly() // the page is rendered with the answer
	}
	c.redraw()
}

// OnKnobReset goes back to the lines of the report.
func (c *Root) OnKnobReset() {
	c.view.rule = ""
	go c.redraw()
}
