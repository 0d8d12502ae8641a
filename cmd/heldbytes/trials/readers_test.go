//go:build !js

package trials_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/record"
)

// reading is a reader in Go, which says to rec what it lets go of.
type reading func(in io.Reader, rec *record.Recorder) error

// native runs a reader in Go.
func native(read reading) runner {
	return func(t *testing.T, url, path string) {
		t.Helper()
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rec := record.New(f, record.Options{
			Head: record.Head{ContentType: res.Header.Get("Content-Type")}, Payload: record.PayloadMask, Every: 3 * time.Millisecond,
		})
		rec.Held(0)
		if err := read(rec.Reader(res.Body), rec); err != nil {
			t.Error(err)
		}
		if err := rec.Close(); err != nil {
			t.Error(err)
		}
	}
}

// lines lets go of the whole lines of b and returns the rest.
func lines(b []byte, rec *record.Recorder) []byte {
	for {
		line, rest, ok := bytes.Cut(b, []byte("\n"))
		if !ok {
			return b
		}
		rec.Released(int64(len(line)) + 1)
		rec.HandedOff(1)
		b = rest
	}
}

func readAll(in io.Reader, rec *record.Recorder) error {
	b, err := io.ReadAll(in)
	lines(b, rec)
	return err
}

func readFull(in io.Reader, rec *record.Recorder) error {
	var have []byte
	for block := make([]byte, 512); ; {
		n, err := io.ReadFull(in, block)
		have = lines(append(have, block[:n]...), rec)
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func readString(in io.Reader, rec *record.Recorder) error {
	for r := bufio.NewReader(in); ; {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		rec.Released(int64(len(line)))
		rec.HandedOff(1)
	}
}

// scan does what many do: it does not ask the scanner why it ended, and drains the
// body, so that the connection is used again.
func scan(in io.Reader, rec *record.Recorder) error {
	for s := bufio.NewScanner(in); s.Scan(); {
		rec.Released(int64(len(s.Bytes())) + 1)
		rec.HandedOff(1)
	}
	_, err := io.Copy(io.Discard, in)
	rec.Held(0)
	return err
}

// decode holds what its decoder has read ahead, the white space between values
// aside.
func decode(in io.Reader, rec *record.Recorder) error {
	for d := json.NewDecoder(in); ; {
		var event map[string]any
		if err := d.Decode(&event); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		ahead, err := io.ReadAll(d.Buffered())
		if err != nil {
			return err
		}
		rec.Held(int64(len(bytes.TrimLeft(ahead, " \t\r\n"))))
		rec.HandedOff(1)
	}
}

// decodeByOffset lets go of what its decoder says it is past: the end of a value,
// which the LF behind it is not part of.
func decodeByOffset(in io.Reader, rec *record.Recorder) error {
	last := int64(0)
	for d := json.NewDecoder(in); ; {
		var event map[string]any
		if err := d.Decode(&event); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		rec.Released(d.InputOffset() - last)
		rec.HandedOff(1)
		last = d.InputOffset()
	}
}
