package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// runCheck holds a reader to a budget and exits 1 where it passes it.
func runCheck(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("check", "FILE [OBSERVED]", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	maxHeld := in.flags.String("max-held", "", "the most that may be held, in `BYTES`, KiB, MiB or GiB")
	maxRelease := in.flags.Float64("max-release-ms", 0, "how long after its close an event may be handed off, in `MS`; 0: at once")
	over := false
	code := in.run(args, 1, 2, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		budget := analyzer.Budget{MaxHeld: capture.None, MaxRelease: capture.None}
		if *maxHeld != "" {
			if budget.MaxHeld, err = parseSize(*maxHeld); err != nil {
				return fmt.Errorf("--max-held: %w", err)
			}
		}
		if *maxRelease != 0 {
			if !(*maxRelease > 0 && *maxRelease <= 1e9) {
				return fmt.Errorf("--max-release-ms: read %v, want ms up to 1e9", *maxRelease)
			}
			budget.MaxRelease = time.Duration(*maxRelease * float64(time.Millisecond))
		}
		a, err := in.analyze(o, names)
		if err != nil {
			return err
		}
		breaches, err := a.Check(budget)
		var refused *capture.Error
		if errors.As(err, &refused) {
			refused.File = called(names[0])
		}
		if err != nil {
			return err
		}
		for _, b := range breaches {
			fmt.Fprintln(in.stdout, b)
		}
		over = len(breaches) > 0
		return nil
	})
	if code == exitDone && over {
		return exitOver
	}
	return code
}

// parseSize reads a number of bytes, KiB, MiB or GiB.
func parseSize(s string) (int64, error) {
	digits, shift := s, 0
	for unit, n := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if d, ok := strings.CutSuffix(s, unit); ok {
			digits, shift = d, n
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("read %.40q, want bytes such as 65536 or 64KiB", s)
	}
	return n << shift, nil
}
