package capture

import "time"

// SplitRow is the cells of a line of a sample CSV whose columns commas separate.
func SplitRow(line []byte) ([][]byte, error) {
	return (&splitter{sep: ','}).split(trimCR(line))
}

// LooksLikeList and MayBeList are the sure way to tell a list of chunks and the
// cheap one, which is there without the list's importer.
var LooksLikeList, MayBeList = looksLikeList, mayBeList

// ParseSeconds is ParseMillis for seconds, as importers read them.
func ParseSeconds(s string) (time.Duration, error) {
	t, ok := parseUnit(s, inSeconds)
	if !ok {
		return 0, ErrTime
	}
	return t, nil
}
