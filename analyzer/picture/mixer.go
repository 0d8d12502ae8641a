package picture

import "encoding/binary"

// mixer lays an ink on pixels.
type mixer struct {
	*palette
	colour  rgb
	opacity int // in percent
	recent  [1 << recentBits]mixture
}

// mixture is a colour that some of an ink on another one has made.
type mixture struct {
	from, to uint16
	cover    uint8 // none: there is no mixture
}

// recentBits are those of the hash by which a mixture is kept.
const recentBits = 8

// lay colours a row by how much of it is covered. Most of it is as its neighbour
// to the left.
func (m *mixer) lay(cover []uint8, number []uint16) {
	last, alike := mixture{}, 0
	for x := 0; x < len(cover); x++ {
		of := cover[x]
		if of == 0 {
			for x+9 <= len(cover) && binary.NativeEndian.Uint64(cover[x+1:]) == 0 {
				x += 8
			}
			continue
		}
		if number[x] != last.from || of != last.cover {
			m.move(last.from, last.to, alike)
			last, alike = m.mix(number[x], of), 0
		}
		number[x] = last.to
		alike++
	}
	m.move(last.from, last.to, alike)
}

// mix is what becomes of a colour that is covered so much.
func (m *mixer) mix(from uint16, cover uint8) mixture {
	kept := &m.recent[(uint32(from)<<8|uint32(cover))*2654435769>>(32-recentBits)]
	if kept.from != from || kept.cover != cover {
		to := m.numberOf(m.colour.over(m.colours[from], rgb((int(cover)*m.opacity+50)/100)))
		*kept = mixture{from, to, cover}
	}
	return *kept
}
