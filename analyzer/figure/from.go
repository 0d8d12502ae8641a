package figure

// From is what a figure was made from, for its title. The zero value adds
// nothing to it.
type From struct {
	Bytes   int64  // of the stream; 0 where they are not known
	Events  int64  // closed, of all kinds
	Framing string // the code of the framing that found them; "" where closes are not known
}

func (f From) parts(words *Labels) (parts []string) {
	if f.Bytes > 0 {
		parts = append(parts, words.Received.of(f.Bytes))
	}
	if f.Framing != "" {
		parts = append(parts, put(put(words.Framed, words.Events.of(f.Events)), f.Framing))
	}
	return parts
}
