//go:build js && wasm

package main

import (
	"encoding/json"
	"runtime"
	"syscall/js"

	"github.com/heldbytes/heldbytes/ui"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// shell is shell.js, the part of the page that is there before Go.
type shell struct {
	v js.Value
}

func newShell() *shell { return &shell{js.Global().Get("heldbytes")} }

// take passes on, in order, what the user gave so far and whatever comes.
func (s *shell) take(f func(ui.Input)) {
	inputs := make(chan ui.Input, 64)
	go func() {
		for in := range inputs {
			go f(in)
			runtime.Gosched() // in order, but an analysis does not keep the next input waiting
		}
	}()
	s.v.Call("take", js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case inputs <- inputOf(args[0]):
		default: // an event handler cannot wait, and nobody gives 64 at once
		}
		return nil
	}))
}

// answer lets scripts of the page ask the engine about what is shown, where the
// components would be too slow. ask(request, done) takes a request as JSON; done
// takes the reply as JSON and the text beside it, or null and an error text.
func (s *shell) answer(ask func(engine.Request) (engine.Reply, error)) {
	s.v.Set("ask", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, done := args[0].String(), args[1]
		go func() {
			var r engine.Request
			err := json.Unmarshal([]byte(request), &r)
			var reply engine.Reply
			if err == nil {
				reply, err = ask(r)
			}
			var text []byte
			if err == nil {
				text, err = json.Marshal(reply)
			}
			if err != nil {
				done.Invoke(nil, err.Error())
				return
			}
			done.Invoke(string(text), reply.Text)
		}()
		return nil
	}))
}

func inputOf(v js.Value) ui.Input {
	in := ui.Input{Kind: ui.InputKind(v.Get("kind").String())}
	if name := v.Get("name"); name.Type() == js.TypeString {
		in.Sample = name.String()
	}
	if words := v.Get("words"); words.Type() == js.TypeString {
		in.Words = words.String()
	}
	if text := v.Get("text"); text.Type() == js.TypeString {
		in.Trouble = text.String()
	}
	if stall := v.Get("stall"); stall.Type() == js.TypeNumber {
		in.StallMS = stall.Float()
	}
	if n := v.Get("n"); n.Type() == js.TypeNumber {
		in.Source = n.Int()
	}
	if from := v.Get("from"); from.Type() == js.TypeNumber {
		in.Window = &engine.Window{From: int64(from.Float()), To: int64(v.Get("to").Float())}
	}
	if part := v.Get("part"); part.Type() == js.TypeString {
		in.Part, in.Value = part.String(), v.Get("value").String()
	}
	if files := v.Get("files"); files.Truthy() {
		in.Observed = v.Get("role").String() == "observed"
		for i := range files.Length() {
			f := files.Index(i)
			in.Files = append(in.Files, engine.File{
				Name: f.Get("name").String(), Size: int64(f.Get("size").Float()), Handle: f,
			})
		}
	}
	return in
}

func (s *shell) Dark() bool { return s.v.Call("isDark").Bool() }

func (s *shell) WatchGraph(selector string, tell func(width int)) {
	s.v.Call("watchWidth", selector, js.FuncOf(func(_ js.Value, args []js.Value) any {
		go tell(args[0].Int())
		return nil
	}))
}

// SetGraph goes past vugu, whose instructions hold at most 16 KiB.
func (s *shell) SetGraph(selector, svg string) { s.v.Call("setGraph", selector, svg) }

// SetView tells the scripts that answer pointers and keys.
func (s *shell) SetView(v ui.View) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // a View always marshals
	}
	s.v.Call("setView", string(text))
}

// SetTable crosses as JSON; the rows that follow do so without passing here.
func (s *shell) SetTable(selector, name string, t *engine.Table, anew bool) {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // a Table always marshals
	}
	s.v.Call("setTable", selector, name, string(text), anew)
}

func (s *shell) SetStatus(text string, quiet bool) { s.v.Call("setStatus", text, quiet) }

func (s *shell) Download(name, mediaType, text string) {
	s.v.Call("download", name, mediaType, text)
}

func (s *shell) DownloadPicture(name, svg string) { s.v.Call("downloadPicture", name, svg) }

func (s *shell) ShowFile(n int)        { s.v.Call("showFile", n) }
func (s *shell) ClearPaste()           { s.v.Call("clearPaste") }
func (s *shell) ScrollToTop()          { s.v.Call("scrollToTop") }
func (s *shell) Focus(selector string) { s.v.Call("focus", selector) }
