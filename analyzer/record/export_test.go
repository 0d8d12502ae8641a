package record

// Waits reports whether something waits to be written.
func (r *Recorder) Waits() bool { return r.ring.took.Load() != r.ring.put.Load() }
