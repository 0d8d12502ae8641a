package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestProgressIsShownWhileAFileIsReadAndClearedAfter(t *testing.T) {
	var shown strings.Builder
	p := newProgress(strings.NewReader(strings.Repeat("x", 4_000_000)), "big.trace", &shown)
	if _, err := io.ReadFull(p, make([]byte, 1_500_000)); err != nil || shown.Len() > 0 {
		t.Fatalf("at once: %q, %v", shown.String(), err)
	}
	p.next = time.Time{} // as if half a second had passed
	if _, err := io.ReadFull(p, make([]byte, 1_500_000)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(p); err != nil {
		t.Fatal(err)
	}
	const clear = "\r\x1b[K"
	if got := shown.String(); !strings.HasPrefix(got, clear+"big.trace: 3 MB") || !strings.HasSuffix(got, clear) {
		t.Errorf("got %q", got)
	}
}

func TestProgressIsShownOnTerminalsAlone(t *testing.T) {
	if terminal(&strings.Builder{}) != nil {
		t.Error("a buffer is taken for a terminal")
	}
}
