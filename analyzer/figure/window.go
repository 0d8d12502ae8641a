package figure

// Window is a stretch of the x axis, in its units: nanoseconds where a figure
// is timed, else numbers of chunks. The zero value is the whole.
type Window struct {
	From, To int64
}

// within is the part of w that lies in the whole, or the whole where no length
// of w does.
func (w Window) within(whole Window) Window {
	from, to := max(w.From, whole.From), min(w.To, whole.To)
	if from >= to {
		return whole
	}
	return Window{from, to}
}
