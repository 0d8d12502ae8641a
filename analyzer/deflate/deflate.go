// Package deflate packs what a link carries. It stands apart, as what packs takes
// many times what it takes to unpack, and a page that only opens links has no use
// for it.
package deflate

import (
	"bytes"
	"compress/flate"
)

// Pack is p as a bare DEFLATE stream (RFC 1951), as small as it gets.
func Pack(p []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(p); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
