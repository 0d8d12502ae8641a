package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// The page is built into this directory by make build; a fresh clone has a
// placeholder there.
//
//go:embed page
var pageFiles embed.FS

// Bounds of what a client may take its time for.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = time.Minute
	writeTimeout  = 2 * time.Minute // of the largest file of the page, to a phone
	idleTimeout   = 2 * time.Minute
	headerBytes   = 32 << 10
	stopGrace     = 10 * time.Second // for what is under way when it is told to stop
)

// runServe serves the page, and the timelines that are shared on it, until it is
// told to stop. Recordings that are given to the page are read by the browser and
// do not come here.
func runServe(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("serve", "", stdin, stdout, stderr)
	listen := in.flags.String("listen", "127.0.0.1:8080", "the address, as `HOST:PORT`")
	sample := in.flags.String("sample", "", "open on the built-in sample `NAME`: "+strings.Join(sampleNames(), ", "))
	var host hostFlags
	host.register(in.flags)
	return in.run(args, 0, 0, func([]string) error {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends it at once
		if err := in.host(ctx, *listen, *sample, &host); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
}

// host serves until ctx ends.
func (in *invocation) host(ctx context.Context, listen, sample string, f *hostFlags) (err error) {
	p, err := embeddedPage(sample)
	if err != nil {
		return err
	}
	log := newLog(in.stderr)
	c, err := f.config(log)
	if err != nil {
		return err
	}
	most, err := parseSize(f.maxStore)
	if err != nil {
		return fmt.Errorf("--max-store: %w", err)
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	defer l.Close() // again, where it was served
	store, err := openStore(f.store, most)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	c.Store = store
	var sweeping sync.WaitGroup
	defer sweeping.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sweeping.Go(func() { sweep(ctx, store, log) })

	fmt.Fprintf(in.stdout, "heldbytes serves http://%s/\n", l.Addr())
	kept := in.language.Text("shared timelines are kept in %s")
	if store.why != nil {
		log.Warn("the usual store cannot be used", "error", store.why)
		kept = in.language.Text("shared timelines are kept until it stops; --store FILE keeps them longer")
	}
	if strings.Contains(kept, "%s") {
		kept = fmt.Sprintf(kept, store.path)
	}
	fmt.Fprintln(in.stdout, kept)
	return serve(ctx, l, newSite(p, c), log, stopGrace)
}

// embeddedPage is the page that was built into the command.
func embeddedPage(sample string) (*page, error) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		return nil, err
	}
	return newPage(files, sample)
}

// serve serves until ctx ends, and then lets what is under way finish. Clients that
// take longer than grace are cut off: they are no failure of the program.
func serve(ctx context.Context, l net.Listener, handler http.Handler, events *slog.Logger, grace time.Duration) error {
	srv := &http.Server{
		Handler: handler, ErrorLog: log.New(serverErrors{events}, "", 0), MaxHeaderBytes: headerBytes,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
	}
	events.Info("serving")
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		events.Info("stopping")
		ending, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		err := srv.Shutdown(ending)
		if errors.Is(err, context.DeadlineExceeded) {
			events.Warn("clients that took too long are cut off")
			err = srv.Close()
		}
		stopped <- err
	}()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	err := <-stopped
	events.Info("stopped")
	return err
}
