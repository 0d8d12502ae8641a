package engine

import "github.com/heldbytes/heldbytes/analyzer"

// The cursor and the tables are asked for, and answered, in the analyzer's own
// words. Of Look and Rows the engine takes its last analysis.
type (
	Look   = analyzer.Look
	Found  = analyzer.Found
	Held   = analyzer.Held
	Spot   = analyzer.Spot
	Rows   = analyzer.Rows
	Table  = analyzer.Table
	Column = analyzer.Column
)

// Names of tables.
const (
	TableStalls = analyzer.TableStalls
	TableEvents = analyzer.TableEvents
	TableBad    = analyzer.TableBad
	TableChunks = analyzer.TableChunks // or, of a bare CSV, rows
)
