//go:build !js

// Command bench measures the built page and the engine against what people
// would write, or take from npm, to do the same work.
//
//	go run ./wasm/page/bench -out wasm/page/bench/RESULTS.md
//
// What it says are ratios: both ways are timed in turn in one process or one
// tab, so that they hold on another machine too, and on a busy one. It needs
// dist/ (make dist), Chromium, and the packages of package.json (npm ci).
package main

import (
	"context"
	"flag"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	o := options{progress: os.Stderr}
	flag.IntVar(&o.runs, "runs", 5, "how often each way is timed")
	flag.StringVar(&o.root, "root", ".", "the repository")
	only := flag.String("only", "", "measure what has a name that matches this `REGEXP`")
	out := flag.String("out", "", "`FILE` to keep the tables in")
	flag.Parse()
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		log.Fatal(err)
	}
	if err := run(o, *out); err != nil {
		log.Fatal(err)
	}
}

func run(o options, out string) error {
	r, err := measure(context.Background(), o)
	if err != nil {
		return err
	}
	if out != "" {
		if err := os.WriteFile(out, []byte(r.String()), 0o666); err != nil {
			return err
		}
	}
	_, err = io.WriteString(os.Stdout, r.String())
	return err
}

// options say how much is measured.
type options struct {
	root     string // of the repository
	runs     int
	smoke    bool           // tiny data: it shows that everything runs, and measures nothing
	only     *regexp.Regexp // of names
	progress io.Writer
}

// size is n bytes or rows or, in smoke, few of them.
func (o options) size(n int) int {
	if o.smoke {
		return max(n>>10, 1<<10)
	}
	return n
}

// measure times everything: natively, then in a tab of the built page.
func measure(ctx context.Context, o options) (*results, error) {
	r := &results{options: o}
	if err := native(r); err != nil {
		return nil, err
	}
	if err := memory(r); err != nil {
		return nil, err
	}
	if err := recorders(r); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "heldbytes-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	bench := filepath.Join(o.root, "wasm", "page", "bench")
	t, err := openTab(ctx, filepath.Join(o.root, "dist"), filepath.Join(bench, "node_modules"))
	if err != nil {
		return nil, err
	}
	defer t.close()
	if err := visits(r, t, filepath.Join(o.root, "dist"), filepath.Join(bench, "node_modules")); err != nil {
		return nil, err
	}
	return r, inTab(r, t, dir)
}
