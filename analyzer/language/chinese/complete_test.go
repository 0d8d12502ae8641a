//go:build !js

package chinese_test

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/howto"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// slots are the slots of a sentence that must be in every language: a word alone
// that agrees with a number need not.
func slots(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`\{(\w+)[^}]*\}`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	slices.Sort(out)
	return out
}

func TestSentencesAreComplete(t *testing.T) {
	for key, english := range diagnose.English {
		own, ok := chinese.Language.Sentences[key]
		if !ok {
			t.Errorf("no sentence %s: %s", key, english)
		} else if got, want := slots(own), slots(english); !slices.Equal(got, want) {
			t.Errorf("sentence %s has the slots %q, want %q", key, got, want)
		}
	}
	for key := range chinese.Language.Sentences {
		if _, ok := diagnose.English[key]; !ok {
			t.Errorf("nothing says sentence %s", key)
		}
	}
}

// says reports whether a text has words, and not only holes and signs.
func says(text string) bool {
	letters := 0
	for _, r := range hole.ReplaceAllString(text, "") {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1
}

var hole = regexp.MustCompile(`%(\[\d+\])?[-+# 0-9.]*[a-zA-Z]`)

// holes are the holes of a text, by the number of what fills them.
func holes(text string) []int {
	var out []int
	for i, h := range hole.FindAllString(text, -1) {
		if numbered, ok := strings.CutPrefix(h, "%["); ok {
			number, _, _ := strings.Cut(numbered, "]")
			i, _ = strconv.Atoi(number)
			i--
		}
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// same are texts that are names: of formats, programs, commands, columns, codes.
var same = regexp.MustCompile(`^(CSV|SVG|PNG|HTML|JSON|SSE|gRPC|http|https|Content-Length|Ctrl|Shift|Esc|Home|End|Alt|Enter|Tab|{wait_ms}|UTF-16|XML|Python|Ruby|Go|Playwright|moreutils|util-linux 2.35` +
	`|analyze|check|compare|formats|lab|record|proxy|serve|share|spans|tap|first|second|lag|lag:K|block|block:N|no|yes|note|between|timestamp|eshbkf|at-close|read-all|next-chunk|chunk-end` +
	`|context canceled|capture|capture/1|timeline/1|lenient-eof|coded_bytes|data|literals|base64|[a-z0-9]+\.[a-z_.]+)$`)

// wanted are all texts that people read, and where.
func wanted(t *testing.T) map[string]string {
	native := load(t, nil, "./analyzer/...", "./ui", "./cmd/heldbytes")
	all := native.collect()
	maps.Copy(all, load(t, []string{"GOOS=js", "GOARCH=wasm"}, "./wasm/page", "./wasm/wide").collect())
	if len(all) < 500 {
		t.Fatalf("only %d texts are found in Go", len(all))
	}
	for _, f := range capture.Formats() {
		all[f.Title] = "a format"
		all[f.Short] = "a format"
		all[strings.TrimPrefix(strings.TrimPrefix(f.Short, "a "), "an ")] = "a format"
		for _, s := range howto.Steps(f.HowTo) {
			all[s.Note], all[s.Remark] = "how to record", "how to record"
		}
	}
	for _, s := range []string{"Reader", "Arrivals", "Stream", "chunks", "rows", "{n chunk chunks}", "{n row rows}"} {
		all[s] = "the page, from a code"
	}
	delete(all, "{n %s %ss}") // what is counted, which is told call by call
	for text := range all {
		if _, whole := all["{n "+strings.ReplaceAll(text, " ", "_")+" "+strings.ReplaceAll(text, " ", "_")+"s}"]; whole {
			delete(all, text)
		}
	}
	for _, label := range stringsOf(reflect.ValueOf(figure.English)) {
		all[label] = "a figure"
	}
	scripts, pages := shellTexts(t)
	maps.Copy(all, scripts)
	maps.Copy(all, pages)
	for text := range all {
		if !says(text) || same.MatchString(text) {
			delete(all, text)
		}
	}
	return all
}

func TestFiguresHaveAllTheirWords(t *testing.T) {
	english, own := stringsOf(reflect.ValueOf(figure.English)), stringsOf(reflect.ValueOf(*chinese.Language.Labels()))
	for i, s := range english {
		english[i] = chinese.Language.Text(s)
		if slices.Contains(figure.English.Causes[:], s) { // a cause, not the rule that is called so in the lab
			english[i] = chinese.Language.Sentences["table."+s]
		}
	}
	slices.Sort(english) // a table of rules has no order
	slices.Sort(own)
	if !slices.Equal(english, own) {
		t.Errorf("a figure says %q, want %q", own, english)
	}
}

// stringsOf are all strings in a value.
func stringsOf(v reflect.Value) (out []string) {
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}
	case reflect.Struct:
		for i := range v.NumField() {
			out = append(out, stringsOf(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			out = append(out, stringsOf(v.Index(i))...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			out = append(out, stringsOf(v.MapIndex(key))...)
		}
	}
	return out
}

var (
	quoted    = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	calls     = regexp.MustCompile(`\b(?:t|say)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)`)
	sentence  = regexp.MustCompile(`"([A-Z][^"\\\n]* [^"\\\n]*\.)"`) // whether or not it goes through t here
	given     = regexp.MustCompile("text: `([^`]*)`")                // to Go, which translates it
	filled    = regexp.MustCompile(`\$\{[^}]*\}`)
	skipped   = regexp.MustCompile(`(?s)<(pre|script|style|noscript)\b.*?</(pre|script|style|noscript)>|\{\{.*?\}\}|<!--.*?-->`)
	textNode  = regexp.MustCompile(`>([^<>]+)<`)
	attribute = regexp.MustCompile(`\s(?:aria-label|placeholder|title)="([^"]+)"`)
	space     = regexp.MustCompile(`\s+`)
)

// shellTexts are the texts of the scripts and of index.html.
func shellTexts(t *testing.T) (scripts, pages map[string]string) {
	scripts, pages = map[string]string{}, map[string]string{}
	files, err := filepath.Glob("../../../ui/static/*.*") // files, of which each has an ending
	if err != nil || len(files) < 4 {
		t.Fatalf("static files %q: %v", files, err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch base := filepath.Base(name); filepath.Ext(name) {
		case ".js":
			for _, m := range append(sentence.FindAllStringSubmatch(string(b), -1), given.FindAllStringSubmatch(string(b), -1)...) {
				scripts[filled.ReplaceAllString(m[1], "%s")] = base
			}
			for _, call := range calls.FindAllStringSubmatch(string(b), -1) {
				for _, m := range quoted.FindAllStringSubmatch(call[1], -1) {
					text, err := strconv.Unquote(`"` + m[1] + `"`)
					if err != nil {
						t.Fatalf("%s: %s: %v", base, m[0], err)
					}
					scripts[text] = base
				}
			}
		case ".html":
			plain := skipped.ReplaceAllString(string(b), "")
			for _, m := range append(textNode.FindAllStringSubmatch(plain, -1), attribute.FindAllStringSubmatch(plain, -1)...) {
				pages[space.ReplaceAllString(strings.TrimSpace(m[1]), " ")] = base
			}
			delete(pages, chinese.Language.Name)
			delete(pages, "held") // the name of the program, in two parts
			delete(pages, "bytes")
		}
	}
	return scripts, pages
}

// foreign are texts of packages that are not ours.
var foreign = []string{
	"open %s: no such file or directory", "open %s: permission denied", "read %s: is a directory",
	"%s: unknown flag: %s: %w", "%s: unknown shorthand flag: %s in %s: %w", "%s: flag needs an argument: %s: %w",
	"%s: invalid argument %q for %q flag: %v: %w",
}

func TestTextsAreComplete(t *testing.T) {
	all := wanted(t)
	for _, text := range slices.Sorted(maps.Keys(all)) {
		own, ok := chinese.Language.Texts[text]
		switch {
		case !ok:
			t.Errorf("no text for %q, of %s", text, all[text])
		case !slices.Equal(holes(own), holes(text)):
			t.Errorf("%q has other holes than %q", own, text)
		case strings.Contains(text, "{") && !slices.Equal(slots(own), slots(text)):
			t.Errorf("%q has other slots than %q", own, text)
		}
	}
	for _, text := range foreign {
		all[text] = "another package"
	}
	glue := []string{": read %s", ", want %s", ": %s", ", ", ".", ", or", "ms", "%s ms", "%s (%s)"}
	for _, text := range slices.Sorted(maps.Keys(chinese.Language.Texts)) {
		if all[text] == "" && !slices.Contains(glue, text) && !same.MatchString(text) {
			t.Errorf("nothing says %q", text)
		}
	}
}

// What stands in a component as it is, no language reaches.
func TestComponentsHaveNoWordsOfTheirOwn(t *testing.T) {
	files, err := filepath.Glob("../../../ui/*.vugu")
	if err != nil || len(files) < 10 {
		t.Fatalf("components %q: %v", files, err)
	}
	words := regexp.MustCompile(`>[^<>]*\pL[^<>]*<`)
	inQuotes := regexp.MustCompile(`"[^"]*"|'[^']*'`)
	own := regexp.MustCompile(`[\s](?:aria-label|placeholder|title|data-label)=`)
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		plain := inQuotes.ReplaceAllString(string(b), "''")
		for _, m := range append(words.FindAllString(plain, -1), own.FindAllString(plain, -1)...) {
			t.Errorf("%s has %s", filepath.Base(name), m)
		}
	}
}
