//go:build !js

package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the files of testdata/script anew")

// TestMain lets tests run the command as heldbytes, in a process of its own, and a
// command that streams,
// and ends the browser after the tests.
func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"heldbytes": main, "stream": stream})
}

type tests struct{ *testing.M }

func (t tests) Run() int {
	code := t.M.Run()
	stopBrowser()
	return code
}

// TestScripts runs the command as a user does; testdata/script says how.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}
