// Package tap holds the recorders that heldbytes tap prints: for each language one
// file without dependencies, and what to write around it with the libraries that
// people stream with.
package tap

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed heldbytes_tap.py heldbytes-tap.js recipes
var files embed.FS

// Recorder is the recorder of one language.
type Recorder struct {
	Language string // as it is asked for
	File     string // what it is called where it is copied to
	suffix   string // of its recipes
}

// Recorders are all there are.
func Recorders() []Recorder {
	return []Recorder{
		{"python", "heldbytes_tap.py", ".py"},
		{"js", "heldbytes-tap.js", ".js"},
	}
}

// For is the recorder of a language.
func For(language string) (Recorder, error) {
	var names []string
	for _, r := range Recorders() {
		if r.Language == language {
			return r, nil
		}
		names = append(names, r.Language)
	}
	return Recorder{}, fmt.Errorf("read language %.40q, want %s", language, strings.Join(names, " or "))
}

// Source is the text of the file.
func (r Recorder) Source() string { return mustRead(r.File) }

// Recipes are the names of the libraries that there are recipes for.
func (r Recorder) Recipes() []string {
	all, err := fs.Glob(files, "recipes/*"+r.suffix)
	if err != nil {
		panic(err) // of a pattern of this program's own
	}
	for i, name := range all {
		all[i] = strings.TrimSuffix(path.Base(name), r.suffix)
	}
	return all
}

// Recipe is the lines that record what a library reads. Of what they name, url and
// act are the program's own: where the stream is, and what is done with an event.
func (r Recorder) Recipe(library string) (string, error) {
	text, err := files.ReadFile(path.Join("recipes", library+r.suffix))
	if err != nil {
		return "", fmt.Errorf("read recipe %.40q, want one of %s", library, strings.Join(r.Recipes(), ", "))
	}
	return string(text), nil
}

func mustRead(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // of a file that is embedded
	}
	return string(text)
}
