//go:build js && wasm

package main

import (
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"github.com/heldbytes/heldbytes/ui"
)

// runPage mounts the components over their first frame, which the shell
// already shows, and renders until the page goes away.
func runPage() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err) // there is no page to say it on
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	sh := newShell()
	words := sh.v.Call("words").String()
	root := ui.New(newWorker(sh), sh)
	root.Base = sh.v.Get("base").String()
	if err := root.SetLanguage(words); err != nil {
		panic(err) // a table of this page's own
	}
	root.Started(renderer.EventEnv())
	for first := true; ; first = false {
		if err := renderer.Render(env.RunBuild(root)); err != nil {
			panic(err)
		}
		root.Rendered()
		if first {
			sh.answer(root.Ask)
			sh.take(root.Give)
		}
		if !renderer.EventWait() {
			return
		}
	}
}
