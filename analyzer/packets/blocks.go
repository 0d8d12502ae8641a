package packets

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"time"
)

// Blocks of a pcapng that matter here (draft-ietf-opsawg-pcapng, section 4).
const (
	blockInterface = 1
	blockPacket    = 2 // of old
	blockSimple    = 3
	blockEnhanced  = 6
	blockSection   = 0x0a0d0d0a
)

// blockLeast is how long a block is at least: its head, its fixed fields, and
// its length again.
var blockLeast = map[uint32]int{
	blockInterface: 20, blockPacket: 32, blockSimple: 16, blockEnhanced: 32, blockSection: 28,
}

// stamp is the time of a packet in a pcapng.
type stamp struct {
	at    time.Duration
	timed bool
}

// block loads the next section, interface or packet that can be one. Other
// blocks are passed over.
func (f *file) block() error {
	for {
		if err := f.peek(12); err != nil {
			return err
		}
		// The type of a section reads the same in both byte orders.
		if string(f.head[:4]) == sectionMagic {
			switch {
			case binary.LittleEndian.Uint32(f.head[8:]) == 0x1a2b3c4d:
				f.order = binary.LittleEndian
			case binary.BigEndian.Uint32(f.head[8:]) == 0x1a2b3c4d:
				f.order = binary.BigEndian
			default:
				return f.fail(fmt.Sprintf("%x", f.head[8:12]), "the byte-order magic of a section, 1a2b3c4d")
			}
			f.clocks = f.clocks[:0]
		}
		kind, size := f.order.Uint32(f.head), f.order.Uint32(f.head[4:])
		if least, ours := blockLeast[kind]; size < 12 || size%4 != 0 || ours && (int64(size) < int64(least) || size > maxBlock) {
			return f.fail(fmt.Sprintf("a block of type %#x with %d bytes", kind, size), "the length of a block, a multiple of 4")
		} else if !ours {
			if err := f.skip(int64(size)); err != nil {
				return err
			}
			continue
		}
		if err := f.load(int(size)); err != nil {
			return err
		}
		fixed, err := f.fields(kind)
		if err != nil {
			return err
		}
		if fixed > 0 {
			f.strip(fixed)
			return nil
		}
		f.damaged()
	}
}

// fields looks at the fields of the block at hand. It returns where they end and
// options begin, or 0 where the block is passed over.
func (f *file) fields(kind uint32) (int, error) {
	b := f.unit[:len(f.unit)-4]
	switch kind {
	case blockSection:
		major, minor := f.order.Uint16(b[12:]), f.order.Uint16(b[14:])
		if major != 1 || minor != 0 && minor != 2 {
			return 0, f.fail(fmt.Sprintf("pcapng %d.%d", major, minor), "version 1.0")
		}
		f.order.PutUint16(b[14:], 0) // 1.2 has to be read as 1.0, which pcapgo does not do
		return 24, nil
	case blockInterface:
		if len(f.clocks) == maxInterfaces {
			return 0, f.fail("one more interface", fmt.Sprintf("at most %d", maxInterfaces))
		}
		f.clocks = append(f.clocks, f.clock(b[16:]))
		if len(f.clocks) == 1 {
			f.most = f.order.Uint32(b[12:])
		}
		return 16, nil
	case blockSimple: // of the first interface, which says how much of it was kept
		kept := f.order.Uint32(b[8:])
		if f.most > 0 {
			kept = min(kept, f.most)
		}
		end := 12 + (int64(kept)+3)&^3
		if len(f.clocks) == 0 || end > int64(len(b)) || kept > maxPacket || f.order.Uint32(b[8:]) > maxLength {
			return 0, nil
		}
		f.stamp = stamp{}
		return int(end), nil
	}
	id := f.order.Uint32(b[8:])
	if kind == blockPacket {
		id = uint32(f.order.Uint16(b[8:])) // the other half counts drops
	}
	kept, length := f.order.Uint32(b[20:]), f.order.Uint32(b[24:])
	end := 28 + (int64(kept)+3)&^3
	if id >= uint32(len(f.clocks)) || end > int64(len(b)) || kept > maxPacket || length > maxLength {
		return 0, nil
	}
	at, ok := f.clocks[id].time(uint64(f.order.Uint32(b[12:]))<<32 | uint64(f.order.Uint32(b[16:])))
	if !ok {
		return 0, nil
	}
	f.stamp = stamp{at, true}
	return int(end), nil
}

// strip takes the options off a block, which end where fixed says: nothing in
// them is wanted that is not known by now.
func (f *file) strip(fixed int) {
	f.unit = f.unit[:fixed+4]
	f.order.PutUint32(f.unit[4:], uint32(len(f.unit)))
	f.order.PutUint32(f.unit[fixed:], uint32(len(f.unit)))
}

// clock says how an interface counts time: units a second, and seconds to be
// added. pcapgo has one too, in which a unit is a whole number of nanoseconds: with
// units of 2^-20 s, its times are up to 0.7 ms early; with 2^-30 s, 70 ms late.
// Whole seconds it takes for microseconds.
type clock struct {
	units  uint64
	offset int64
}

// The options of an interface that make its clock.
const (
	optionResolution = 9
	optionOffset     = 14
)

// clock reads the clock of an interface from its options, as far as they can be
// read. Where a resolution is finer than 64 bits can count, it has none.
func (f *file) clock(options []byte) clock {
	c := clock{units: 1e6}
	for len(options) >= 4 {
		code, n := f.order.Uint16(options), int(f.order.Uint16(options[2:]))
		if options = options[4:]; code == 0 || n > len(options) {
			break
		}
		switch value := options[:n]; {
		case code == optionResolution && n == 1 && value[0]&0x80 != 0:
			c.units = 1 << (value[0] & 0x7f)
		case code == optionResolution && n == 1 && value[0] <= 19:
			c.units = 1
			for range value[0] {
				c.units *= 10
			}
		case code == optionResolution && n == 1:
			c.units = 0
		case code == optionOffset && n == 8:
			c.offset = int64(f.order.Uint64(value))
		}
		options = options[min((n+3)&^3, len(options)):]
	}
	return c
}

// time converts a count of units to the time since 1970, to the nanosecond.
// Times that do not fit are false.
func (c clock) time(count uint64) (time.Duration, bool) {
	const most = 1<<62/1_000_000_000 - 1
	if c.units == 0 || c.offset < -most || c.offset > most {
		return 0, false
	}
	seconds := count / c.units
	if seconds > most || int64(seconds)+c.offset > most {
		return 0, false
	}
	high, low := bits.Mul64(count%c.units, 1e9)
	nanoseconds, _ := bits.Div64(high, low, c.units)
	return time.Duration(int64(seconds)+c.offset)*time.Second + time.Duration(nanoseconds), true
}
