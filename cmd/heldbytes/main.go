// Command heldbytes shows where bytes sit inside a reader of a stream.
package main

import (
	"fmt"
	"io"
	"os"
)

// command is a subcommand. run returns the exit code.
type command struct {
	name, summary string
	run           func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

var commands = []command{
	{"serve", "serve the page on this machine", runServe},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		for _, c := range commands {
			if c.name == args[0] {
				return c.run(args[1:], stdin, stdout, stderr)
			}
		}
		fmt.Fprintf(stderr, "heldbytes: unknown command %q\n", args[0])
	}
	fmt.Fprintln(stderr, "usage: heldbytes COMMAND [ARGUMENTS]")
	for _, c := range commands {
		fmt.Fprintf(stderr, "  %-10s %s\n", c.name, c.summary)
	}
	return 2
}
