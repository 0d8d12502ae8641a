package main

import (
	"io"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// runSeries writes what a reader under one rule holds, as CSV.
func runSeries(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("series", "FILE --rule RULE", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	name := in.flags.String("rule", replay.Rule{}.String(), "the release `RULE`: "+strings.Join(replay.Rules(), ", "))
	return in.run(args, 1, 1, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		rules, err := parseRules([]string{*name})
		if err != nil {
			return err
		}
		a, err := in.analyze(o, names)
		if err != nil {
			return err
		}
		return a.WriteSeries(in.stdout, rules[0])
	})
}
