//go:build js && wasm

// Command wide is the engine with all importers and codings, which are too large for a page
// that everybody loads: the page starts it in place of its own once a recording
// needs one of them.
package main

import (
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/packets"
	"github.com/heldbytes/heldbytes/wasm/server"
)

func main() {
	server.Run(server.Further{
		Importers:  append(capture.Further(), packets.Importer, cassette.Importer),
		Brotli:     coding.NewBrotli,
		Experiment: server.Execute,
	})
}
