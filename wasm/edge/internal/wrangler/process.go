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

// tick is the unit of times in /proc, which is the same on every Linux that Go
// knows (proc(5), USER_HZ).
const tick = 10 * time.Millisecond

var errNoProc = errors.New("wrangler: /proc does not tell the process of the Worker")

// Usage is what the process of the Worker has taken so far.
type Usage struct {
	CPU    time.Duration // of all its threads, in user and system mode
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
	var user, system, pages int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12]+" "+fields[21], &user, &system, &pages); err != nil {
		return Usage{}, err
	}
	return Usage{CPU: time.Duration(user+system) * tick, Memory: pages * int64(os.Getpagesize())}, nil
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
			if answers(url) {
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
func answers(url string) bool {
	client := http.Client{Timeout: 5 * time.Second}
	res, err := client.Get(url + "/api/health")
	if err != nil {
		return false
	}
	res.Body.Close()
	return res.StatusCode == http.StatusOK
}
