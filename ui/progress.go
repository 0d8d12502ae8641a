package ui

import (
	"fmt"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
)

// ProgressText says how far the reading is, or that what was read is worked out,
// which takes a while for many chunks.
func (c *Root) ProgressText() string {
	if total := c.Progress.Total; total > 0 && c.Progress.Read >= total {
		return say("Read {total byte bytes}. Working out where they sat", diagnose.Args{"total": total})
	}
	s := fmt.Sprintf(t("Reading %s"), c.tried.object())
	if c.Progress.Total > 0 {
		s += say(": {read} of {total byte bytes}", diagnose.Args{"read": c.Progress.Read, "total": c.Progress.Total})
	}
	return s
}

// ProgressMax is never 0, which the element does not take.
func (c *Root) ProgressMax() int64 { return max(c.Progress.Total, 1) }
