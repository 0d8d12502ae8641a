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
	starts []row // Go starts in each
	memory int64 // resident at the end, in bytes
	bytes  map[string]int
}

// timelines are those that are shared, by the chunks that they have.
var timelines = []int{30, 1000, 20_000}

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

// measure runs the Worker, once as it is deployed and once so that Go starts in
// each request.
func measure(ctx context.Context, o options) (*results, error) {
	r := &results{options: o, bytes: map[string]int{}}
	err := r.with(ctx, wrangler.Options{}, func(s *wrangler.Server) (err error) {
		if r.rows, err = r.routes(ctx, s, timelines, true); err != nil {
			return err
		}
		u, err := s.Usage()
		r.memory = u.Memory
		return err
	})
	if err != nil {
		return nil, err
	}
	err = r.with(ctx, wrangler.Options{Fresh: true}, func(s *wrangler.Server) (err error) {
		r.starts, err = r.routes(ctx, s, timelines[:1], false)
		return err
	})
	return r, err
}

func (r *results) with(ctx context.Context, o wrangler.Options, do func(*wrangler.Server) error) error {
	dir, err := os.MkdirTemp("", "edge")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := wrangler.Start(ctx, r.edge, dir, o)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Stop())
}

// routes measures each route with each timeline.
func (r *results) routes(ctx context.Context, s *wrangler.Server, timelines []int, still bool) ([]row, error) {
	var rows []row
	add := func(route, timeline, method, path string, body []byte, status int) error {
		if !r.only.MatchString(route + ", " + timeline) {
			return nil
		}
		row, err := r.time(ctx, s, method, path, body, status)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", route, timeline, err)
		}
		row.route, row.timeline = route, timeline
		fmt.Fprintf(r.progress, "%s, %s: %v\n", route, timeline, row.times[len(row.times)/2])
		rows = append(rows, row)
		return nil
	}
	if still {
		if err := add("a static file, which is no request of the Worker", "", "GET", "/icon.svg", nil, http.StatusOK); err != nil {
			return nil, err
		}
	}
	if err := add("GET /api/health", "", "GET", "/api/health", nil, http.StatusOK); err != nil {
		return nil, err
	}
	for _, n := range timelines {
		csv, err := timeline(n)
		if err != nil {
			return nil, err
		}
		name := grouped(n) + " chunks"
		r.bytes[name] = len(csv)
		if err := add("POST /api/timelines", name, "POST", "/api/timelines?days=1", csv, http.StatusCreated); err != nil {
			return nil, err
		}
		shared, err := upload(ctx, s.URL, csv)
		if err != nil {
			return nil, err
		}
		for _, path := range []string{"/api/timelines/", "/a/"} {
			if err := add("GET "+path+"{id}", name, "GET", path+shared.ID, nil, http.StatusOK); err != nil {
				return nil, err
			}
		}
		for _, file := range []string{"/graph.svg", "/graph.png"} {
			if err := add("GET /a/{id}"+file, name, "GET", "/a/"+shared.ID+file, nil, http.StatusOK); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// time sends requests one after the other, over one connection.
func (r *results) time(ctx context.Context, s *wrangler.Server, method, path string, body []byte, status int) (row, error) {
	var out row
	var before wrangler.Usage
	warm := min(warm, r.requests)
	for i := range warm + r.requests {
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
