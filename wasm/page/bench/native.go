//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// native races the analyzer in this process.
func native(r *results) error {
	for _, c := range []struct {
		name, against string
		data          func(io.Writer) error
		before, after string
	}{
		{"SSE, native", "a split at the blank line and encoding/json.Valid", sse(int64(r.size(64 << 20))), "data: ", "\n\n"},
		{"NDJSON, native", "a split at the line feed and encoding/json.Valid", ndjson(int64(r.size(64 << 20))), "", "\n"},
	} {
		if !r.wants(c.name) {
			continue
		}
		var body bytes.Buffer
		if err := c.data(&body); err != nil {
			return err
		}
		err := r.race(contest{
			name: c.name, against: c.against, want: 2.5, bytes: int64(body.Len()),
			ours:   func() (outcome, error) { return analyze(reads{bytes.NewReader(body.Bytes())}) },
			theirs: func() (outcome, error) { return splitAndJudge(reads{bytes.NewReader(body.Bytes())}, c.before, c.after) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reads returns at most 4 KiB at once, as a socket might.
type reads struct{ io.Reader }

func (r reads) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), 4<<10)]) }

// analyze is ours, from bytes to findings.
func analyze(body io.Reader) (outcome, error) {
	start := time.Now()
	a, err := analyzer.Analyze(body, analyzer.Options{Format: capture.FormatBody})
	if err != nil {
		return outcome{}, err
	}
	report := a.Report()
	return outcome{time.Since(start), report.Framing.Events}, nil
}

// splitAndJudge is theirs.
func splitAndJudge(body io.Reader, before, after string) (outcome, error) {
	start := time.Now()
	found := 0
	events := bufio.NewScanner(body)
	events.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.Index(data, []byte(after)); i >= 0 {
			return i + len(after), data[:i], nil
		}
		return 0, nil, nil
	})
	for events.Scan() {
		if !json.Valid(bytes.TrimPrefix(events.Bytes(), []byte(before))) {
			return outcome{}, errors.New("encoding/json does not take an event")
		}
		found++
	}
	return outcome{time.Since(start), found}, events.Err()
}
