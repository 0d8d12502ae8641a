package ui

// ProgressText says how far the reading is.
func (c *Root) ProgressText() string {
	s := "Reading " + c.tried.String()
	if c.Progress.Total > 0 {
		s += ": " + whole(c.Progress.Read) + " of " + count(c.Progress.Total, "byte")
	}
	return s
}

// ProgressMax is never 0, which the element does not take.
func (c *Root) ProgressMax() int64 { return max(c.Progress.Total, 1) }
