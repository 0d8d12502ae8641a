//go:build !js

package tap_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

// vectors are shared by the masks of all languages.
const vectors = "../../../analyzer/record/testdata/mask.jsonl"

func TestMasksAreAsInTheSharedVectorsHoweverABodyIsCut(t *testing.T) {
	text, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(vectors)
	if err != nil {
		t.Fatal(err)
	}
	allMask(t, file, bytes.Count(text, []byte("\n")))
}

// allMask has each language mask the bodies of a file of vectors.
func allMask(t *testing.T, file string, count int) {
	t.Helper()
	for _, program := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(program.Language, func(t *testing.T) {
			if got, want := program.Run(t, t.TempDir(), "testdata/vectors", file), fmt.Sprintln(count); got != want {
				t.Errorf("said\n%swant %s", got, want)
			}
		})
	}
}

// fragments are what bodies are put together from: what the mask tells apart.
var fragments = []string{
	"data", "data:", "data: ", "event:", "event: ", "id: ", "retry: ", "ping", "keep-alive", "heart", "[DONE]", "[DO", "\n", "\n\n", "\r", "\r\n", "\r\n\r\n", "\x1e",
	"{", "}", "[", "]", ",", ":", `"`, `"word"`, `\n`, `\u00e9`, `\u12`, `\x`, "0", "-", "12", "3.5", "e+7", ".", "true", "nul", "null", "false", "x", " ", "\t", "\x01", "é", "\xff", "\xef\xbb\xbf",
	"Content-Length", "content-length: ", "Content-Length: 3\r\n\r\n",
}

// Bodies of any make are masked as Go masks them.
func TestMasksAreAlikeInAllLanguages(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	types := []string{"text/event-stream", "application/x-ndjson", "", "application/grpc", "application/vnd.amazon.eventstream"}
	const count = 1500
	var file bytes.Buffer
	for i := range count {
		v := struct {
			Name string `json:"name"`
			Type string `json:"content_type"`
			In   []byte `json:"in_b64"`
			Out  []byte `json:"out_b64"`
		}{Name: fmt.Sprint("body ", i), Type: types[random.IntN(len(types))], In: []byte{}}
		if random.IntN(3) > 0 {
			v.Type = types[random.IntN(3)]
		}
		for range 1 + random.IntN(12) {
			v.In = append(v.In, fragments[random.IntN(len(fragments))]...)
		}
		v.Out = slices.Clone(v.In)
		record.NewMask(v.Type, "").Apply(v.Out)
		if err := json.NewEncoder(&file).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "bodies.jsonl")
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	allMask(t, path, count)
}
