package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"
)

// The page is built into this directory by make build; a fresh clone has a
// placeholder there.
//
//go:embed page
var pageFiles embed.FS

const serveUsage = `usage: heldbytes serve [--listen HOST:PORT] [--sample NAME]

Serves the page. Recordings that are given to it are read by the browser and
do not come here.
`

// runServe serves the page until it is told to stop.
func runServe(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, serveUsage, "\n", flags.FlagUsages()) }
	listen := flags.String("listen", "127.0.0.1:8080", "the address, host:port")
	sample := flags.String("sample", "", "open on this built-in sample: "+strings.Join(sampleNames(), ", "))
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "heldbytes serve:", err)
		return 2
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "heldbytes serve: read %q, want no arguments\n", flags.Arg(0))
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	handler, err := embeddedPage(*sample)
	if err == nil {
		err = serve(ctx, *listen, handler, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "heldbytes serve:", err)
		return 2
	}
	return 0
}

// embeddedPage is the page that was built into the command.
func embeddedPage(sample string) (http.Handler, error) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		return nil, err
	}
	return newPage(files, sample)
}

// serve serves until ctx ends, and then lets what is under way finish.
func serve(ctx context.Context, listen string, handler http.Handler, stdout io.Writer) error {
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(stdout, "heldbytes serves http://%s/\n", l.Addr())

	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		stopped <- srv.Shutdown(grace)
	}()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
