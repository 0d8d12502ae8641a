//go:build unix

package wrangler

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// many is a limit that nothing reaches.
const many = 1_000_000_000

// Options is what a run has otherwise than the Worker that is deployed.
type Options struct {
	PublicURL string // in links; "": what a request was sent to
	Writes    int    // uploads and deletions that a client may send in a minute; 0: any number
	Cold      bool   // it answers with a static file, but the Worker was asked for nothing yet
	Log       string // the least level that is logged; "": as it is deployed, and nothing of wrangler's own
}

// config is the configuration of the Worker in edge, with o in it, for a copy of
// the Worker elsewhere. The assets stay where they are.
func config(edge string, o Options) ([]byte, error) {
	c, err := Configuration(edge)
	if err != nil {
		return nil, err
	}
	c["assets"].(map[string]any)["directory"] = filepath.Join(edge, "public")
	vars := c["vars"].(map[string]any)
	vars["PUBLIC_URL"] = o.PublicURL
	if o.Log != "" {
		vars["LOG"] = o.Log
	}
	for _, limit := range c["ratelimits"].([]any) {
		limit := limit.(map[string]any)
		simple := limit["simple"].(map[string]any)
		simple["limit"] = many
		if limit["name"] == "WRITES" && o.Writes > 0 {
			simple["limit"] = o.Writes
		}
	}
	return json.MarshalIndent(c, "", "  ")
}

// Configuration is what wrangler.jsonc in edge says.
func Configuration(edge string) (map[string]any, error) {
	text, err := os.ReadFile(filepath.Join(edge, "wrangler.jsonc"))
	if err != nil {
		return nil, err
	}
	var c map[string]any
	if err := json.Unmarshal(plain(text), &c); err != nil {
		return nil, fmt.Errorf("wrangler.jsonc: %w", err)
	}
	return c, nil
}

// copyWorker puts the Worker's files into dir, as old ones: wrangler watches them,
// and restarts for a file that has changed in the last seconds.
func copyWorker(edge, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "build"), 0o777); err != nil {
		return err
	}
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"worker.mjs", "build/wasm_exec.js", "build/app.wasm"} {
		b, err := os.ReadFile(filepath.Join(edge, name))
		if err != nil {
			return errors.Join(ErrNotPrepared, err)
		}
		to := filepath.Join(dir, name)
		if err := os.WriteFile(to, b, 0o666); err != nil {
			return err
		}
		if err := os.Chtimes(to, old, old); err != nil {
			return err
		}
	}
	return nil
}

// plain is JSON without the lines that are comments.
func plain(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			out = append(out, line...)
		}
	}
	return out
}
