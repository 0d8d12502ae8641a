package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/lab"
)

// runLab executes the experiment: two readers that differ in the moment of
// release alone, over a recording or over chunks that are made up.
func runLab(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("lab", "[FILE] [--first ARM --second ARM]", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	const arm = "reader as an `ARM`: at-close, read-all, chunk-end, next-chunk, block:N, lag:K or never, and knobs behind commas: framing=NAME, lenient-eof=true"
	first := in.flags.String("first", "at-close", "the first "+arm)
	second := in.flags.String("second", "read-all", "the second reader as an `ARM`; it may differ in the release alone")
	plan := in.flags.Bool("plan", false, "list the runs and execute none")
	asJSON := in.flags.Bool("json", false, "print JSON")
	csv := in.flags.String("csv", "", "write the rows of all runs as CSV to `OUT`")
	svg := in.flags.String("svg", "", "write the graph as SVG to `OUT`")
	width := in.flags.Int("width", 960, "of the SVG, in `PX`")
	dark := in.flags.Bool("dark", false, "the SVG on a dark ground")
	return in.run(args, 0, 1, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		taken := *csv == "-" || *svg == "-"
		if *csv == "-" && *svg == "-" || taken && *asJSON {
			return fmt.Errorf("%s: read several of --json, --csv - and --svg -, want one for standard output: %w", in.name, errUsage)
		}
		x, err := in.experiment(o, names, *first, *second)
		if err != nil {
			return err
		}
		var stopped error
		if !*plan {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			stopped = execute(ctx, x)
			stop()
		}
		if *csv != "" {
			if err := in.writeTo(*csv, names, x.WriteCSV); err != nil {
				return err
			}
		}
		if *svg != "" {
			draw := func(w io.Writer) error { return x.WriteSVG(w, figure.Options{Width: *width, Dark: *dark}) }
			if err := in.writeTo(*svg, names, draw); err != nil {
				return err
			}
		}
		switch {
		case *asJSON:
			err = x.WriteJSON(in.stdout)
		case !taken:
			err = x.WriteText(in.stdout)
		}
		if err != nil {
			return err
		}
		return stopped
	})
}

// experiment plans the experiment over the recording named, or over the made-up
// chunks where none is.
func (in *invocation) experiment(o analyzer.Options, names []string, first, second string) (*analyzer.Experiment, error) {
	o.Language = in.language
	var arms [2]lab.Arm
	for i, text := range []string{first, second} {
		var err error
		if arms[i], err = lab.ParseArm(text); err != nil {
			return nil, fmt.Errorf("--%s: %w", []string{"first", "second"}[i], err)
		}
	}
	if len(names) == 0 {
		return analyzer.NewExperiment(nil, o, arms[0], arms[1])
	}
	f, err := in.open(names[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o.Name = called(names[0])
	return analyzer.NewExperiment(f, o, arms[0], arms[1])
}

// execute makes the runs, until ctx ends. What was executed by then stays.
func execute(ctx context.Context, x *analyzer.Experiment) error {
	began := time.Now()
	for i := range x.Runs {
		if ctx.Err() != nil {
			return fmt.Errorf("lab: interrupted, %d of %d runs were executed", i, len(x.Runs))
		}
		x.Execute(i, func() time.Duration { return time.Since(began) })
	}
	return nil
}
