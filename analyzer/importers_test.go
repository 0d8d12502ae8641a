package analyzer_test

import "github.com/heldbytes/heldbytes/analyzer/capture"

// importers are all there are: what the command reads.
var importers = capture.Rare()
