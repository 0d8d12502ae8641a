// Command heldbytes shows where bytes sit inside a reader of a stream.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
)

// command is a subcommand. run returns the exit code.
type command struct {
	name, summary string
	run           func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

var commands = []command{
	{"analyze", "findings, the pair, stalls: analyze FILE [OBSERVED]", runAnalyze},
	{"spans", "the spans of a recording as JSON Lines: spans FILE", runSpans},
	{"series", "what one release rule holds, as CSV: series FILE --rule RULE", runSeries},
	{"compare", "what was held between captures of one stream, or what a fix changed: compare [--fix] FIRST SECOND", runCompare},
	{"check", "for CI, exit 1 over budget: check FILE [OBSERVED] --max-held 64KiB --max-release-ms 200", runCheck},
	{"lab", "the pair executed here, five times: lab [FILE] [--first ARM --second ARM]", runLab},
	{"tap", "print a recorder for your own reader, one file: tap python|js [--recipe LIBRARY]", runTap},
	{"record", "a capture, while the stream runs: record URL, or record -- COMMAND", runRecord},
	{"proxy", "captures of what a server sends, from between it and its clients: proxy --to URL", runProxy},
	{"formats", "what can be read, and how to record each: formats [FORMAT]", runFormats},
	{"share", "a link that holds the analysis, or one to a host: share FILE [OBSERVED] [--to URL]; share --delete URL", runShare},
	{"serve", "serve the page, and shared timelines, on this machine: serve [--listen HOST:PORT] [--store FILE] [--public-url URL]", runServe},
}

func main() {
	log.SetOutput(io.Discard) // net/http writes there what servers sent unasked; nothing here does
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(stderr, "heldbytes: read no command, want one of those that heldbytes help lists")
		return exitBad
	}
	switch args[0] {
	case "help", "--help", "-h":
		usage(stdout)
		return exitDone
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], stdin, stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "heldbytes: read command %.40q, want one of those that heldbytes help lists\n", args[0])
	return exitBad
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: heldbytes COMMAND [ARGUMENTS]; heldbytes COMMAND --help for its flags")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.summary)
	}
}
