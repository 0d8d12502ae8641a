package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// Exit codes.
const (
	exitDone = 0
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
}

func newInvocation(name, usage string, stdin io.Reader, stdout, stderr io.Writer) *invocation {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() { fmt.Fprintf(stdout, "usage: heldbytes %s %s\n\n%s", name, usage, flags.FlagUsages()) }
	return &invocation{name: name, flags: flags, stdin: stdin, stdout: stdout, stderr: stderr}
}

// run parses args, wants from least to most operands and calls do with them.
// Whatever goes wrong is one line on stderr.
func (in *invocation) run(args []string, least, most int, do func(operands []string) error) int {
	err := in.flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return exitDone
	case err != nil:
		err = fmt.Errorf("%s: %w: %w", in.name, err, errUsage)
	case in.flags.NArg() < least || in.flags.NArg() > most:
		err = fmt.Errorf("%s: read %d operands, want %s: %w", in.name, in.flags.NArg(), span(least, most), errUsage)
	default:
		err = do(in.flags.Args())
	}
	if err != nil {
		fmt.Fprintf(in.stderr, "heldbytes: %s\n", oneLine(err))
		return exitBad
	}
	return exitDone
}

// oneLine is an error's text without line ends, which names and flags can have.
func oneLine(err error) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(err.Error())
}

func span(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// readFlags are the flags of every command that reads a recording.
type readFlags struct {
	format, framing string
	stall           float64
	lenientEOF      bool
	exchange        int
	heartbeats      []string
}

func (f *readFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "", "the recording's `FORMAT`, instead of sniffing it: see heldbytes formats")
	flags.StringVar(&f.framing, "framing", "", "the `FRAMING`, instead of detecting it: lines, sse, sse-text, json")
	flags.Float64Var(&f.stall, "stall", 200, "the shortest stall, in `MS`")
	flags.BoolVar(&f.lenientEOF, "lenient-eof", false, "an SSE event that is open at EOF is an event")
	flags.IntVar(&f.exchange, "exchange", 0, "which exchange `N` of several, from 1; 0 chooses")
	flags.StringArrayVar(&f.heartbeats, "heartbeat", nil, "events called `NAME` are heartbeats; may be repeated")
}

func (f *readFlags) options() (o analyzer.Options, err error) {
	if f.format != "" {
		if o.Format, err = capture.ParseFormat(f.format); err != nil {
			return o, fmt.Errorf("--format: %w", err)
		}
	}
	if f.framing != "" {
		if o.Framing, err = framing.ParseName(f.framing); err != nil {
			return o, fmt.Errorf("--framing: %w", err)
		}
	}
	if !(f.stall >= 1 && f.stall <= 1e9) {
		return o, fmt.Errorf("--stall: read %v, want ms from 1 to 1e9", f.stall)
	}
	o.Stall = time.Duration(f.stall * float64(time.Millisecond))
	o.LenientEOF, o.Exchange, o.Heartbeats = f.lenientEOF, f.exchange, f.heartbeats
	return o, nil
}

func parseRules(names []string) ([]replay.Rule, error) {
	var rules []replay.Rule
	for _, n := range names {
		r, err := replay.ParseRule(n)
		if err != nil {
			return nil, fmt.Errorf("--rule: %w", err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// analyze reads the recordings named, - being standard input.
func (in *invocation) analyze(o analyzer.Options, names []string) (*analyzer.Analysis, error) {
	if len(names) == 2 && names[0] == "-" && names[1] == "-" {
		return nil, fmt.Errorf("%s: read - twice, want standard input once: %w", in.name, errUsage)
	}
	var files []io.Reader
	for _, name := range names {
		if name == "-" {
			files = append(files, newProgress(in.stdin, "standard input", in.stderr))
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files = append(files, newProgress(f, name, in.stderr))
	}
	o.Name = names[0]
	if len(names) == 2 {
		o.Observed, o.ObservedName = files[1], names[1]
	}
	return analyzer.Analyze(files[0], o)
}

// writeTo writes what write writes to the file called name, - being standard
// output. A regular file is replaced once it is whole, and never one of those
// that were read.
func (in *invocation) writeTo(name string, inputs []string, write func(io.Writer) error) error {
	if name == "-" {
		return write(in.stdout)
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() { // a device or a pipe: nothing to replace
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	for _, input := range inputs {
		if read, ierr := os.Stat(input); ierr == nil && err == nil && os.SameFile(read, info) {
			return fmt.Errorf("%s: read as the recording, want another file to write to", name)
		}
	}
	part := fmt.Sprintf("%s.%d.part", name, os.Getpid())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
	}
	return err
}
