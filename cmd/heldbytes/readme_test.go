package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readme is what both languages have alike: code, headings, tables, lists.
type readme struct {
	blocks, images  []string
	headings, items int
	rows            []int // cells of each row of a table
}

func readReadme(t *testing.T, name string) (r readme) {
	t.Helper()
	b, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	block, in := "", false
	for line := range strings.Lines(string(b)) {
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence && in:
			r.blocks = append(r.blocks, block)
			in = false
		case fence:
			block, in = "", true
		case in:
			block += line
		case strings.HasPrefix(line, "#"):
			r.headings++
		case strings.HasPrefix(line, "- "):
			r.items++
		case strings.HasPrefix(line, "|"):
			r.rows = append(r.rows, strings.Count(line, "|"))
		}
	}
	for _, m := range regexp.MustCompile(`!\[[^\]]*\]\(([^)]*)\)`).FindAllStringSubmatch(string(b), -1) {
		r.images = append(r.images, m[1])
	}
	return r
}

func TestReadmesAreTheSame(t *testing.T) {
	english, chinese := readReadme(t, "README.md"), readReadme(t, "README.zh-CN.md")
	if len(english.blocks) < 3 || english.headings < 3 {
		t.Fatalf("the README has %d blocks of code and %d headings", len(english.blocks), english.headings)
	}
	if !slices.Equal(english.blocks, chinese.blocks) {
		t.Errorf("blocks of code are\n%s\nwant\n%s", strings.Join(chinese.blocks, "---\n"), strings.Join(english.blocks, "---\n"))
	}
	if english.headings != chinese.headings || english.items != chinese.items || !slices.Equal(english.rows, chinese.rows) || !slices.Equal(english.images, chinese.images) {
		t.Errorf("headings, items, cells and pictures are %v %v %v %q, want %v %v %v %q",
			chinese.headings, chinese.items, chinese.rows, chinese.images, english.headings, english.items, english.rows, english.images)
	}
}
