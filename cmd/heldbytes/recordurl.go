package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/heldbytes/heldbytes/analyzer/record/client"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

var errTime = errors.New("the time is up")

// url records the answer to a request until it ends, or it is told to stop.
func (r *recorder) url(f recordFlags) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second one ends it at once
	defer keepBrokenPipes()()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if most := f.maximum(); most > 0 {
		var done context.CancelFunc
		ctx, done = context.WithTimeoutCause(ctx, most, errTime)
		defer done()
	}
	res, err := client.Do(ctx, f.request)
	if err != nil {
		if ctx.Err() != nil {
			r.stopped(ctx)
			r.came(spool.Summary{}, r.payload)
			return nil
		}
		if errors.Is(err, client.ErrRequest) {
			return fmt.Errorf("%s: read no URL, want one that begins with http:// or https://, or -- and a command: %w", r.name, errUsage)
		}
		return fmt.Errorf("%s: %w", r.name, err)
	}
	defer res.Body.Close()
	if res.Status/100 != 2 {
		r.note("the server answered with status %s", nil, strconv.Itoa(res.Status))
	}
	line := r.progressLine(f.tee || f.out == "-")
	j := spool.NewJournal(r.payload, line.tell())
	rec := j.Begin(spool.Head{ContentType: res.ContentType, ContentEncoding: res.ContentEncoding, Sent: j.At(res.Sent)}, r.create)
	go func() {
		select {
		case <-rec.Failed():
			cancel() // there is nothing to record into
		case <-ctx.Done():
		}
	}()
	var tee io.Writer
	if f.tee {
		tee = r.stdout
	}
	err = rec.Copy(tee, res.Body)
	rec.End(err == nil)
	s := rec.Wait()
	j.Close()
	line.clear()
	var passing *spool.WriteError
	switch {
	case s.Err != nil || err == nil:
	case errors.As(err, &passing):
		r.note("nobody reads standard output any more: stopped", nil)
	case ctx.Err() != nil:
		r.stopped(ctx)
	default:
		fmt.Fprintf(r.stderr, "heldbytes: %s\n", oneLine(r.language.Error(fmt.Errorf("the stream broke off: %w", err))))
	}
	return r.over(s)
}

// stopped says why the recording ends before the stream.
func (r *recorder) stopped(ctx context.Context) {
	if errors.Is(context.Cause(ctx), errTime) {
		r.note("stopped after the time of --max-time", nil)
		return
	}
	r.note("stopped", nil)
}
