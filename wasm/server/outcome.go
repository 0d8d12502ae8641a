//go:build js && wasm

package server

import (
	"encoding/json"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// Outcome is what an engine made and keeps: two recordings beside each other, or
// what was executed of an experiment. It is written in the language spoken last.
type Outcome interface {
	Speak(*language.Language)
	WriteJSON(io.Writer) error
	WriteCSV(io.Writer) error
	WriteSVG(io.Writer, figure.Options) error
}

// told is an outcome as JSON, in the language of now.
func (e *server) told(x Outcome) (json.RawMessage, error) {
	if x == nil {
		return nil, engine.ErrForgotten
	}
	x.Speak(e.language)
	text, err := written(x.WriteJSON)
	return json.RawMessage(text), err
}

// shown is the graph of an outcome that is asked for, or else its CSV.
func (e *server) shown(x Outcome, d *engine.Draw) (engine.Reply, error) {
	if x == nil {
		return engine.Reply{}, engine.ErrForgotten
	}
	x.Speak(e.language)
	text, err := written(func(w io.Writer) error {
		if d != nil {
			return x.WriteSVG(w, figure.Options{Width: d.Width, Dark: d.Dark, Bare: d.Width > 0})
		}
		return x.WriteCSV(w)
	})
	return engine.Reply{Text: text}, err
}

// written is what is written, all of it or nothing: what was before an error may
// be hundreds of MB, and is neither JSON nor a file.
func written(write func(io.Writer) error) (string, error) {
	var text engine.Text
	if err := write(&text); err != nil {
		return "", err
	}
	return text.String(), nil
}
