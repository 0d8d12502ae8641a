//go:build !js

package trials_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

// kills is how many recordings of each language are ended at random moments.
const kills = 25

// endless streams events for as long as they are read.
func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	every := time.NewTicker(time.Millisecond)
	defer every.Stop()
	for i := 0; ; i++ {
		select {
		case <-r.Context().Done():
			return
		case <-every.C:
			if _, err := fmt.Fprintf(w, "data: %s\n\n", token(i, i%40)); err != nil {
				return
			}
			if http.NewResponseController(w).Flush() != nil {
				return
			}
		}
	}
}

func TestARecordingIsReadableWheneverItsProcessIsKilled(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(endless))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		program beside.Program
		reader  string
	}{{beside.Python(""), "http_client_events"}, {beside.Node(), "fetch_for_await"}} {
		t.Run(c.program.Language, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("testdata", "readers", c.reader+c.program.Suffix))
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, uint64(len(c.reader))))
			chunks := 0
			for range kills {
				dir := t.TempDir()
				path := filepath.Join(dir, "run.jsonl")
				cmd := c.program.Command(t, dir, string(text), server.URL, path)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				begun := hasChunk(path)
				<-time.After(time.Duration(random.IntN(150_000)) * time.Microsecond)
				if err := cmd.Process.Kill(); err != nil {
					t.Error(err)
				}
				if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
					t.Errorf("it ended by itself: %v", err)
				}
				if begun != nil {
					t.Fatal(begun)
				}
				r := analyze(t, path)
				if r.Findings.Reader.Code != "prompt" && r.Source.Chunks > 3 {
					t.Errorf("found %s in %d chunks: %s", r.Findings.Reader.Code, r.Source.Chunks, r.Findings.Reader.Sentence)
				}
				chunks += r.Source.Chunks
			}
			t.Logf("%d recordings of %d chunks", kills, chunks)
		})
	}
}

// hasChunk waits until a recording holds a chunk.
func hasChunk(path string) error {
	for deadline := time.Now().Add(beside.Patience); time.Now().Before(deadline); <-time.After(time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(`{"t_ms":`)) {
			return nil
		}
	}
	return fmt.Errorf("%s holds no chunk", path)
}
