package main

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/static"
)

// shell returns index.html. The components' first frame stands in it as vugu
// will render it, so that the page is there before Go is and does not move
// when Go takes over.
func shell() ([]byte, error) {
	env, err := vugu.NewBuildEnv(staticrender.New(nil).EventEnv())
	if err != nil {
		return nil, err
	}
	var app bytes.Buffer
	if err := staticrender.New(&app).Render(env.RunBuild(ui.New(nil, nil))); err != nil {
		return nil, fmt.Errorf("first frame: %w", err)
	}
	t, err := template.New("index.html").Funcs(template.FuncMap{"steps": steps}).ParseFS(static.Files, "index.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"Policy":  static.Policy,
		"App":     template.HTML(app.String()),
		"Formats": capture.Formats(),
	})
	return out.Bytes(), err
}

// step is one thing to do to record: something to copy, something to read, or
// both.
type step struct {
	Note   string // a sentence of its own
	Code   string // lines to paste
	Remark string // about Code
}

var (
	// remarked splits a line from the comment at its end: not every shell, and no
	// address bar, takes one that is pasted.
	remarked = regexp.MustCompile(`^(.*?\S)\s+(?:#|//) (.+)$`)
	// menus is the way through a program's own ones.
	menus = regexp.MustCompile(`^[A-Z]\w+, `)
)

// steps sorts the lines of a format's HowTo. The lines behind a note are one
// step, but for those with remarks of their own; other lines are a step each.
func steps(howTo []string) []step {
	var steps []step
	noted := false // the next line goes on from the last step, or is about its note
	for _, line := range howTo {
		note, comment := strings.CutPrefix(line, "# ")
		if !comment {
			note, comment = strings.CutPrefix(line, "// ")
		}
		if comment || menus.MatchString(line) {
			steps, noted = append(steps, step{Note: note}), comment
			continue
		}
		if m := remarked.FindStringSubmatch(line); m != nil {
			steps, noted = append(steps, step{Code: m[1], Remark: m[2]}), false
			continue
		}
		if last := len(steps) - 1; noted && steps[last].Code != "" {
			steps[last].Code += "\n" + line
			continue
		}
		steps = append(steps, step{Code: line})
	}
	return steps
}
