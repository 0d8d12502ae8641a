package coding

import (
	"errors"
	"fmt"
)

// What an Error wraps.
var (
	ErrCorrupt = errors.New("the coding is broken")
	ErrCut     = errors.New("the body ends inside its coding")
)

// Error says where a coded body could not be decoded.
type Error struct {
	Coding Name
	Offset int64  // in the bytes under this coding: where what was read begins
	Read   string // what was read
	Want   string // what was wanted
	Err    error  // ErrCorrupt or ErrCut
}

func (e *Error) Error() string {
	return fmt.Sprintf("coding: %s at +%d: read %s, want %s: %v", e.Coding, e.Offset, e.Read, e.Want, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// corrupt is an error of bytes that begin at offset.
func corrupt(n Name, offset int64, read, want string) *Error {
	return &Error{Coding: n, Offset: offset, Read: read, Want: want, Err: ErrCorrupt}
}

// cut is the error of a body that ends at offset.
func cut(n Name, offset int64, want string) *Error {
	return &Error{Coding: n, Offset: offset, Read: "the end", Want: want, Err: ErrCut}
}

func quote(c byte) string { return fmt.Sprintf("%#02x", c) }
