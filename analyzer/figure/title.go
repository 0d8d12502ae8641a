package figure

import "strings"

// Title says in numbers what is drawn: of how many chunks, bytes and events, the
// peak, the stalls. Labels are nil for English.
func (f *Figure) Title(words *Labels) string {
	words = Options{Labels: words}.labels()
	return strings.Join(titleParts(f, drawable(f), words), words.Comma)
}

// titleParts say in numbers what is drawn.
func titleParts(f *Figure, lines []line, words *Labels) []string {
	if f.Fix {
		return fixParts(f, lines, words)
	}
	chunks := 0
	for _, s := range lines {
		chunks = max(chunks, s.chunks())
	}
	count := words.Chunks
	switch {
	case f.Rows:
		count = words.Points
	case f.Hops:
		count, chunks = words.Hops, len(lines)
	}
	parts := append([]string{count.of(int64(chunks))}, f.From.parts(words)...)
	if len(lines) > 0 {
		peak := lines[0].Peak()
		for _, s := range lines {
			if f.Hops {
				peak = max(peak, s.Peak())
			}
		}
		parts = append(parts, words.Peak.of(peak))
	}
	if !f.Timed {
		return parts
	}
	length := put(words.Duration, millis(f.longestStall()))
	switch n := len(f.Stalls); n {
	case 0:
		return append(parts, words.NoStall)
	case 1:
		return append(parts, put(words.OneStall, length))
	default:
		return append(parts, put(words.Stalls, group(int64(n))), put(words.Longest, length))
	}
}

// fixParts say of each of two recordings how much it holds.
func fixParts(f *Figure, lines []line, words *Labels) (parts []string) {
	for i, s := range lines {
		from := f.From
		if i > 0 {
			from = f.After
		}
		parts = append(parts, s.name(words)+" "+words.Chunks.of(int64(s.chunks())))
		parts = append(append(parts, from.parts(words)...), words.Peak.of(s.Peak()))
	}
	if parts == nil {
		return []string{words.Chunks.of(0)}
	}
	return parts
}
