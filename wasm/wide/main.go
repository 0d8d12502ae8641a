//go:build js && wasm

// Command wide is the engine with all importers and codings and all that it can
// make, which is too large for a page that everybody loads: the page starts it in
// place of its own once something needs it.
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
		Compare:    server.Compare,
		Fix:        server.Fix,
	})
}
