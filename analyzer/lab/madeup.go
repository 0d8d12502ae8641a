package lab

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// The made-up stream.
const (
	madeUpChunks = 30
	madeUpBad    = 7 // the event whose JSON is broken
)

// MadeUp is a recording in the capture form that nobody made: thirty chunks of
// an event stream. Events come in one chunk, in two and in three by turns, so
// that half of the chunks close one; one event is bad. Everything in it follows
// from the numbers of chunk and event.
func MadeUp() io.Reader {
	var form bytes.Buffer
	form.WriteString(`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read","synthetic":true}` + "\n")
	at := time.Duration(0)
	for i, chunk := range madeUpTexts() {
		fmt.Fprintf(&form, "{\"t_ms\":%s,\"text\":%q}\n", capture.FormatMillis(at), chunk)
		at += time.Duration(31+i*17%37) * time.Millisecond
	}
	fmt.Fprintf(&form, "{\"eof_ms\":%s}\n", capture.FormatMillis(at))
	return &form
}

func madeUpTexts() []string {
	var chunks []string
	for i := 0; len(chunks) < madeUpChunks; i++ {
		event := madeUpEvent(i)
		pieces := 1 + i%3
		for n := range pieces {
			chunks = append(chunks, event[len(event)*n/pieces:len(event)*(n+1)/pieces])
		}
	}
	return chunks
}

// madeUpEvent is the text of event i: as large as a page of text, so that parsing
// takes a time that a coarse clock can show.
func madeUpEvent(i int) string {
	var words []string
	for n := range 60 + i*97%50 {
		words = append(words, fmt.Sprintf(`{"n":%d,"word":"%s"}`, n, strings.Repeat("x", 1+n*i%7)))
	}
	end := "]}"
	if i == madeUpBad {
		end = "}" // the list is never closed
	}
	return fmt.Sprintf("data: {\"i\":%d,\"words\":[%s%s\n\n", i, strings.Join(words, ","), end)
}
