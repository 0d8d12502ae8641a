package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/tap"
)

// runTap prints the recorder of a language, or what to write around it.
func runTap(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var languages []string
	for _, r := range tap.Recorders() {
		languages = append(languages, r.Language)
	}
	in := newInvocation("tap", strings.Join(languages, "|"), stdin, stdout, stderr)
	recipe := in.flags.String("recipe", "", "print the lines that record what `LIBRARY` reads, instead of the recorder")
	recipes := in.flags.Bool("recipes", false, "print the lines of every library")
	return in.run(args, 0, 1, func(operands []string) error {
		if len(operands) == 0 {
			for _, r := range tap.Recorders() {
				fmt.Fprintf(in.stdout, "heldbytes tap %-6s > %-16s  --recipe %s\n", r.Language, r.File, strings.Join(r.Recipes(), "|"))
			}
			return nil
		}
		if operands[0] == "go" {
			return fmt.Errorf("%s: read language \"go\", want python or js: Go programs import github.com/heldbytes/heldbytes/analyzer/record", in.name)
		}
		r, err := tap.For(operands[0])
		if err != nil {
			return fmt.Errorf("tap: %w: %w", err, errUsage)
		}
		switch {
		case *recipe != "":
			text, err := r.Recipe(*recipe)
			if err != nil {
				return fmt.Errorf("tap: --recipe: %w", err)
			}
			_, err = io.WriteString(in.stdout, text)
			return err
		case *recipes:
			for _, name := range r.Recipes() {
				text, err := r.Recipe(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(in.stdout, "%s\n%s\n", name, text)
			}
			return nil
		}
		_, err = io.WriteString(in.stdout, r.Source())
		return err
	})
}
