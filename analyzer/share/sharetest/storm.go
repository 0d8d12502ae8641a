package sharetest

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// Storm sends n malformed requests over connections of their own, the same in
// every run, and fails unless the host goes on taking, keeping and giving away
// timelines. It returns how often it was answered with each status; 0 stands for
// no answer.
func Storm(t *testing.T, address string, n int) map[int]int {
	t.Helper()
	host, ok := strings.CutPrefix(address, "http://")
	if !ok {
		t.Skip("the host speaks TLS")
	}
	h := start(t, func(*testing.T, Options) (string, *http.Client) {
		return address, &http.Client{Timeout: 30 * time.Second}
	}, Options{})
	csv, _ := Timeline(t)
	kept := h.upload(t, "/api/timelines?days=1", csv)

	const atOnce = 8
	seeds := make(chan uint64)
	statuses := map[int]int{}
	var mu sync.Mutex
	var done sync.WaitGroup
	for range atOnce {
		done.Go(func() {
			for seed := range seeds {
				request := Malformed(rand.New(rand.NewPCG(seed, 1)), host, kept.ID)
				status, err := send(host, request)
				if err != nil {
					t.Errorf("request %d, %.200q: %v", seed, request, err)
				}
				mu.Lock()
				statuses[status]++
				mu.Unlock()
			}
		})
	}
	for i := range n {
		seeds <- uint64(i)
	}
	close(seeds)
	done.Wait()
	if a := h.ask(t, "GET", "/api/timelines/"+kept.ID, nil); !bytes.Equal(a.body, csv) {
		t.Errorf("afterwards a timeline is %d %.200q", a.status, a.body)
	}
	s := h.upload(t, "/api/timelines?days=1", csv)
	if a := h.ask(t, "GET", "/a/"+s.ID+"/graph.svg", nil); a.status != http.StatusOK {
		t.Errorf("afterwards a graph is %d %.200q", a.status, a.body)
	}
	return statuses
}

// send writes a request and returns the status of the first answer. That a
// connection is closed in the middle of what nobody can read is well, and that it
// hangs is not.
func send(host string, request []byte) (status int, err error) {
	c, err := net.Dial("tcp", host)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	go func() {
		c.Write(request)
		if half, ok := c.(*net.TCPConn); ok {
			half.CloseWrite()
		}
	}()
	in := bufio.NewReader(c)
	for first := true; ; first = false {
		res, err := http.ReadResponse(in, nil)
		if err == nil {
			if first {
				status = res.StatusCode
			}
			_, err = io.Copy(io.Discard, res.Body)
		}
		if late, ok := err.(net.Error); ok && late.Timeout() {
			return status, err
		}
		if err != nil {
			return status, nil
		}
	}
}
