//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/share"
	"github.com/heldbytes/heldbytes/wasm/edge/internal/wrangler"
)

// warm is how many requests go before those that count: what a request costs
// until V8 has compiled what it runs through is told apart.
const warm = 30

// row is one route with one timeline.
type row struct {
	route, timeline string
	times           []time.Duration // from the first byte sent to the last one received, each request
	thread, process time.Duration   // CPU time of all of them together
}

// results is what was measured.
type results struct {
	options
	rows   []row
	first  []row // of an isolate each
	memory int64 // resident at the end, in bytes
	bytes  map[string]int
}

// timelines are those that are shared, by the chunks that they have. Of the
// largest, and all that is as large, a tenth of the requests are sent.
var timelines = []int{30, 1000, large}

const large = 20_000

// timeline makes one of n chunks, one in seven of which ends inside an event.
func timeline(n int) ([]byte, error) {
	var capture bytes.Buffer
	fmt.Fprintln(&capture, `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}`)
	for i := range n {
		end := `\n\n`
		if i%7 == 0 {
			end = ""
		}
		fmt.Fprintf(&capture, `{"t_ms":%d.25,"text":"data: {\"i\":%d}%s"}`+"\n", i*7+i/100*250, i, end)
	}
	fmt.Fprintf(&capture, `{"eof_ms":%d}`+"\n", n*20)
	a, err := analyzer.Analyze(&capture, analyzer.Options{})
	if err != nil {
		return nil, err
	}
	var csv bytes.Buffer
	err = a.WriteCSV(&csv)
	return csv.Bytes(), err
}

// measure runs the Worker, and then again for each first request.
func measure(ctx context.Context, o options) (*results, error) {
	r := &results{options: o, bytes: map[string]int{}}
	dir, err := os.MkdirTemp("", "edge")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var kept share.Shared
	csv, err := timeline(timelines[0])
	if err != nil {
		return nil, err
	}
	err = r.with(ctx, dir, wrangler.Options{}, func(s *wrangler.Server) (err error) {
		if err = r.routes(ctx, s); err != nil {
			return err
		}
		u, err := s.Usage()
		if err != nil {
			return err
		}
		r.memory = u.Memory
		kept, err = upload(ctx, s.URL, csv)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, r.cold(ctx, dir, kept.ID, csv)
}

// starts is how often a Worker is started for one route.
const starts = 3

// cold measures the first request that an isolate gets, in which Go starts and V8
// compiles what it runs through.
func (r *results) cold(ctx context.Context, dir, id string, csv []byte) error {
	name := grouped(timelines[0]) + " chunks"
	for _, c := range []struct {
		route, method, path string
		body                []byte
		status              int
	}{
		{"POST /api/timelines", "POST", "/api/timelines?days=1", csv, http.StatusCreated},
		{"GET /api/timelines/{id}", "GET", "/api/timelines/" + id, nil, http.StatusOK},
		{"GET /a/{id}", "GET", "/a/" + id, nil, http.StatusOK},
		{"GET /a/{id}/graph.svg", "GET", "/a/" + id + "/graph.svg", nil, http.StatusOK},
		{"GET /a/{id}/graph.png", "GET", "/a/" + id + "/graph.png", nil, http.StatusOK},
	} {
		if !r.only.MatchString(c.route + ", " + name) {
			continue
		}
		all := row{route: c.route, timeline: name}
		for range min(starts, r.requests) {
			err := r.with(ctx, dir, wrangler.Options{Cold: true}, func(s *wrangler.Server) error {
				one, err := r.time(ctx, s, 1, 0, c.method, c.path, c.body, c.status)
				all.times = append(all.times, one.times...)
				all.thread += one.thread
				all.process += one.process
				return err
			})
			if err != nil {
				return fmt.Errorf("the first request, %s: %w", c.route, err)
			}
		}
		slices.Sort(all.times)
		r.first = append(r.first, all)
	}
	return nil
}

// with runs the Worker in dir for as long as do takes.
func (r *results) with(ctx context.Context, dir string, o wrangler.Options, do func(*wrangler.Server) error) error {
	s, err := wrangler.Start(ctx, r.edge, dir, o)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Stop())
}

// routes measures each route with each timeline.
func (r *results) routes(ctx context.Context, s *wrangler.Server) error {
	requests := r.requests
	add := func(route, timeline, method, path string, body []byte, status int) error {
		if !r.only.MatchString(route + ", " + timeline) {
			return nil
		}
		row, err := r.time(ctx, s, requests, min(warm, requests), method, path, body, status)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", route, timeline, err)
		}
		row.route, row.timeline = route, timeline
		fmt.Fprintf(r.progress, "%s, %s: %v\n", route, timeline, row.times[len(row.times)/2])
		r.rows = append(r.rows, row)
		return nil
	}
	if err := add("a static file, which is no request of the Worker", "", "GET", "/icon.svg", nil, http.StatusOK); err != nil {
		return err
	}
	if err := add("GET /api/health", "", "GET", "/api/health", nil, http.StatusOK); err != nil {
		return err
	}
	for _, n := range timelines {
		csv, err := timeline(n)
		if err != nil {
			return err
		}
		if n >= large {
			requests = max(1, r.requests/10)
		}
		name := grouped(n) + " chunks"
		r.bytes[name] = len(csv)
		if err := add("POST /api/timelines", name, "POST", "/api/timelines?days=1", csv, http.StatusCreated); err != nil {
			return err
		}
		shared, err := upload(ctx, s.URL, csv)
		if err != nil {
			return err
		}
		for _, path := range []string{"/api/timelines/", "/a/"} {
			if err := add("GET "+path+"{id}", name, "GET", path+shared.ID, nil, http.StatusOK); err != nil {
				return err
			}
		}
		for _, file := range []string{"/graph.svg", "/graph.png"} {
			if err := add("GET /a/{id}"+file, name, "GET", "/a/"+shared.ID+file, nil, http.StatusOK); err != nil {
				return err
			}
		}
	}
	return nil
}

// time sends requests one after the other, over one connection.
func (r *results) time(ctx context.Context, s *wrangler.Server, requests, warm int, method, path string, body []byte, status int) (row, error) {
	var out row
	var before wrangler.Usage
	for i := range warm + requests {
		if i == warm {
			var err error
			if before, err = s.Usage(); err != nil {
				return out, err
			}
		}
		began := time.Now()
		got, answer, err := send(ctx, method, s.URL+path, body)
		if err != nil {
			return out, err
		}
		if got != status {
			return out, fmt.Errorf("answered %d %.200s, want %d", got, answer, status)
		}
		if i >= warm {
			out.times = append(out.times, time.Since(began))
		}
	}
	after, err := s.Usage()
	out.thread, out.process = after.Thread-before.Thread, after.CPU-before.CPU
	slices.Sort(out.times)
	return out, err
}

func send(ctx context.Context, method, url string, body []byte) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if strings.HasPrefix(method, "P") {
		r.Header.Set("Content-Type", "text/csv")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return res.StatusCode, answer, err
}

func upload(ctx context.Context, url string, csv []byte) (share.Shared, error) {
	var s share.Shared
	_, answer, err := send(ctx, "POST", url+"/api/timelines?days=1", csv)
	if err == nil {
		err = json.Unmarshal(answer, &s)
	}
	return s, err
}
