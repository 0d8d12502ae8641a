package main

import (
	"fmt"
	"io"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/document"
	"github.com/heldbytes/heldbytes/analyzer/figure"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/picture"
)

// runAnalyze says what a recording shows.
func runAnalyze(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("analyze", "FILE [OBSERVED]", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	asJSON := in.flags.Bool("json", false, "print JSON")
	csv := in.flags.String("csv", "", "write the timeline as CSV to `OUT`")
	svg := in.flags.String("svg", "", "write the graph as SVG to `OUT`")
	png := in.flags.String("png", "", "write the graph as PNG, at twice the size of the SVG, to `OUT`")
	html := in.flags.String("html", "", "write a report that opens without a network, as HTML to `OUT`")
	link := in.flags.String("link", "", "write a link that holds the timeline, to be put behind the address of a page, to `OUT`")
	width := in.flags.Int("width", 960, "of the SVG and, twice as many, of the PNG, in `PX`")
	dark := in.flags.Bool("dark", false, "the SVG and the PNG on a dark ground")
	rules := in.flags.StringArray("rule", nil, "another release `RULE` to replay, such as block:4096, lag:1, next-chunk; may be repeated")
	return in.run(args, 1, 2, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		if o.Rules, err = parseRules(*rules); err != nil {
			return err
		}
		out := 0 // documents for standard output
		for _, to := range []string{*csv, *svg, *png, *html, *link} {
			if to == "-" {
				out++
			}
		}
		if out > 1 || out > 0 && *asJSON {
			return fmt.Errorf("%s: read several of --json, --csv -, --svg -, --png -, --html - and --link -, want one for standard output: %w", in.name, errUsage)
		}
		a, err := in.analyze(o, names)
		if err != nil {
			return err
		}
		if *csv != "" {
			if err := in.writeTo(*csv, names, a.WriteCSV); err != nil {
				return err
			}
		}
		if *svg != "" {
			draw := func(w io.Writer) error { return a.WriteSVG(w, figure.Options{Width: *width, Dark: *dark}) }
			if err := in.writeTo(*svg, names, draw); err != nil {
				return err
			}
		}
		if *png != "" {
			draw := func(w io.Writer) error {
				return picture.PNG(w, a.Figure(), picture.Options{Width: *width, Dark: *dark})
			}
			if err := in.writeTo(*png, names, draw); err != nil {
				return err
			}
			in.noteEnglish()
		}
		if *html != "" {
			if err := in.writeTo(*html, names, func(w io.Writer) error { return documentOf(a).Write(w) }); err != nil {
				return err
			}
		}
		if *link != "" {
			if err := in.writeTo(*link, names, func(w io.Writer) error { return writeLink(w, a) }); err != nil {
				return err
			}
		}
		return in.print(a, *asJSON, out > 0)
	})
}

// print writes the report, unless something else went to standard output.
func (in *invocation) print(a *analyzer.Analysis, asJSON, taken bool) error {
	switch {
	case asJSON:
		return a.WriteJSON(in.stdout)
	case taken:
		return nil
	}
	return a.WriteText(in.stdout)
}

// noteEnglish says of what language the words of a PNG are where it is not that
// of the call.
func (in *invocation) noteEnglish() {
	if in.language != language.English {
		fmt.Fprintln(in.stderr, "heldbytes: "+in.language.Text(picture.Note))
	}
}

// writeLink writes what stands behind the address of the page in a link that holds
// an analysis.
func writeLink(w io.Writer, a *analyzer.Analysis) error {
	fragment, err := a.Link(deflate.Pack)
	if err == nil {
		_, err = fmt.Fprintf(w, "#%s\n", fragment)
	}
	return err
}

// documentOf is the report of an analysis as one file.
func documentOf(a *analyzer.Analysis) *document.Document {
	return &document.Document{
		Diagnosis: a.Diagnosis, Figure: a.Figure(), CSV: a.WriteCSV, Remarks: a.Report().Source.Remarks,
		Exchange: a.Exchange, Exchanges: len(a.Exchanges), Language: a.Language,
	}
}
