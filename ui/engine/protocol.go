// Package engine is what the page and the engine in its Web Worker say to each
// other. Requests and replies cross as JSON text; files cross beside them as
// the browser's own File objects, so their bytes are read by the Worker alone.
package engine

import (
	"encoding/json"
	"errors"
)

// ErrForgotten answers Draw, CSV and LabCSV where the engine has no analysis, or
// no experiment, as one has that replaces another.
var ErrForgotten = errors.New("the engine has read nothing yet")

// ErrNotRows answers Analyze where its last file was to be the rows of a reader
// and is something else.
var ErrNotRows = errors.New("the last file is no CSV of held bytes")

// Request asks the engine for one thing. Exactly one of the pointers is set,
// or Cancel, or CSV, or LabCSV, or Count.
type Request struct {
	ID      int      `json:"id"`
	Analyze *Analyze `json:"analyze,omitempty"`
	Draw    *Draw    `json:"draw,omitempty"`
	Look    *Look    `json:"look,omitempty"`
	Rows    *Rows    `json:"rows,omitempty"`
	Lab     *Lab     `json:"lab,omitempty"`
	CSV     bool     `json:"csv,omitempty"`     // the timeline of the last analysis
	LabCSV  bool     `json:"lab_csv,omitempty"` // the rows of the last experiment
	Count   bool     `json:"count,omitempty"`   // the records of the file sent with it: to time an importer alone
	Cancel  int      `json:"cancel,omitempty"`  // the ID of the request to give up; it has no reply of its own
}

// Analyze reads a recording: a built-in sample, or the files sent with the
// request. The engine keeps the analysis until the next one that succeeds.
type Analyze struct {
	Sample  string  `json:"sample,omitempty"`
	Format  string  `json:"format,omitempty"`  // of the recording; "" sniffs it
	Framing string  `json:"framing,omitempty"` // "" detects it
	StallMS float64 `json:"stall_ms,omitempty"`
	// Exchange chooses one, from 1, where the recording holds several; 0 leaves
	// the choice to the analyzer.
	Exchange int `json:"exchange,omitempty"`
	// CadenceMS is the time from chunk to chunk that is made up where a recording
	// has none; 0 leaves it without.
	CadenceMS float64 `json:"cadence_ms,omitempty"`
	// IfRows reads nothing, and answers ErrNotRows, unless the last file is the
	// sample CSV of a reader.
	IfRows bool `json:"if_rows,omitempty"`
}

// Lab executes the experiment: a reader that releases at event close, and one that
// releases otherwise, over chunks that are made up, or over a recording: a
// built-in sample, or the files sent with the request. The engine keeps the
// experiment until the next one.
type Lab struct {
	Release   string   `json:"release"`             // of the second reader
	Recording *Analyze `json:"recording,omitempty"` // nil: the made-up chunks
}

// Reply answers the request with the same ID. Any number of replies with
// Progress come before the one without.
type Reply struct {
	ID        int             `json:"id"`
	Progress  *Progress       `json:"progress,omitempty"`
	Report    json.RawMessage `json:"report,omitempty"` // of Analyze: what analyze --json writes
	Lab       json.RawMessage `json:"lab,omitempty"`    // of Lab: what lab --json writes
	Text      string          `json:"-"`                // of Draw, CSV and LabCSV; it crosses beside the JSON
	Plot      *Plot           `json:"plot,omitempty"`   // of Draw: where it was drawn
	Knob      *Knob           `json:"knob,omitempty"`   // of Draw with a Rule
	Found     *Found          `json:"found,omitempty"`  // of Look
	Table     *Table          `json:"table,omitempty"`  // of Rows
	Error     string          `json:"error,omitempty"`
	Forgotten bool            `json:"forgotten,omitempty"` // ErrForgotten
	NotRows   bool            `json:"not_rows,omitempty"`  // ErrNotRows
	Elsewhere bool            `json:"elsewhere,omitempty"` // the wide module reads it
	Unloaded  string          `json:"unloaded,omitempty"`  // why that could not be loaded
	Cancelled bool            `json:"cancelled,omitempty"`
	Stopped   bool            `json:"stopped,omitempty"` // the engine is gone, and with it what it worked on
}

// Progress counts the bytes of all files of a request. Once an experiment has
// read its own, Lab is what was executed of it.
type Progress struct {
	Read  int64           `json:"read"`
	Total int64           `json:"total"`
	Lab   json.RawMessage `json:"lab,omitempty"`
}

// File is a file that the user gave.
type File struct {
	Name   string
	Size   int64
	Handle any // the browser's File
}
