// Package engine is what the page and the engine in its Web Worker say to each
// other. Requests and replies cross as JSON text; files cross beside them as
// the browser's own File objects, so their bytes are read by the Worker alone.
package engine

import (
	"encoding/json"
	"errors"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// ErrForgotten answers Draw, CSV, HTML, Link, Report and the like where the engine has no
// analysis, no pair or no experiment, as one has that replaces another, or not the
// one that is asked about.
var ErrForgotten = errors.New("the engine has read nothing yet")

// ErrNotRows answers Analyze where one of its files was to be the rows of a
// reader and none is.
var ErrNotRows = errors.New("no file is a CSV of held bytes")

// Request asks the engine for one thing. Exactly one of the pointers is set,
// or Cancel, or CSV, or HTML, or Link, or PairCSV, or LabCSV, or Report, or
// PairReport, or LabReport, or Count.
type Request struct {
	ID int `json:"id"`
	// Of numbers the analysis or pair that an Analyze makes, and says of which one all
	// else is asked: an engine that has another one has forgotten it. 0 is whichever
	// there is.
	Of int `json:"of,omitempty"`
	// InPlaceOf is of an Analyze that makes up for what was forgotten: nothing is read
	// where the engine has something else by now than Reply.Has said.
	InPlaceOf *int `json:"in_place_of,omitempty"`

	Analyze    *Analyze `json:"analyze,omitempty"`
	Guess      *Analyze `json:"guess,omitempty"` // what the files are to the last analysis, which stays
	Draw       *Draw    `json:"draw,omitempty"`
	Look       *Look    `json:"look,omitempty"`
	Rows       *Rows    `json:"rows,omitempty"`
	Lab        *Lab     `json:"lab,omitempty"`
	CSV        bool     `json:"csv,omitempty"`         // the timeline of the last analysis
	HTML       bool     `json:"html,omitempty"`        // the last analysis as a document of its own
	Link       bool     `json:"link,omitempty"`        // the fragment of a link that holds the last analysis: what stands behind its #
	PairCSV    bool     `json:"pair_csv,omitempty"`    // of the last Analyze with Beside
	LabCSV     bool     `json:"lab_csv,omitempty"`     // the rows of the last experiment
	Report     bool     `json:"report,omitempty"`      // of the last analysis, in the language of now
	PairReport bool     `json:"pair_report,omitempty"` // of the last Analyze with Beside, likewise
	LabReport  bool     `json:"lab_report,omitempty"`  // of the last experiment, likewise
	Count      bool     `json:"count,omitempty"`       // the records of the file sent with it: to time an importer alone
	// Words sets the language; it has no reply.
	Words  *language.Language `json:"words,omitempty"`
	Cancel int                `json:"cancel,omitempty"` // the ID of the request to give up; it has no reply of its own
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
	// IfOne answers ErrNotRows where the two files are neither a recording and the
	// sample CSV of its reader nor one recording in two files.
	IfOne bool `json:"if_one,omitempty"`
	// Beside lays two recordings beside each other: the reply has Pair in place of
	// Report, and the last analysis without it stays.
	Beside *Beside `json:"beside,omitempty"`
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
	Report    json.RawMessage `json:"report,omitempty"` // of Analyze and Report: what analyze --json writes, less the stalls, which are Rows
	Pair      json.RawMessage `json:"pair,omitempty"`   // of Analyze with Beside and PairReport: what compare --json writes
	Guess     *Guess          `json:"guess,omitempty"`
	Lab       json.RawMessage `json:"lab,omitempty"`       // of Lab and LabReport: what lab --json writes
	Text      string          `json:"-"`                   // of Draw, CSV, HTML, Link, PairCSV and LabCSV; it crosses beside the JSON
	Plot      *Plot           `json:"plot,omitempty"`      // of Draw: where it was drawn
	Knob      *Knob           `json:"knob,omitempty"`      // of Draw with a Rule
	Found     *Found          `json:"found,omitempty"`     // of Look
	Table     *Table          `json:"table,omitempty"`     // of Rows
	Error     string          `json:"error,omitempty"`     // in English
	Refused   *Refusal        `json:"refused,omitempty"`   // beside Error where that is about a place in a recording
	Forgotten bool            `json:"forgotten,omitempty"` // ErrForgotten
	Has       int             `json:"has,omitempty"`       // beside Forgotten: Of of what the engine has
	NotRows   bool            `json:"not_rows,omitempty"`  // ErrNotRows
	Elsewhere bool            `json:"elsewhere,omitempty"` // the wide module reads it
	Unloaded  string          `json:"unloaded,omitempty"`  // why that could not be loaded
	Cancelled bool            `json:"cancelled,omitempty"`
	Stopped   bool            `json:"stopped,omitempty"` // the engine is gone, and with it what it worked on
	Spent     bool            `json:"spent,omitempty"`   // for want of memory
}

// Refusal is a capture.Error, which the page says in its own language.
type Refusal struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Offset int64  `json:"offset"`
	Read   string `json:"read,omitempty"`
	Want   string `json:"want,omitempty"`
	Cause  string `json:"cause,omitempty"`
}

// Refuse is err as it crosses, or nil where it is no capture.Error.
func Refuse(err error) *Refusal {
	at, ok := err.(*capture.Error)
	if !ok {
		return nil
	}
	r := &Refusal{at.File, at.Line, at.Offset, at.Read, at.Want, ""}
	if at.Err != nil {
		r.Cause = at.Err.Error()
	}
	return r
}

// Err is the error of a reply that has one.
func (r Reply) Err() error {
	if r.Refused == nil {
		return errors.New(r.Error)
	}
	e := &capture.Error{File: r.Refused.File, Line: r.Refused.Line, Offset: r.Refused.Offset, Read: r.Refused.Read, Want: r.Refused.Want}
	if r.Refused.Cause != "" {
		e.Err = errors.New(r.Refused.Cause)
	}
	return e
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
