//go:build !js

package trials_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/tap"
)

// completions is what an OpenAI API streams.
func completions() stream {
	s := stream{contentType: "text/event-stream", chunked: true, pauses: []int{4}}
	for i := range 12 {
		s.writes = append(s.writes, fmt.Sprintf(`data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"word%d "},"finish_reason":null}]}`+"\n\n", i))
	}
	return stop(s, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\n", "data: [DONE]\n\n")
}

// messages is what the Anthropic API streams, with its heartbeat.
func messages() stream {
	s := stream{contentType: "text/event-stream", chunked: true, pauses: []int{4}}
	event := func(name, data string) string {
		return fmt.Sprintf("event: %s\ndata: {\"type\":\"%[1]s\"%s}\n\n", name, data)
	}
	s.writes = []string{
		event("message_start", `,"message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m","stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}`),
		event("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`),
		event("ping", ""),
	}
	for i := range 10 {
		s.writes = append(s.writes, event("content_block_delta", fmt.Sprintf(`,"index":0,"delta":{"type":"text_delta","text":"word%d "}`, i)))
	}
	return stop(s, event("content_block_stop", `,"index":0`), event("message_delta", `,"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":10}`), event("message_stop", ""))
}

func stop(s stream, last ...string) stream {
	s.writes = append(s.writes, last...)
	return s
}

// tried are the recipes that run here, by language, and what they read. Those of
// Python's SDKs give httpx the hook that httpx's own recipe does.
var tried = map[string]map[string]stream{
	"python": {"requests": ndjson(true), "httpx": ndjson(true), "aiohttp": ndjson(true)},
	"js":     {"fetch": ndjson(true), "undici": ndjson(true), "openai": completions(), "anthropic": messages(), "ai": completions()},
}

var untried = []string{"openai.py", "anthropic.py"}

func TestRecipesRecordTheirLibraries(t *testing.T) {
	for _, r := range tap.Recorders() {
		for _, library := range r.Recipes() {
			t.Run(r.Language+" "+library, func(t *testing.T) {
				t.Parallel()
				recipe, err := r.Recipe(library)
				if err != nil {
					t.Fatal(err)
				}
				if lines := strings.Count(recipe, "\n"); lines != 3 {
					t.Errorf("it has %d lines, want 3", lines)
				}
				s, ok := tried[r.Language][library]
				if !ok {
					if !slices.Contains(untried, library+map[string]string{"python": ".py"}[r.Language]) {
						t.Error("it is not tried")
					}
					t.Skip("no registry of Python packages is to be had for it")
				}
				program := beside.Python(library)
				if r.Language == "js" {
					program = beside.Node()
				}
				tryRecipe(t, program, library, recipe, s)
			})
		}
	}
}

// tryRecipe runs a recipe in the place of RECIPE in the program around it, and
// wants the record of a reader that is prompt.
func tryRecipe(t *testing.T, p beside.Program, library, recipe string, s stream) {
	around, err := os.ReadFile(filepath.Join("testdata", "recipes", library+p.Suffix))
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(around), "RECIPE\n")
	if !ok {
		t.Fatal("nothing stands for the recipe")
	}
	indent := before[strings.LastIndex(before, "\n")+1:]
	text := before + strings.ReplaceAll(strings.TrimSuffix(recipe, "\n"), "\n", "\n"+indent) + "\n" + after
	dir := t.TempDir()
	if p.Language == "js" {
		modules, err := filepath.Abs(filepath.Join("testdata", "sdk", "node_modules"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(modules); err != nil && library != "fetch" {
			t.Skip("the npm packages of testdata/sdk are not installed")
		}
		if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "run.jsonl")
	if out, err := p.Command(t, dir, text, serve(t, s, path)).Output(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	r := analyze(t, path)
	if !r.Source.Payload || r.Findings.Reader.Code != "prompt" || r.Source.Chunks < len(s.writes) {
		t.Errorf("found %s in %d chunks of %d: %s", r.Findings.Reader.Code, r.Source.Chunks, len(s.writes), r.Findings.Reader.Sentence)
	}
}
