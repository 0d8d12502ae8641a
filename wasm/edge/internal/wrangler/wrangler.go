//go:build unix

// Package wrangler runs the Worker on this machine, without an account and
// without a network: wrangler dev starts Cloudflare's own runtime, workerd, with
// Workers KV in a directory.
package wrangler

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Script is where npm ci puts wrangler, in the Worker's directory.
var Script = filepath.Join("node_modules", "wrangler", "bin", "wrangler.js")

// What Start needs and may not find.
var (
	ErrNoNode      = errors.New("wrangler: there is no node to run it with")
	ErrNotPrepared = errors.New("wrangler: not everything is there: run make edge, and npm ci --prefix wasm/edge")
)

// How long workerd may take until it answers, and until it has ended.
const (
	startWithin = time.Minute
	stopWithin  = 20 * time.Second
)

// Server is a Worker that runs.
type Server struct {
	// URL is http://127.0.0.1:PORT, of workerd itself. Where /proc does not tell that,
	// it is wrangler's, which holds a GET back for good whose body was cut off.
	URL string

	cmd   *exec.Cmd
	probe string // what is asked for to see whether it answers
	proc  string // the directory in /proc of the Worker's process, or ""
	log   log
	ended chan struct{} // closed once the process has ended
}

// Start runs the Worker whose directory is edge, in dir, which gets what it keeps,
// or has that of a run before, and returns once it answers.
func Start(ctx context.Context, edge, dir string, o Options) (*Server, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.Join(ErrNoNode, err)
	}
	if edge, err = filepath.Abs(edge); err != nil {
		return nil, err
	}
	script := filepath.Join(edge, Script)
	for _, needed := range []string{script, filepath.Join(edge, "public", "index.html")} {
		if _, err := os.Stat(needed); err != nil {
			return nil, errors.Join(ErrNotPrepared, err)
		}
	}
	if err := copyWorker(edge, dir); err != nil {
		return nil, err
	}
	text, err := config(edge, o)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "wrangler.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	level := "warn"
	if o.Log != "" {
		level = "log"
	}
	s := &Server{URL: "http://127.0.0.1:" + port, probe: "/api/health", ended: make(chan struct{})}
	if o.Cold {
		s.probe = "/icon.svg"
	}
	s.cmd = exec.Command(node, script, "dev", "--config", file, "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0", "--local",
		"--persist-to", filepath.Join(dir, "state"), "--show-interactive-dev-session=false", "--log-level", level)
	s.cmd.Dir = dir
	s.cmd.Env = append(s.cmd.Environ(), Quiet(dir)...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // what it starts ends with it, and nothing else does
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.ended)
		s.cmd.Wait() // how it ended is in its log
	}()
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(err, s.Stop(), errors.New(s.Log()))
	}
	if err := s.find(); err != nil && !errors.Is(err, errNoProc) {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// Quiet is the environment of a wrangler that asks nothing, sends nothing and
// writes to dir alone.
func Quiet(dir string) []string {
	return []string{
		"CI=1", "WRANGLER_SEND_METRICS=false", "WRANGLER_HIDE_BANNER=true", "CLOUDFLARE_CF_FETCH_ENABLED=false",
		"WRANGLER_LOG_PATH=" + filepath.Join(dir, "logs"), "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"),
		"WRANGLER_REGISTRY_PATH=" + filepath.Join(dir, "registry"), "MINIFLARE_REGISTRY_PATH=" + filepath.Join(dir, "registry"),
	}
}

// freePort is a port that nothing listens on; wrangler takes no listener.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), l.Close()
}

// ready waits until the Worker answers.
func (s *Server) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	often := time.NewTicker(50 * time.Millisecond)
	defer often.Stop()
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("wrangler: the Worker does not answer: %w", ctx.Err())
		case <-s.ended:
			return errors.New("wrangler: ended before the Worker answered")
		case <-often.C:
		}
		if s.answers(s.URL) {
			return nil
		}
	}
}

// Stop ends it. Told to end, wrangler ends what it has started; killed, it would
// leave workerd behind.
func (s *Server) Stop() error {
	s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	select {
	case <-s.ended:
		return nil
	case <-time.After(stopWithin):
		syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		return errors.New("wrangler: did not end when told to, and was killed")
	}
}

// Log is what wrangler and the Worker have printed so far.
func (s *Server) Log() string { return s.log.String() }

// log keeps what is written to it.
type log struct {
	mu   sync.Mutex
	text []byte
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}
