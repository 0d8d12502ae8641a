//go:build !js

package tap_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	want := fmt.Sprintln(bytes.Count(text, []byte("\n")))
	for _, program := range []beside.Program{beside.Python(""), beside.Node()} {
		t.Run(program.Language, func(t *testing.T) {
			if got := program.Run(t, t.TempDir(), "testdata/vectors", file); got != want {
				t.Errorf("said\n%swant %s", got, want)
			}
		})
	}
}
