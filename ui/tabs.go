package ui

// onView shows the experiment, or what was read.
func (c *Root) onView(experiment bool) {
	c.change(func() {
		c.InLab = experiment
		if !c.busy {
			c.settle()
		}
		c.after = append(c.after, func() { c.sh.ScrollToTop() })
	})
}

// selected is the state of a tab.
func selected(is bool) string {
	if is {
		return "true"
	}
	return "false"
}

// tabIndex lets the Tab key stop at the selected tab only; arrows go to the other.
func tabIndex(is bool) string {
	if is {
		return "0"
	}
	return "-1"
}
