package sharedtest

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
	"time"
)

// Write is one write of a body, or a part of one, by the server of a recording.
type Write struct {
	Unix  float64 `json:"t_unix"` // seconds since 1970
	Body  int64   // bytes of the body, its coding off
	Coded int64   // the same, coded; 0 where there is no coding
	Data  []byte  `json:"body_b64"` // of the body
}

// At is the time of the write since 1970.
func (w Write) At() time.Duration { return time.Duration(w.Unix * 1e9) }

// Sent reads the log of the server of a recording: its writes, and whether their
// body was coded with gzip.
func Sent(t testing.TB, rec string) (writes []Write, gzip bool) {
	t.Helper()
	f, err := os.Open(Dir(t, "recordings", "truth", rec+".server.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for first := true; in.Scan(); first = false {
		var head struct{ Gzip bool }
		var w Write
		to := any(&w)
		if first {
			to = &head
		}
		if err := json.Unmarshal(in.Bytes(), to); err != nil {
			t.Fatal(err)
		}
		if gzip = gzip || head.Gzip; w.Body > 0 || w.Coded > 0 {
			writes = append(writes, w)
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return writes, gzip
}
