//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path"
	"strings"
	"testing"
)

func TestPlainLeavesOutWhatOnlyAuthorsRead(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"a comment of its own line":            {"a();\n  // why\n  b();\n", "a();\n\nb();\n"},
		"a comment at the end of a line":       {"a(); // why\nb();", "a();\nb();"},
		"a comment of many lines":              {"a(); /* one\n two */ b();", "a();\nb();"},
		"a comment between words":              {"return/* it */a", "return a"},
		"space that says nothing":              {"\tif  (a)\t{ \n\n    b();\n}", "if (a) {\n\nb();\n}"},
		"slashes in quotes":                    {`a("http://x  y", '// "', "\"//")`, `a("http://x  y", '// "', "\"//")`},
		"slashes in a template":                {"a(`//  ${b} /*  \n  \\` //`) // c", "a(`//  ${b} /*  \n  \\` //`)"},
		"what a template holds":                {"`  ${ a({b:  `${c}  `}) /* d */ }  }//`;  // e", "`  ${ a({b: `${c}  `}) }  }//`;"},
		"a regular expression":                 {`a(/"[/"]\/\/  '/g) // b`, `a(/"[/"]\/\/  '/g)`},
		"a regular expression after a word":    {`return /"/.test(a) // b`, `return /"/.test(a)`},
		"a regular expression on its own line": {"a =\n  /'/;  // b", "a =\n/'/;"},
		"a division":                           {`a = b / 2 + "/"; c[1] / f(2) / 3; // d`, `a = b / 2 + "/"; c[1] / f(2) / 3;`},
		"a division by what is spelled so":     {`a.returns / "//".length // b`, `a.returns / "//".length`},
		"a notice":                             {"// Copyright 1  X.\n// All.\n\n// Why.\na();", "// Copyright 1  X.\n// All.\n\n\na();"},
		"what is cut off":                      {"a(`${b({", "a(`${b({"},
		"a comment that is cut off":            {"a /* b\n", "a\n"},
		"a quote that is cut off":              {`a("\`, `a("\`},
		"nothing":                              {"", ""},
	} {
		if got := string(plain(".js", []byte(c.script))); got != c.want {
			t.Errorf("%s: %q becomes\n%q, want\n%q", name, c.script, got, c.want)
		}
	}
	const sheet = "/* frame */\na:hover  {\n  content: \"/* no */  //\"; /* yes */\n  b: c // d;\n}\n"
	const want = "\na:hover {\ncontent: \"/* no */  //\";\nb: c // d;\n}\n"
	if got := string(plain(".css", []byte(sheet))); got != want {
		t.Errorf("a style sheet becomes\n%q, want\n%q", got, want)
	}
}

// tokens prints what the scripts on its standard input, a list as JSON, are made
// of: each token with its line, by the parser that is in Node.
const tokens = `
const {tokenizer} = require("internal/deps/acorn/acorn/dist/acorn");
const told = (script) => [...tokenizer(script, {ecmaVersion: "latest", locations: true})].map((t) =>
  [t.type.label, t.type.label === "regexp" ? t.value.pattern + t.value.flags : String(t.value), t.loc.start.line].join(" "));
const scripts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(scripts.map(told)));
`

// TestPlainScriptsAreTheSameScripts compares every script of the page with what
// is sent of it, token by token.
func TestPlainScriptsAreTheSameScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node here")
	}
	whole, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	sent, err := page()
	if err != nil {
		t.Fatal(err)
	}
	var names, scripts []string
	for name, b := range whole {
		if path.Ext(name) == ".js" {
			names = append(names, name)
			scripts = append(scripts, string(b), string(sent[name]))
			if len(sent[name]) >= len(b) {
				t.Errorf("%s is sent as it is", name)
			}
		}
	}
	if len(names) < 20 {
		t.Fatalf("the page has %d scripts", len(names))
	}
	in, err := json.Marshal(scripts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--expose-internals", "-e", tokens)
	cmd.Stdin = bytes.NewReader(in)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	var told [][]string
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		before, after := told[2*i], told[2*i+1]
		if len(before) < 10 {
			t.Errorf("%s has %d tokens", name, len(before))
		}
		for n := range before {
			if n >= len(after) || before[n] != after[n] {
				t.Errorf("%s: token %d is not %q any more", name, n, before[n])
				break
			}
		}
		if len(after) > len(before) {
			t.Errorf("%s has %d tokens more", name, len(after)-len(before))
		}
	}
}
