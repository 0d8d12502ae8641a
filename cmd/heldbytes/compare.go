package main

import (
	"fmt"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/figure"
)

// mostPoints bounds the captures of one comparison.
const mostPoints = 16

// beside is recordings beside each other, to be written.
type beside interface {
	WriteText(w io.Writer) error
	WriteJSON(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteSVG(w io.Writer, o figure.Options) error
}

// runCompare says what was held between the points at which captures of one
// stream were taken, or what differs between a reader before a fix and after it.
func runCompare(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("compare", "FIRST SECOND [MORE...]   in the order in which the stream passes them", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	fix := in.flags.Bool("fix", false, "the two are a reader before a fix and after it: captures, or CSV that analyze wrote of a capture and its rows")
	offsets := in.flags.StringArray("offset", nil, "how far the clock of a capture is ahead of that of the one before it, in `MS`, 0 for one clock; once for each hop")
	asJSON := in.flags.Bool("json", false, "print JSON")
	csv := in.flags.String("csv", "", "write what was held between as CSV to `OUT`")
	svg := in.flags.String("svg", "", "write the graph as SVG to `OUT`")
	width := in.flags.Int("width", 960, "of the SVG, in `PX`")
	dark := in.flags.Bool("dark", false, "the SVG on a dark ground")
	return in.run(args, 2, mostPoints, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		ahead, err := parseOffsets(*offsets, len(names)-1)
		if err != nil {
			return err
		}
		taken := *csv == "-" || *svg == "-"
		if *csv == "-" && *svg == "-" || taken && *asJSON {
			return fmt.Errorf("%s: read several of --json, --csv - and --svg -, want one for standard output: %w", in.name, errUsage)
		}
		var c beside
		switch {
		case !*fix:
			c, err = in.compare(o, names, ahead)
		case len(names) != 2 || len(ahead) > 0:
			return fmt.Errorf("%s: read --fix with %s and %d of --offset, want two recordings alone: %w", in.name, operands(len(names)), len(ahead), errUsage)
		default:
			c, err = in.fix(o, names)
		}
		if err != nil {
			return err
		}
		if *csv != "" {
			if err := in.writeTo(*csv, names, c.WriteCSV); err != nil {
				return err
			}
		}
		if *svg != "" {
			draw := func(w io.Writer) error { return c.WriteSVG(w, figure.Options{Width: *width, Dark: *dark}) }
			if err := in.writeTo(*svg, names, draw); err != nil {
				return err
			}
		}
		switch {
		case *asJSON:
			return c.WriteJSON(stdout)
		case taken:
			return nil
		}
		return c.WriteText(stdout)
	})
}

// compare reads the recordings named, - being standard input.
func (in *invocation) compare(o analyzer.Options, names []string, offsets []time.Duration) (*analyzer.Comparison, error) {
	files, closeAll, err := in.openAll(names)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	at := make([]analyzer.Recording, len(names))
	for i, name := range names {
		at[i] = analyzer.Recording{Name: called(name), From: files[i]}
	}
	o.Language = in.language
	return analyzer.Compare(at, o, offsets)
}

// fix reads a recording of a reader before a fix and one of it after.
func (in *invocation) fix(o analyzer.Options, names []string) (*analyzer.Fix, error) {
	files, closeAll, err := in.openAll(names)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	o.Language = in.language
	var sides [2]*analyzer.Analysis
	for i := range sides {
		o.Name = called(names[i])
		if sides[i], err = analyzer.Analyze(files[i], o); err != nil {
			return nil, err
		}
	}
	return analyzer.NewFix(sides[0], sides[1]), nil
}

// parseOffsets reads an offset for each hop, or none.
func parseOffsets(texts []string, hops int) ([]time.Duration, error) {
	if len(texts) != 0 && len(texts) != hops {
		return nil, fmt.Errorf("--offset: read %d, want %d, one for each hop, or none", len(texts), hops)
	}
	var out []time.Duration
	for _, text := range texts {
		d, err := capture.ParseMillis(text)
		if err != nil {
			return nil, fmt.Errorf("--offset: read %.40q, want a number of milliseconds", text)
		}
		out = append(out, d)
	}
	return out, nil
}
