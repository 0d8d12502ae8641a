package language_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// shouting is a language that can be told from English.
var shouting = &language.Language{
	Tag:       "x-shouting",
	Sentences: diagnose.Catalogue{"list.comma": ", ", "unit.ms": "MS"},
	Texts: map[string]string{
		": read %s": ": READ %s", ", want %s": " FOR %s", ": %s": ": %s",
		"a row of at most %d cells":      "%d CELLS AT MOST",
		"a comma":                        "A COMMA",
		"unknown rule %.40q, want %q":    "%[2]q, NOT THE RULE %[1]q",
		"--rule: %w":                     "--RULE: %w",
		"not %s":                         "NOT %s",
		" as in %s":                      " LIKE %s",
		"a row":                          "A ROW",
		".":                              "STOP",
		"not JSON: %s":                   "NO JSON: %s",
		"{n event events} in {whole_ms}": "{n} EVENTS IN {whole_ms}",
	},
}

func TestErrorsArePutTogetherAnew(t *testing.T) {
	place := &capture.Error{File: "a.csv", Line: 3, Offset: capture.None, Read: `"x"`, Want: "a row of at most 9 cells"}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a place in a recording":        {place, `a.csv:3: READ "x" FOR 9 CELLS AT MOST`},
		"with an offset":                {&capture.Error{File: "a", Offset: 7, Want: "a comma"}, "a:+7 FOR A COMMA"},
		"with a cause":                  {&capture.Error{File: "a", Offset: capture.None, Read: "b", Err: errors.New("a comma")}, "a: READ b: A COMMA"},
		"inside another":                {fmt.Errorf("--rule: %w", place), `--RULE: a.csv:3: READ "x" FOR 9 CELLS AT MOST`},
		"inside one that is not known":  {fmt.Errorf("so: %w", place), `so: a.csv:3: READ "x" FOR 9 CELLS AT MOST`},
		"a text":                        {errors.New("a comma"), "A COMMA"},
		"a text with holes":             {errors.New(`unknown rule "z", want ["a" "b"]`), `["a" "b"], NOT THE RULE "z"`},
		"a text in the hole of another": {errors.New("--rule: a comma"), "--RULE: A COMMA"},
		"the text that says most":       {errors.New("not JSON: a comma"), "NO JSON: A COMMA"},
		"a list":                        {errors.New("not a comma, a row"), "NOT A COMMA, A ROW"},
		"a list with a part of no text": {errors.New("not a comma, nor more"), "NOT a comma, nor more"},
		"a text behind a name":          {errors.New("--first: a comma"), "--first: A COMMA"},
		"a text that goes on":           {errors.New("a comma as in b.csv"), "A COMMA LIKE b.csv"},
		"a hole with one sign":          {errors.New("not ."), "NOT ."},
		"one that nobody translated":    {errors.New("nobody knows"), "nobody knows"},
	} {
		if got := shouting.Error(c.err); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for _, english := range []*language.Language{nil, language.English} {
			if got := english.Error(c.err); got != c.err.Error() {
				t.Errorf("%s: %s in English", name, got)
			}
		}
	}
}

func TestTextsAndNumbers(t *testing.T) {
	args := diagnose.Args{"n": 1, "whole_ms": 2_000_000_000}
	for _, c := range []struct{ got, want string }{
		{shouting.Text("a comma"), "A COMMA"},
		{shouting.Text("no such text"), "no such text"},
		{shouting.Say("{n event events} in {whole_ms}", args), "1 EVENTS IN 2,000 MS"},
		{language.English.Say("{n event events} in {whole_ms}", args), "1 event in 2,000 ms"},
		{(*language.Language)(nil).Say("{n event events}", args), "1 event"},
		{language.Fill("%s of %d", "a", "b"), "a of b"},
		{language.Fill("%[2]s of %[1]s", "a", "b"), "b of a"},
		{language.Fill("100% of %s", "a"), "100% of a"},
		{language.Fill("%s and %s", "a"), "a and "},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
