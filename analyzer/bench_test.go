package analyzer_test

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
)

// BenchmarkAnalyze measures a whole analysis, from the file to the findings,
// against the shortest thing that one would write by hand to read the same.
func BenchmarkAnalyze(b *testing.B) {
	for _, c := range []struct {
		name string
		file []byte
		peer func(io.Reader) error
	}{
		{"capture", chatCapture(100_000), readCaptureByHand},
		{"samples", sampleRows(1_000_000), readRowsByHand},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := analyzer.Analyze(bytes.NewReader(c.file), analyzer.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			ours := b.Elapsed().Seconds() / float64(b.N)
			const rounds = 5
			start := time.Now()
			for range rounds {
				if err := c.peer(bytes.NewReader(c.file)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(time.Since(start).Seconds()/rounds/ours, "x-peer")
		})
	}
}

// chatCapture is a capture of n chunks, of which each closes an event.
func chatCapture(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		text := fmt.Sprintf(`data: {"id":"c%d","choices":[{"delta":{"content":"%s"}}]}`+"\n\n", i, strings.Repeat("word ", i%12))
		fmt.Fprintf(&b, `{"t_ms":%d,"text":%q}`+"\n", i*20, text)
	}
	return b.Bytes()
}

// readCaptureByHand decodes each chunk, splits at blank lines and decodes each
// event.
func readCaptureByHand(r io.Reader) error {
	var pending []byte
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		var chunk struct {
			T    float64 `json:"t_ms"`
			Text string
		}
		if err := json.Unmarshal(lines.Bytes(), &chunk); err != nil {
			return err
		}
		pending = append(pending, chunk.Text...)
		for {
			event, rest, ok := bytes.Cut(pending, []byte("\n\n"))
			if !ok {
				break
			}
			var payload any
			if err := json.Unmarshal(bytes.TrimPrefix(event, []byte("data: ")), &payload); err != nil {
				return err
			}
			pending = rest
		}
	}
	return lines.Err()
}

func sampleRows(n int) []byte {
	var b bytes.Buffer
	b.WriteString("i,t_ms,held_bytes,parsed\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d.5,%d,%v\n", i, i, i%2*57, i%2 == 0)
	}
	return b.Bytes()
}

func readRowsByHand(r io.Reader) error {
	rows := csv.NewReader(r)
	rows.ReuseRecord = true
	if _, err := rows.Read(); err != nil {
		return err
	}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := strconv.ParseFloat(row[1], 64); err != nil {
			return err
		}
		if _, err := strconv.ParseInt(row[2], 10, 64); err != nil {
			return err
		}
	}
}
