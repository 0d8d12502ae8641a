//go:build !js

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The data is made here, the same each time, and kept nowhere.

var words = strings.Fields(`The quick brown fox, \"jumps\" over the lazy\ndog. Füchse 跳过 🦊 {code} 3.14`)

// answer is how many events one completion has; the next has another id, time
// and fingerprint.
const answer = 500

// event is the data of the event of a number.
func event(i int) string {
	of := i / answer
	return fmt.Sprintf(`{"id":"chatcmpl-A1b2C3d4E5f6G7h8I9j0Kl%08d","object":"chat.completion.chunk","created":%d,"model":"gpt-4o-2024-08-06","system_fingerprint":"fp_%010x","choices":[{"index":0,"delta":{"content":" %s"},"logprobs":null,"finish_reason":null}]}`,
		of, 1719000000+of, of%7, words[i*7%97%len(words)])
}

// chat writes n bytes or a little more of what a chat-completion API streams,
// completion after completion, each event between before and after.
func chat(n int64, before, after string) func(io.Writer) error {
	return func(w io.Writer) error {
		for i, at := 0, int64(0); at < n; i++ {
			m, err := fmt.Fprint(w, before, event(i), after)
			if err != nil {
				return err
			}
			at += int64(m)
		}
		return nil
	}
}

func sse(n int64) func(io.Writer) error    { return chat(n, "data: ", "\n\n") }
func ndjson(n int64) func(io.Writer) error { return chat(n, "", "\n") }

// rows writes a sample CSV: the sawtooth of a reader that lets go at each third
// read.
func rows(n int) func(io.Writer) error {
	return func(w io.Writer) error {
		if _, err := io.WriteString(w, "i,t_ms,held_bytes,parsed\n"); err != nil {
			return err
		}
		for i := range n {
			if _, err := fmt.Fprintf(w, "%d,%d.%03d,%d,%t\n", i, i, i%1000, i*57%171, i%3 == 0); err != nil {
				return err
			}
		}
		return nil
	}
}

// oneEvent writes a capture of one event of n bytes or a little more, in chunks
// of a size.
func oneEvent(n int64, chunk int) func(io.Writer) error {
	return func(w io.Writer) error {
		text := strings.Repeat("the same again and again ", chunk/25+1)[:chunk]
		begin := func(i int64) string { return fmt.Sprintf(`{"t_ms":%d,"text":"`, i) }
		if _, err := fmt.Fprintf(w, `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}`+"\n%sdata: \\\"\"}\n", begin(0)); err != nil {
			return err
		}
		for i := int64(1); i*int64(chunk) <= n; i++ {
			if _, err := fmt.Fprintf(w, "%s%s\"}\n", begin(i), text); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(w, "%s\\\"\\n\\n\"}\n", begin(n/int64(chunk)+1))
		return err
	}
}

// file writes data to a file of dir and returns its path and size.
func file(dir, name string, data func(io.Writer) error) (string, int64, error) {
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := data(w); err != nil {
		return "", 0, err
	}
	if err := w.Flush(); err != nil {
		return "", 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	return path, info.Size(), f.Close()
}
