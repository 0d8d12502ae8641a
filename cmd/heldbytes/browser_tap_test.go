//go:build !js

package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/tap"
)

const tapPage = `<!doctype html><meta charset="utf-8"><title>tap</title><link rel="icon" href="data:,">
<script type="module">
import { Tap } from "./heldbytes-tap.js";

const tap = new Tap();
const response = await tap.fetch("./stream?quokka");
const decoder = new TextDecoder();
let buffer = "";
for await (const chunk of response.body) {
  buffer += decoder.decode(chunk, { stream: true });
  for (let end; (end = buffer.indexOf("\n\n")) >= 0; buffer = buffer.slice(end + 2)) tap.handoff();
  if (buffer === "") await fetch("./more"); // the next event waits for this one
}
await tap.close();
globalThis.recording = response.url.endsWith("/stream?quokka") ? await tap.blob().text() : "another address";
</script>`

// TestTapRecordsInABrowser reads a stream in a page, and analyses the recording that
// the page has in memory.
func TestTapRecordsInABrowser(t *testing.T) {
	const events = 12
	more := make(chan struct{}, events)
	r, err := tap.For("js")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, tapPage)
	})
	mux.HandleFunc("GET /"+r.File, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, r.Source())
	})
	mux.HandleFunc("GET /more", func(http.ResponseWriter, *http.Request) { more <- struct{}{} })
	mux.HandleFunc("GET /stream", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range events {
			fmt.Fprintf(w, "data: {\"n\":%d,\"word\":\"quokka\"}\n\n", i)
			if http.NewResponseController(w).Flush() != nil {
				return
			}
			select {
			case <-more:
			case <-req.Context().Done():
				return
			}
		}
	})
	p := newTab(t, mux)
	p.open("/", 800, 600, false)
	p.until(`globalThis.recording !== undefined`)
	text := p.text("recording")
	if strings.Contains(text, "quokka") {
		t.Errorf("the recording holds what was said: %s", text)
	}
	a, err := analyzer.Analyze(strings.NewReader(text), analyzer.Options{})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if got := a.Report(); got.Findings.Reader.Code != "prompt" || got.Framing.Events != events || got.Source.Chunks != events {
		t.Errorf("found %s, %d events in %d chunks: %s", got.Findings.Reader.Code, got.Framing.Events, got.Source.Chunks, got.Findings.Reader.Sentence)
	}
}
