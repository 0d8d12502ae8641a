package analyzer_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// jitteringChat is a recording of n chunks as of a chat completion: an event each, of
// which some come in two, at times in whole microseconds that jitter.
func jitteringChat(n int) string {
	r := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString(`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}` + "\n")
	at := time.Duration(0)
	chunk := func(text string) {
		at += time.Duration(2000+r.IntN(40000)) * time.Microsecond
		fmt.Fprintf(&b, `{"t_ms":%d.%03d,"text":%q}`+"\n", at.Microseconds()/1000, at.Microseconds()%1000, text)
	}
	for i := 0; i < n; i++ {
		event := fmt.Sprintf(`data: {"choices":[{"delta":{"content":"%s"}}]}`, strings.Repeat("x", 1+r.IntN(9)))
		if r.IntN(8) == 0 && i+1 < n {
			cut := 1 + r.IntN(len(event)-1)
			chunk(event[:cut])
			event = event[cut:]
			i++
		}
		chunk(event + "\n\n")
	}
	fmt.Fprintf(&b, `{"eof_ms":%d}`+"\n", at.Milliseconds()+1)
	return b.String()
}

// BenchmarkLink makes and opens the link of recordings, against writing and reading
// the CSV of the same timeline: x-csv is how many times as long it takes, and
// chars/chunk how long the link is.
func BenchmarkLink(b *testing.B) {
	for _, chunks := range []int{100, 10_000, 100_000} {
		a, err := analyzer.Analyze(strings.NewReader(jitteringChat(chunks)), analyzer.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var csv bytes.Buffer
		if err := a.WriteCSV(&csv); err != nil {
			b.Fatal(err)
		}
		fragment, err := a.Link(deflate.Pack)
		if err != nil {
			b.Fatal(err)
		}
		form := strings.TrimPrefix(fragment, "t=")
		analyze := func(text string) {
			if _, err := analyzer.Analyze(strings.NewReader(text), analyzer.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		for _, what := range []struct {
			name        string
			link, plain func()
		}{
			{"make", func() {
				if _, err := a.Link(deflate.Pack); err != nil {
					b.Fatal(err)
				}
			}, func() {
				var out bytes.Buffer
				if err := a.WriteCSV(&out); err != nil {
					b.Fatal(err)
				}
			}},
			{"unpack", func() {
				if _, err := timeline.OpenLink(form); err != nil {
					b.Fatal(err)
				}
			}, func() { analyze(csv.String()) }},
			{"open", func() { analyze("#" + fragment) }, func() { analyze(csv.String()) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", what.name, chunks), func(b *testing.B) {
				var link, plain time.Duration
				for b.Loop() {
					began := time.Now()
					what.link()
					link += time.Since(began)
					began = time.Now()
					what.plain()
					plain += time.Since(began)
				}
				b.ReportMetric(float64(link)/float64(plain), "x-csv")
				b.ReportMetric(float64(len(form))/float64(chunks), "chars/chunk")
				b.ReportMetric(float64(csv.Len())/float64(len(form)), "x-smaller")
			})
		}
	}
}
