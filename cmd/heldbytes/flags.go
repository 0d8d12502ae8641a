package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/coding"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
)

// readFlags are the flags of every command that reads a recording.
type readFlags struct {
	flags           *pflag.FlagSet
	format, framing string
	stall           float64
	lenientEOF      bool
	exchange        int
	cadence         float64
	heartbeats      []string
}

func (f *readFlags) register(flags *pflag.FlagSet) {
	f.flags = flags
	flags.StringVar(&f.format, "format", "", "the recording's `FORMAT`, instead of sniffing it: see heldbytes formats")
	flags.StringVar(&f.framing, "framing", "", "the `FRAMING`, instead of detecting it: "+strings.Join(framing.Names(), ", "))
	flags.Float64Var(&f.stall, "stall", 200, "the shortest stall, in `MS`")
	flags.BoolVar(&f.lenientEOF, "lenient-eof", false, "an SSE event that is open at EOF is an event")
	flags.IntVar(&f.exchange, "exchange", 0, "which exchange `N` of several, from 1; 0 chooses")
	flags.Float64Var(&f.cadence, "cadence", 0, "`MS` from chunk to chunk, made up, where the recording has no times")
	flags.StringArrayVar(&f.heartbeats, "heartbeat", nil, "events called `NAME` are heartbeats; may be repeated")
}

func (f *readFlags) options() (o analyzer.Options, err error) {
	if f.format != "" {
		if o.Format, err = parseFormat(f.format); err != nil {
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
	if f.flags.Changed("stall") { // else a link says it
		o.Stall = time.Duration(f.stall * float64(time.Millisecond))
	}
	if f.cadence != 0 && !(f.cadence >= 0.001 && f.cadence <= 1e9) {
		return o, fmt.Errorf("--cadence: read %v, want ms from 0.001 to 1e9", f.cadence)
	}
	o.Cadence = time.Duration(f.cadence * float64(time.Millisecond))
	o.More, o.Brotli = importers, coding.NewBrotli
	o.LenientEOF, o.Exchange, o.Heartbeats = f.lenientEOF, f.exchange, f.heartbeats
	return o, nil
}

// parseFormat reads the name of a format that can be read.
func parseFormat(s string) (capture.Format, error) {
	var names []string
	for _, f := range capture.Formats() {
		if f.Name == s {
			return f.Format, nil
		}
		names = append(names, f.Name)
	}
	return capture.FormatUnknown, fmt.Errorf("unknown format %.40q, want one of %s", s, strings.Join(names, ", "))
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
