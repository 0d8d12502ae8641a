//go:build unix

package wrangler

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

var errNoProc = errors.New("wrangler: /proc does not tell the process of the Worker")

// Usage is what the process of the Worker has taken so far.
type Usage struct {
	CPU    time.Duration // of all its threads
	Thread time.Duration // of the one that runs the Worker alone: without V8's compilers and collectors
	Memory int64         // resident, in bytes
}

// Usage is there on Linux alone.
func (s *Server) Usage() (Usage, error) {
	if s.proc == "" {
		return Usage{}, errNoProc
	}
	fields, err := stat(s.proc)
	if err != nil {
		return Usage{}, err
	}
	pages, err := strconv.ParseInt(fields[21], 10, 64)
	if err != nil {
		return Usage{}, err
	}
	u := Usage{Memory: pages * int64(os.Getpagesize())}
	tasks, err := filepath.Glob(filepath.Join(s.proc, "task", "*"))
	if err != nil {
		return Usage{}, err
	}
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			continue // a thread that has ended meanwhile
		}
		var onCPU time.Duration // in ns, as in Documentation/scheduler/sched-stats
		if _, err := fmt.Sscan(string(text), (*int64)(&onCPU)); err != nil {
			return Usage{}, err
		}
		u.CPU += onCPU
		if filepath.Base(task) == filepath.Base(s.proc) {
			u.Thread = onCPU
		}
	}
	if u.Thread == 0 {
		return Usage{}, errNoProc
	}
	return u, nil
}

// find looks for the process of the Worker, and for its own address. wrangler
// starts workerd twice: in front of the one with the Worker is one that holds
// requests back while it builds, and mends them.
func (s *Server) find() error {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return err
	}
	for _, path := range stats {
		proc := filepath.Dir(path)
		fields, err := stat(proc)
		if err != nil || fields[3] != strconv.Itoa(s.cmd.Process.Pid) {
			continue // it has ended meanwhile, or is of another session
		}
		line, err := os.ReadFile(filepath.Join(proc, "cmdline"))
		if err != nil || !bytes.Contains(line, []byte("--socket-addr=entry=127.0.0.1:0\x00")) {
			continue
		}
		ports, err := listening(proc)
		if err != nil {
			return err
		}
		for _, port := range ports {
			url := "http://127.0.0.1:" + port
			if s.answers(url) {
				s.proc, s.URL = proc, url
				return nil
			}
		}
	}
	return errNoProc
}

// stat is what /proc/PID/stat has behind the name: the state of the process, and
// on.
func stat(proc string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(proc, "stat"))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 22 {
		return nil, errNoProc
	}
	return fields, nil
}

// listening lists the TCP ports that a process listens on.
func listening(proc string) ([]string, error) {
	fds, err := filepath.Glob(filepath.Join(proc, "fd", "*"))
	if err != nil {
		return nil, err
	}
	sockets := map[string]bool{}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil {
			sockets[to] = true
		}
	}
	table, err := os.ReadFile(filepath.Join(proc, "net", "tcp"))
	if err != nil {
		return nil, err
	}
	const listen = "0A"
	var ports []string
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		if len(f) < 10 || f[3] != listen || !sockets["socket:["+f[9]+"]"] {
			continue
		}
		_, hex, _ := strings.Cut(f[1], ":")
		port, err := strconv.ParseUint(hex, 16, 16)
		if err != nil {
			return nil, err
		}
		ports = append(ports, strconv.FormatUint(port, 10))
	}
	return ports, nil
}

// answers says whether the Worker is what answers at url.
func (s *Server) answers(url string) bool {
	client := http.Client{Timeout: 5 * time.Second}
	res, err := client.Get(url + s.probe)
	if err != nil {
		return false
	}
	res.Body.Close()
	return res.StatusCode == http.StatusOK
}
