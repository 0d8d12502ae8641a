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

// encoder is what making files takes up.
type encoder struct {
	rows    []uint8 // each behind the number of its filter, which is none
	indices [mostColours]uint8
	zlib    *zlib.Writer
}

// png is the picture as a file. Package image/png would write much the same; but
// it reads as well, which is 90 kB of a Worker that only writes.
func (p *pixels) png() []byte {
	chosen, indices := p.choose()
	out := []byte(signature)
	header := binary.BigEndian.AppendUint32(nil, uint32(p.width))
	header = binary.BigEndian.AppendUint32(header, uint32(p.height))
	out = chunk(out, "IHDR", append(header, depth, colours, 0, 0, 0))
	var table []byte
	for _, c := range chosen {
		table = append(table, byte(c>>16), byte(c>>8), byte(c))
	}
	out = chunk(out, "PLTE", table)
	out = chunk(out, "IDAT", p.file.compressed(p, indices))
	return chunk(out, "IEND", nil)
}

// compressed is the rows in the format of zlib (RFC 1950).
func (e *encoder) compressed(p *pixels, indices []uint8) []byte {
	stride := p.width + 1
	e.rows = zeros(e.rows, stride*p.height)
	copy(e.indices[:], indices)
	for y := range p.height {
		if !p.drawn[y] && indices[0] == 0 {
			continue
		}
		row, number := e.rows[y*stride+1:][:p.width], p.number[y*p.width:][:p.width]
		if y == 0 {
			e.index(row, number)
			continue
		}
		e.indexBelow(row, e.rows[(y-1)*stride+1:], number, p.number[(y-1)*p.width:])
	}
	var out bytes.Buffer
	if e.zlib == nil {
		e.zlib, _ = zlib.NewWriterLevel(&out, zlib.BestSpeed) // a level that there is
	}
	e.zlib.Reset(&out)
	e.zlib.Write(e.rows) // a buffer takes all
	e.zlib.Close()
	return out.Bytes()
}

// index makes indices of numbers.
func (e *encoder) index(row []uint8, number []uint16) {
	for x, n := range number[:len(row)] {
		row[x] = e.indices[n]
	}
}

// indexBelow does so for a row, most of which is as the one above.
func (e *encoder) indexBelow(row, above []uint8, number, numberAbove []uint16) {
	const most = 64 // at once
	for len(row) >= most {
		if *(*[most]uint16)(number) == *(*[most]uint16)(numberAbove) {
			copy(row[:most], above)
		} else {
			e.index(row[:most], number)
		}
		row, above, number, numberAbove = row[most:], above[most:], number[most:], numberAbove[most:]
	}
	e.index(row, number)
}

func chunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}
