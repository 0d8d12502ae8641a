//go:build js && wasm

// Command page is the page and its engine: one module in two roles. With a
// document it shows, in a Web Worker it reads. Go on wasm has one thread and no
// preemption, so what takes long belongs in the Worker.
package main

import (
	"syscall/js"

	"github.com/heldbytes/heldbytes/wasm/server"
)

func main() {
	if js.Global().Get("document").IsUndefined() {
		server.Run(server.Further{})
		return
	}
	runPage()
}
