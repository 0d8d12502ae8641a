package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
)

// What PNG (ISO/IEC 15948) calls them.
const (
	signature = "\x89PNG\r\n\x1a\n"
	depth     = 8 // bits to a pixel
	colours   = 3 // pixels are indices of a palette
)

// png is the picture as a file. Package image/png would write the same; but it
// reads as well, and is most of what a Worker that draws has to load.
func (img *indexed) png() []byte {
	out := []byte(signature)
	header := binary.BigEndian.AppendUint32(nil, uint32(img.width))
	header = binary.BigEndian.AppendUint32(header, uint32(img.height))
	out = chunk(out, "IHDR", append(header, depth, colours, 0, 0, 0))
	var palette []byte
	for _, c := range img.palette {
		palette = append(palette, byte(c>>16), byte(c>>8), byte(c))
	}
	out = chunk(out, "PLTE", palette)
	out = chunk(out, "IDAT", img.deflated())
	return chunk(out, "IEND", nil)
}

// deflated is the rows, each behind the number of its filter, which is none.
func (img *indexed) deflated() []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b) // a bytes.Buffer does not fail
	for y := range img.height {
		z.Write([]byte{0})
		z.Write(img.pixels[y*img.width : (y+1)*img.width])
	}
	z.Close()
	return b.Bytes()
}

func chunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}
