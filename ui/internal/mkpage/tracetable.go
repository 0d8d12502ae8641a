package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// dropTables blanks the tables by which a trace tells files, lines and arguments
// (a twelfth of what is sent) out of a module that Go 1.26 linked for js/wasm, and
// those for preemption by signals, which WebAssembly has not. A trace still names
// functions; for the rest it says "?:0" and "()", as the runtime does for functions
// without such tables. All else stays as it is and where it is.
//
// The tables are those of runtime.pcHeader and runtime._func. Those of values by
// PC are shared, so a table is blanked only where no function uses it for
// anything else.
func dropTables(module []byte) ([]byte, error) {
	out := bytes.Clone(module)
	segments, err := dataSegments(out)
	if err != nil {
		return nil, err
	}
	var memory []byte
	for _, s := range segments {
		if end := s.address + len(s.bytes); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[s.address:], s.bytes)
	}
	if err := blankTables(memory); err != nil {
		return nil, err
	}
	for _, s := range segments {
		copy(s.bytes, memory[s.address:])
	}
	return out, nil
}

// tableHeader is how a runtime.pcHeader begins: its magic, two bytes of 0, the
// smallest instruction, the size of a pointer.
var tableHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

var errTables = errors.New("the module's tables of functions are not those of Go 1.26")

// Offsets into runtime.pcHeader and runtime._func, and kinds of the latter's
// values by PC and data (internal/abi, symtab.go).
const (
	headerFuncs, headerUnits, headerFiles, headerValues, headerTable = 8, 40, 48, 56, 64

	funcStack, funcFile, funcCount, funcUnit, funcID, funcDataCount, funcValues = 16, 20, 28, 32, 40, 43, 44

	unsafePoint, liveArgs  = 0, 3 // of values
	argInfo, argInfoOfLive = 5, 6 // of data
)

func blankTables(memory []byte) (err error) {
	defer func() { // whatever points out of the memory is no table
		if recover() != nil {
			err = errTables
		}
	}()
	at := bytes.Index(memory, tableHeader)
	if at < 0 || bytes.Contains(memory[at+1:], tableHeader) {
		return errTables
	}
	header := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(header[i:])) }
	half := func(b []byte, i int) int { return int(binary.LittleEndian.Uint32(b[i:])) }
	values := header[word(headerValues):word(headerTable)]
	table := header[word(headerTable):]

	used := make([]bool, len(values))
	for i := range word(headerFuncs) {
		f := table[half(table, 8*i+4):]
		mark(used, values, half(f, funcStack))
		count := half(f, funcCount)
		for n := range count {
			at := funcValues + 4*n
			if n == unsafePoint || n == liveArgs {
				clear(f[at : at+4]) // none
			}
			mark(used, values, half(f, at))
		}
		for n := argInfo; n <= argInfoOfLive && n < int(f[funcDataCount]); n++ {
			binary.LittleEndian.PutUint32(f[funcValues+4*(count+n):], ^uint32(0)) // none
		}
		clear(f[funcFile:funcCount])
		clear(f[funcUnit:funcID]) // and the line on which it begins
	}
	for i := range values {
		if !used[i] {
			values[i] = 0
		}
	}
	clear(header[word(headerUnits):word(headerValues)]) // units of files, and the files' names
	return nil
}

// mark marks the table of values that begins at an offset, of which 0 is none:
// pairs of varints, a change of the value and one of the PC, up to a change of 0
// that is not the first.
func mark(used []bool, values []byte, offset int) {
	if offset == 0 || used[offset] {
		return
	}
	end := offset
	for first := true; ; first = false {
		change, n := binary.Uvarint(values[end:])
		end += n
		if change == 0 && !first {
			break
		}
		_, n = binary.Uvarint(values[end:])
		end += n
	}
	for i := range end - offset {
		used[offset+i] = true
	}
}

// dataSegment is what a module puts into its memory. bytes is a view.
type dataSegment struct {
	address int
	bytes   []byte
}

// dataSegments finds the active data segments of a module (WebAssembly Core
// Specification, section 5.5.14).
func dataSegments(module []byte) (out []dataSegment, err error) {
	const dataSection = 11
	defer func() {
		if recover() != nil {
			err = errors.New("the module is cut off")
		}
	}()
	rest := module[8:]
	number := func() int {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return int(n)
	}
	for len(rest) > 0 {
		id := rest[0]
		rest = rest[1:]
		size := number()
		if id != dataSection {
			rest = rest[size:]
			continue
		}
		for range number() {
			if head := [2]byte(rest); head != [2]byte{0, 0x41} {
				return nil, fmt.Errorf("a data segment begins with % x, want an active one at a constant", head)
			}
			rest = rest[2:]
			address := number()
			rest = rest[1:] // end of the constant
			n := number()
			out = append(out, dataSegment{address, rest[:n:n]})
			rest = rest[n:]
		}
		return out, nil
	}
	return nil, errors.New("the module has no data")
}
