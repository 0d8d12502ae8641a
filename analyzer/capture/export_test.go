package capture

// SplitRow is the cells of a line of a sample CSV whose columns commas separate.
func SplitRow(line []byte) ([][]byte, error) {
	return (&splitter{sep: ','}).split(trimCR(line))
}
