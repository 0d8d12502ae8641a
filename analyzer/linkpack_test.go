package analyzer_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/deflate"
)

// linkWith is a link form whose columns are these, whatever they are.
func linkWith(t testing.TB, columns []byte) string {
	t.Helper()
	packed, err := deflate.Pack(columns)
	if err != nil {
		t.Fatal(err)
	}
	sum := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(columns))
	return "1." + base64.RawURLEncoding.EncodeToString(append(sum, packed...))
}

// linkColumns are the columns of what stands behind the point of a link form, as
// the standard library unpacks them.
func linkColumns(t testing.TB, text string) []byte {
	t.Helper()
	packed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed[4:])))
	if err != nil {
		t.Fatal(err)
	}
	if crc32.ChecksumIEEE(columns) != binary.LittleEndian.Uint32(packed) {
		t.Fatal("another checksum")
	}
	return columns
}
