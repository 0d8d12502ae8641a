package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
)

// Exit codes.
const (
	exitDone = 0
	exitOver = 1 // over budget
	exitBad  = 2 // bad usage or bad input
)

// errUsage is returned for a call whose words are off; the text is already in
// the error that wraps it.
var errUsage = errors.New("see heldbytes help")

// invocation is one call of a subcommand: its flags, and where it reads and
// writes.
type invocation struct {
	name           string
	flags          *pflag.FlagSet
	stdin          io.Reader
	stdout, stderr io.Writer

	lang     string             // as the flag has it
	language *language.Language // of texts and errors
}

func newInvocation(name, usage string, stdin io.Reader, stdout, stderr io.Writer) *invocation {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {
		fmt.Fprintf(stdout, "usage: %s\n\n%s", strings.TrimSpace("heldbytes "+name+" "+usage), flags.FlagUsages())
	}
	in := &invocation{name: name, flags: flags, stdin: stdin, stdout: stdout, stderr: stderr}
	flags.StringVar(&in.lang, "lang", "en", "the `LANGUAGE` of texts and errors: en or zh")
	return in
}

// run parses args, wants from least to most operands and calls do with them.
// Whatever goes wrong is one line on stderr.
func (in *invocation) run(args []string, least, most int, do func(operands []string) error) int {
	err := in.flags.Parse(args)
	wrong := in.speak()
	if wrong == nil {
		wrong = in.outputs()
	}
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return exitDone
	case err == nil && wrong != nil:
		err = wrong
	case err != nil:
		err = fmt.Errorf("%s: %w: %w", in.name, err, errUsage)
	case in.flags.NArg() < least || in.flags.NArg() > most:
		err = fmt.Errorf("%s: read %s, want %s: %w", in.name, operands(in.flags.NArg()), operandCount(least, most), errUsage)
	default:
		err = do(in.flags.Args())
	}
	if err != nil {
		fmt.Fprintf(in.stderr, "heldbytes: %s\n", oneLine(in.language.Error(err)))
		return exitBad
	}
	return exitDone
}

// oneLine is a text without line ends, which names and flags can have.
func oneLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(text)
}

// operands counts operands in words.
func operands(n int) string {
	if n == 1 {
		return "1 operand"
	}
	return fmt.Sprintf("%d operands", n)
}

func operandCount(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// isLink says whether an operand is a link that carries a recording, and no file
// of that name.
func isLink(name string) bool {
	_, err := os.Stat(name)
	return err != nil && analyzer.IsLink(name)
}

// called is what the recording is called in errors: a link can be very long.
func called(name string) string {
	if isLink(name) {
		return "link"
	}
	return name
}

// open opens the recording called name, - being standard input; it may be a link.
// Whoever gets it closes it.
func (in *invocation) open(name string) (io.ReadCloser, error) {
	out := terminal(in.stderr)
	if name == "-" {
		return io.NopCloser(newProgress(in.stdin, "standard input", out)), nil
	}
	if isLink(name) {
		return io.NopCloser(strings.NewReader(name)), nil
	}
	f, err := os.Open(name)
	if err != nil && (strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")) {
		return nil, fmt.Errorf("%s: read an address, want a file: heldbytes record records a stream, and curl HOST/api/timelines/ID gets what is shared: %w", in.name, errUsage)
	}
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{newProgress(f, name, out), f}, nil
}

// openAll opens the recordings named, of which one at most is -. The caller
// calls closeAll.
func (in *invocation) openAll(names []string) (files []io.Reader, closeAll func(), err error) {
	var opened []io.Closer
	closeAll = func() {
		for _, f := range opened {
			f.Close()
		}
	}
	for i, name := range names {
		if name == "-" && slices.Contains(names[:i], name) {
			closeAll()
			return nil, nil, fmt.Errorf("%s: read - twice, want standard input once: %w", in.name, errUsage)
		}
		f, err := in.open(name)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		opened, files = append(opened, f), append(files, f)
	}
	return files, closeAll, nil
}

// analyze reads the recordings named, - being standard input.
func (in *invocation) analyze(o analyzer.Options, names []string) (*analyzer.Analysis, error) {
	files, closeAll, err := in.openAll(names)
	if err != nil {
		return nil, err
	}
	defer closeAll()
	o.Name, o.Language = called(names[0]), in.language
	if len(names) == 2 {
		o.Observed, o.ObservedName = files[1], called(names[1])
	}
	return analyzer.Analyze(files[0], o)
}
