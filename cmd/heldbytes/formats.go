package main

import (
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// runFormats says what can be read, and how to record each.
func runFormats(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("formats", "", stdin, stdout, stderr)
	return in.run(args, 0, 0, func([]string) error {
		for i, f := range capture.Formats() {
			if i > 0 {
				fmt.Fprintln(in.stdout)
			}
			fmt.Fprintf(in.stdout, "%-8s  %s\n", f.Format, f.Title)
			for _, how := range f.HowTo {
				fmt.Fprintf(in.stdout, "          %s\n", how)
			}
		}
		return nil
	})
}
