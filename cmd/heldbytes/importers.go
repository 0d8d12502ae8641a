package main

import (
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// importers read what package capture does not read by itself.
var importers = append(capture.Further(), packets.Importer, cassette.Importer)
