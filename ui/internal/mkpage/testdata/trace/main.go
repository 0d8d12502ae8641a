// Command trace grows its stack, collects garbage, and panics.
package main

import "runtime"

func main() {
	if deep(10_000) != 10_000 {
		panic("a stack that grew")
	}
	fail(0xbad)
}

func deep(n int) int {
	var room [64]int
	if n == 0 {
		runtime.GC()
		return room[0]
	}
	return deep(n-1) + 1 + room[n%64]
}

//go:noinline
func fail(code int) {
	if code > 0 {
		panic("on purpose")
	}
}
