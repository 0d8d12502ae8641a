package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/howto"
)

// runFormats says what can be read, and how to record each, or the one that is
// asked for.
func runFormats(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("formats", "[FORMAT]", stdin, stdout, stderr)
	return in.run(args, 0, 1, func(names []string) error {
		formats := capture.Formats()
		// The command's own recordings come first.
		slices.SortStableFunc(formats, func(a, b capture.FormatInfo) int { return own(a) - own(b) })
		if len(names) > 0 {
			asked, err := parseFormat(names[0])
			if err != nil {
				return fmt.Errorf("formats: %w", err)
			}
			formats = slices.DeleteFunc(formats, func(f capture.FormatInfo) bool { return f.Format != asked })
		}
		for i, f := range formats {
			if i > 0 {
				fmt.Fprintln(in.stdout)
			}
			fmt.Fprintf(in.stdout, "%-9s %s\n", f.Format, in.language.Text(f.Title))
			for _, how := range f.HowTo {
				fmt.Fprintf(in.stdout, "          %s\n", howto.Say(how, in.language.Text))
			}
		}
		return nil
	})
}

// own is 0 for the format that the command records in.
func own(f capture.FormatInfo) int {
	if f.Format == capture.FormatCapture {
		return 0
	}
	return 1
}
