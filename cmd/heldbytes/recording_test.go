//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// blocks of RECORDING.md are a command and what it says; a last line of … stands
// for the rest.
var blocks = regexp.MustCompile("(?m)^```\n\\$ heldbytes (.*)\n((?:.*\n)*?)```$")

const rest = "…\n"

// says runs a command of the page, beside the recordings that it is about.
func says(t *testing.T, command string) string {
	t.Helper()
	var out, failed bytes.Buffer
	if code := run(strings.Fields(command), strings.NewReader(""), &out, &failed); code != exitDone || failed.Len() > 0 {
		t.Fatalf("heldbytes %s: exit code %d, %s", command, code, &failed)
	}
	return out.String()
}

func TestCommandsOfTheRecordingPageSayWhatItShows(t *testing.T) {
	page, err := filepath.Abs("../../RECORDING.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("testdata/recording")
	found := 0
	now := blocks.ReplaceAllStringFunc(string(text), func(block string) string {
		found++
		m := blocks.FindStringSubmatch(block)
		command, shown := m[1], m[2]
		said := says(t, command)
		if part, cut := strings.CutSuffix(shown, rest); cut {
			lines := strings.SplitAfter(said, "\n")
			said = strings.Join(lines[:min(strings.Count(part, "\n"), len(lines))], "") + rest
		}
		if said != shown && !*update {
			t.Errorf("heldbytes %s says\n%s\nthe page shows\n%s\n-update writes it", command, said, shown)
		}
		return "```\n$ heldbytes " + command + "\n" + said + "```"
	})
	if found < 10 {
		t.Errorf("%d commands are shown", found)
	}
	if *update {
		if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The pictures of the page are what the command draws of its recordings.
func TestPicturesOfTheRecordingPageAreOfItsRecordings(t *testing.T) {
	pictures, err := filepath.Abs("../../.github")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("testdata/recording")
	for _, name := range []string{"before", "after"} {
		drawn := says(t, "analyze "+name+".jsonl --svg -")
		picture := filepath.Join(pictures, "recording-"+name+".svg")
		if *update {
			if err := os.WriteFile(picture, []byte(drawn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if kept, err := os.ReadFile(picture); err != nil || string(kept) != drawn {
			t.Errorf("%s is not what is drawn of %s.jsonl, %v; -update draws it", picture, name, err)
		}
	}
}

// check tells the reader before the fix from the one after it.
func TestCheckTellsTheReadersOfTheRecordingPage(t *testing.T) {
	t.Chdir("testdata/recording")
	for name, want := range map[string]int{"before.jsonl": exitOver, "after.jsonl": exitDone} {
		var out bytes.Buffer
		if got := run([]string{"check", name}, strings.NewReader(""), &out, &out); got != want {
			t.Errorf("check of %s: exit code %d, want %d: %s", name, got, want, &out)
		}
	}
}
