// Package record makes captures without disturbing what it watches.
//
// A Writer appends the capture form, and a Mask takes the content out of what it
// appends. They may be used from where time does not matter; in a reader's own path
// stands a Recorder.
package record
