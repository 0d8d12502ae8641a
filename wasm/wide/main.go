//go:build js && wasm

// Command wide is the engine with all importers and codings and all that it can
// make, which is too large for a page that everybody loads: the page starts it in
// place of its own once something needs it.
package main

import (
	"io"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/document"
	"github.com/heldbytes/heldbytes/analyzer/packets"
	"github.com/heldbytes/heldbytes/wasm/server"
)

func main() {
	server.Run(server.Further{
		Importers:  append(capture.Further(), packets.Importer, cassette.Importer),
		Brotli:     coding.NewBrotli,
		Experiment: server.Execute,
		Document:   writeDocument,
		Link:       func(a *analyzer.Analysis) (string, error) { return a.Link(deflate.Pack) },
		Compare:    server.Compare,
		Fix:        server.Fix,
	})
}

func writeDocument(w io.Writer, a *analyzer.Analysis) error {
	d := document.Document{
		Diagnosis: a.Diagnosis, Figure: a.Figure(), CSV: a.WriteCSV, Remarks: a.Report().Source.Remarks,
		Exchange: a.Exchange, Exchanges: len(a.Exchanges), Language: a.Language,
	}
	return d.Write(w)
}
