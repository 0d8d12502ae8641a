package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/proxy"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// runProxy stands between clients and a server until it is told to stop, and
// records each response.
func runProxy(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("proxy", "--to URL", stdin, stdout, stderr)
	to := in.flags.String("to", "", "the server that answers, as `URL`")
	listen := in.flags.String("listen", "127.0.0.1:0", "the address, as `HOST:PORT`; port 0 is one that is free")
	dir := in.flags.StringP("output", "o", ".", "write the captures into the directory `DIR`")
	kept := in.flags.String("payload", "mask", payloadUsage)
	return in.run(args, 0, 1<<16, func(words []string) error {
		if len(words) > 0 {
			return fmt.Errorf("%s: read %s, want the URL as --to URL: %w", in.name, operands(len(words)), errUsage)
		}
		payload, err := record.ParsePayload(*kept)
		if err != nil {
			return fmt.Errorf("--payload: %w", err)
		}
		server, err := url.Parse(*to)
		if err != nil || server.Scheme != "http" && server.Scheme != "https" || server.Host == "" {
			return fmt.Errorf("--to: read no URL, want one that begins with http:// or https://: %w", errUsage)
		}
		if err := os.MkdirAll(*dir, 0o777); err != nil {
			return err
		}
		l, err := net.Listen("tcp", *listen)
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second one ends it at once
		return in.proxy(ctx, l, server, *dir, payload)
	})
}

// grace is how long responses that are under way may take when it is to stop.
const grace = 500 * time.Millisecond

// proxy serves until ctx ends. Responses that are under way then are cut, and what
// came of them is kept.
func (in *invocation) proxy(ctx context.Context, l net.Listener, to *url.URL, dir string, payload record.Payload) error {
	line := in.progressLine(false)
	j := spool.NewJournal(payload, line.tell())
	f := &captures{in: in, line: line, dir: dir, stamp: stamp(), payload: payload, made: map[int64]string{}}
	p := &proxy.Proxy{Journal: j, Create: f.create, Ended: f.ended, Upgraded: f.upgraded, Failed: f.failed}
	exchanges, cut := context.WithCancel(context.Background())
	defer cut()
	srv := p.Server(to)
	srv.BaseContext = func(net.Listener) context.Context { return exchanges }
	fmt.Fprintf(in.stdout, "heldbytes listens on http://%s/ and passes on to the server\n", l.Addr())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		soon, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if srv.Shutdown(soon) != nil {
			srv.Close()
		}
		cut() // also what was upgraded, of which a server knows nothing any more
	}()
	if err := srv.Serve(proxy.Listener(l)); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("%s: %w", in.name, err)
	}
	<-stopped
	p.Wait()
	j.Close()
	line.clear()
	return nil
}

// captures are the files of a proxy, and what is said of each.
type captures struct {
	in         *invocation
	line       *progressLine
	dir, stamp string
	payload    record.Payload

	mu   sync.Mutex
	made map[int64]string
}

func (c *captures) create(n int64) (io.WriteCloser, error) {
	return createNew(c.dir, fmt.Sprintf("heldbytes-%s-%03d", c.stamp, n), func(name string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.made[n] = name
	})
}

func (c *captures) ended(n int64, s spool.Summary) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.line.clear()
	defer delete(c.made, n)
	if s.Err != nil {
		fmt.Fprintf(c.in.stderr, "heldbytes: %s\n", oneLine(c.in.language.Error(s.Err)))
		return
	}
	c.in.came(s, c.payload)
	if s.Reads > 0 {
		fmt.Fprintf(c.in.stderr, "heldbytes analyze %s\n", quoteName(c.made[n]))
	}
}

func (c *captures) upgraded(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.line.clear()
	c.in.note("exchange %s was upgraded: it is passed on and not recorded", nil, strconv.FormatInt(n, 10))
}

func (c *captures) failed(n int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.line.clear()
	fmt.Fprintf(c.in.stderr, "heldbytes: %s\n", oneLine(c.in.language.Error(fmt.Errorf("exchange %d: %w", n, err))))
}
