//go:build unix

// Command bench measures the Worker under workerd, on this machine: milliseconds
// and CPU time a request, by route.
//
//	go run ./wasm/edge/bench [-requests N] [-only REGEXP] [-out FILE]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"regexp"
	"syscall"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	o := options{progress: os.Stderr}
	flag.IntVar(&o.requests, "requests", 200, "how many of each are sent")
	flag.StringVar(&o.edge, "edge", "wasm/edge", "the Worker's `DIRECTORY`")
	only := flag.String("only", "", "measure the routes that match this `REGEXP`")
	out := flag.String("out", "", "`FILE` to keep the tables in")
	flag.Parse()
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o, *out); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, o options, out string) error {
	r, err := measure(ctx, o)
	if err != nil {
		return err
	}
	if out != "" {
		if err := os.WriteFile(out, []byte(r.String()), 0o666); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(os.Stdout, r)
	return err
}

// options are those of one run.
type options struct {
	requests int
	edge     string
	only     *regexp.Regexp
	progress io.Writer
}
