package capture

// SplitRow is the cells of a line of a sample CSV whose columns commas separate.
func SplitRow(line []byte) ([][]byte, error) {
	return (&splitter{sep: ','}).split(trimCR(line))
}

// LooksLikeList and MayBeList are the sure way to tell a list of chunks and the
// cheap one, which is there without the list's importer.
var LooksLikeList, MayBeList = looksLikeList, mayBeList
