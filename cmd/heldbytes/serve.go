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
)

// The page is built into this directory by make build; a fresh clone has a
// placeholder there.
//
//go:embed page
var pageFiles embed.FS

// runServe serves the page until it is told to stop. Recordings that are given
// to the page are read by the browser and do not come here.
func runServe(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("serve", "", stdin, stdout, stderr)
	listen := in.flags.String("listen", "127.0.0.1:8080", "the address, as `HOST:PORT`")
	sample := in.flags.String("sample", "", "open on the built-in sample `NAME`: "+strings.Join(sampleNames(), ", "))
	return in.run(args, 0, 0, func([]string) error {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		handler, err := embeddedPage(*sample)
		if err == nil {
			err = serve(ctx, *listen, handler, in.stdout)
		}
		if err != nil {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
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
