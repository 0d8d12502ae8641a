package main

import (
	"bytes"
	"fmt"
	"html/template"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/howto"
	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/static"
	"github.com/heldbytes/heldbytes/ui/static/shared"
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
	t, err := template.New("index.html").Funcs(template.FuncMap{"steps": howto.Steps}).ParseFS(static.Files, "index.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"Policy":  shared.PagePolicy,
		"App":     template.HTML(app.String()),
		"Formats": capture.Formats(),
	})
	return out.Bytes(), err
}
