package main

import "github.com/heldbytes/heldbytes/analyzer/capture"

// importers read what package capture does not read by itself.
var importers = capture.Rare()
