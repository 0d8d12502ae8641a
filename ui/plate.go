package ui

// Plate is the graph with what stands around it: the knob, the series, the
// read-out and the overview. What moves with the pointer in it is drawn by
// scripts of the page into elements that are empty here: each has an attribute
// that is computed, for vugu empties what is all constant.
type Plate struct {
	Page *Root
}

// pressed is the state of a toggle.
func pressed(is bool) string {
	if is {
		return "true"
	}
	return "false"
}
