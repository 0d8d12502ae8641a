//go:build js && wasm

package main

import (
	"context"
	"io"
	"syscall/js"
	"time"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// progressEvery keeps the page from rendering more often than eyes can see.
const progressEvery = 50 * time.Millisecond

// analyze reads what a request names.
func (e *server) analyze(ctx context.Context, id int, a *engine.Analyze, files js.Value) (analysis, error) {
	if a.Sample != "" {
		return analyzeSample(a)
	}
	var at engine.Progress
	for i := range files.Length() {
		at.Total += int64(files.Index(i).Get("size").Float())
	}
	told := time.Now()
	onRead := func(n int) {
		at.Read += int64(n)
		if now := time.Now(); now.Sub(told) >= progressEvery {
			told = now
			reply(engine.Reply{ID: id, Progress: &at})
		}
	}
	var readers []io.Reader
	var names []string
	for i := range files.Length() {
		r := newBlobReader(ctx, files.Index(i), onRead)
		defer r.Close()
		readers = append(readers, r)
		names = append(names, files.Index(i).Get("name").String())
	}
	return analyzeFiles(a, readers, names)
}
