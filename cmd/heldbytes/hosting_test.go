//go:build !js

package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The examples of hosting call the command as it can be called.
func TestHostingExamplesHaveFlagsThatThereAre(t *testing.T) {
	unit, err := os.ReadFile("hosting/heldbytes.service")
	if err != nil {
		t.Fatal(err)
	}
	container, err := os.ReadFile("hosting/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	start := regexp.MustCompile(`(?m)^ExecStart=(.+)$`).FindSubmatch(unit)
	entry := regexp.MustCompile(`(?m)^ENTRYPOINT (\[.+\])$`).FindSubmatch(container)
	if start == nil || entry == nil {
		t.Fatalf("they start nothing: %s, %s", unit, container)
	}
	var entered []string
	if err := json.Unmarshal(entry[1], &entered); err != nil {
		t.Fatal(err)
	}
	for _, call := range [][]string{strings.Fields(string(start[1])), entered} {
		if len(call) < 3 || !strings.HasSuffix(call[0], "/heldbytes") || call[1] != "serve" {
			t.Errorf("it calls %q", call)
			continue
		}
		var stdout, stderr strings.Builder
		if code := runServe(append(call[2:], "--help"), strings.NewReader(""), &stdout, &stderr); code != exitDone || !strings.Contains(stdout.String(), "--store FILE") {
			t.Errorf("%q: exit %d, %s", call, code, stderr.String())
		}
	}
}
