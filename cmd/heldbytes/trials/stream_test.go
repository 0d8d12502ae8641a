//go:build !js

package trials_test

import (
	"fmt"
	"strings"
	"time"
)

// pause is how long a stream waits at its pauses: longer than a stall.
const pause = 260 * time.Millisecond

// stream is what the server sends.
type stream struct {
	contentType string
	chunked     bool          // HTTP/1.1's transfer coding, else the end of the connection ends the body
	writes      []string      // each is sent when the one before it has been recorded
	pauses      []int         // the writes that come late
	every       time.Duration // before each of the others; 0 where they come as soon as they may
}

// token is the data of an event of so many words.
func token(i, words int) string {
	return fmt.Sprintf(`{"i":%d,"token":"%s"}`, i, strings.Repeat("word ", words))
}

// events cuts n events, each between before and after, into writes of a half, a
// whole, or one and a half: so that some writes end inside an event.
func events(n int, before, after string) (writes []string) {
	rest := ""
	for i := range n {
		event := before + token(i, 5+i*7%13) + after
		if i%3 == 1 {
			cut := len(event) / 2
			writes = append(writes, rest+event[:cut])
			rest = event[cut:]
			continue
		}
		writes = append(writes, rest+event)
		rest = ""
	}
	if rest != "" {
		writes = append(writes, rest)
	}
	return writes
}

func sse(chunked bool, eol string) stream {
	return stream{contentType: "text/event-stream", chunked: chunked, writes: events(24, "data: ", eol+eol), pauses: []int{6, 13}}
}

// whole is a stream whose writes end where an event ends. Its events are short, so
// that a lag is not taken for blocks.
func whole(eol string) stream {
	s := stream{contentType: "text/event-stream", chunked: true, pauses: []int{6, 13}}
	for i := range 30 {
		event := "data: " + token(i, i*i%5) + eol + eol
		if i%5 == 1 { // with the one before it
			s.writes[len(s.writes)-1] += event
		} else {
			s.writes = append(s.writes, event)
		}
	}
	return s
}

func ndjson(chunked bool) stream {
	return stream{contentType: "application/x-ndjson", chunked: chunked, writes: events(24, "", "\n"), pauses: []int{6, 13}}
}

// wide is a stream of events of several kilobytes each.
func wide() stream {
	s := stream{contentType: "application/x-ndjson", pauses: []int{6, 13}}
	for i := range 22 {
		s.writes = append(s.writes, fmt.Sprintf(`{"i":%d,"page":"%s"}`+"\n", i, strings.Repeat("word ", 1300+i*37%400)))
	}
	return s
}

// answer is what a model says word by word, with a pause in it.
func answer() stream {
	s := stream{contentType: "text/event-stream", pauses: []int{18}, every: 60 * time.Millisecond}
	for i := range 40 {
		s.writes = append(s.writes, fmt.Sprintf(`data: {"id":"chat-7","index":%d,"delta":{"content":" %s"}}`+"\n\n", i, strings.Repeat("w", 1+i*7%11)))
	}
	return s
}

// long has one event that is larger than the lines that bufio.Scanner takes.
func long() stream {
	s := ndjson(true)
	s.writes[9] += `{"page":"` + strings.Repeat("word ", 14000) + `"}` + "\n"
	return s
}
