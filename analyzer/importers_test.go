package analyzer_test

import (
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/cassette"
	"github.com/heldbytes/heldbytes/analyzer/packets"
)

// importers are all there are: what the command reads.
var importers = append(capture.Further(), packets.Importer, cassette.Importer)
