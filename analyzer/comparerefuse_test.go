package analyzer_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// snapped is a capture of two lengths, 14 and n, whose payload was cut off.
func snapped(n int) string {
	return fmt.Sprintf("# heldbytes=timeline/1 level=wire held=none notes=snapped\ni,t_ms,held_bytes,parsed,chunk_bytes\n0,0,,False,14\n1,5,,False,%d\n", n)
}

func TestCompareTakesLengthsOfAsManyBytes(t *testing.T) {
	for _, recordings := range [][]string{{snapped(13), piecemeal}, {snapped(13), snapped(20)}} {
		if _, err := compareAll(analyzer.Options{}, nil, recordings...); err != nil {
			t.Error(err)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	for _, tc := range []struct {
		name       string
		recordings []string
		offsets    []time.Duration
		framing    framing.Name
		want       string
	}{
		{"events of another length", []string{piecemeal, `{"t_ms":0,"text":"data: 0\n\ndata: 11\n\n"}`}, nil, 0,
			`2: read an event from byte 9 of the stream to byte 19, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"an event in place of a comment", []string{`{"t_ms":0,"text":"data: 0\n\n: 34567\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: 4\n\n"}`}, nil, 0,
			`2: read an event from byte 9 of the stream to byte 18, want a filler from byte 9 of the stream to byte 17 as in 1, of the same stream`},
		{"a bad event", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: x\n\n"}`}, nil, 0,
			`2: read a bad (json) from byte 9 of the stream to byte 18, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"nothing where there is something", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\n\n\n\n\n\n\n\n\n\n\n"}`}, nil, 0,
			`2: read nothing more up to byte 18 of the stream, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"something still open", []string{`{"t_ms":0,"text":"data: 0\n\ndata: 1\n\n"}`, `{"t_ms":0,"text":"data: 0\n\ndata: 12345"}`}, nil, 0,
			`2: read something open from byte 9 of the stream to byte 18, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"no event where one begins", []string{`{"t_ms":0,"text":"\n\n\n\n\n\n\n\n"}`, `{"t_ms":0,"text":"{\"n\":12"}`}, nil, framing.Lines,
			`2: read something open from byte 0 of the stream to byte 7, want nothing more up to byte 7 of the stream as in 1, of the same stream`},
		{"something that begins later", []string{`{"t_ms":0,"text":"data: 0\n\n\nda"}`, `{"t_ms":0,"text":"data: 0\n\ndat"}`}, nil, 0,
			`2: read something open from byte 9 of the stream to byte 12, want something open from byte 10 of the stream to byte 12 as in 1, of the same stream`},
		{"a third that is another", []string{piecemeal, `{"t_ms":0,"len":27}`, `{"t_ms":0,"text":"data: 0\n\ndata: 11\n\n"}`}, nil, 0,
			`3: read an event from byte 9 of the stream to byte 19, want an event from byte 9 of the stream to byte 18 as in 1, of the same stream`},
		{"lengths of what carries the body", []string{snapped(14), piecemeal}, nil, 0,
			`2: read 27 bytes beside lengths that may count what carries them, want 28 bytes as in 1, of the same stream`},
		{"lengths of what carries the body behind it", []string{piecemeal, snapped(14)}, nil, 0,
			`2: read 28 bytes beside lengths that may count what carries them, want 27 bytes as in 1, of the same stream`},
		{"another framing", []string{piecemeal, `{"t_ms":0,"text":"{\"n\":0}\n"}`}, nil, 0,
			`2: read the framing lines, want sse as in 1, of the same stream`},
		{"no times", []string{`{"heldbytes":"capture/1"}` + "\n" + `{"text":"data: 0\n\n"}`, piecemeal}, nil, 0,
			`1: read chunks without times, want the time of each, to tell what was held between two points`},
		{"rows alone", []string{piecemeal, "i,t_ms,held_bytes,parsed\n0,0,10,False\n1,1,0,True\n"}, nil, 0,
			`2: read rows of a reader and no chunks, want a capture: which bytes came when`},
		{"no bytes", []string{piecemeal, `{"t_ms":0,"text":""}`}, nil, 0, `2: read no bytes, want some, to match them`},
		{"times far apart", []string{piecemeal, piecemeal}, []time.Duration{40 * 365 * 24 * time.Hour}, 0,
			`2: read times more than 36 years from those of the capture before it, want times of one stream`},
		{"times far apart in all", []string{piecemeal, piecemeal, piecemeal}, []time.Duration{-30 * 365 * 24 * time.Hour, -30 * 365 * 24 * time.Hour}, 0,
			`3: read times more than 36 years from those of the capture before it, want times of one stream`},
		{"a capture of many years", []string{piecemeal, `{"t_ms":0,"text":"data: 0\n\n"}` + "\n" + `{"t_ms":2e12,"text":"data: 1\n\n"}`}, []time.Duration{0}, 0,
			`2: read times more than 36 years from those of the capture before it, want times of one stream`},
		{"a capture that cannot be read", []string{piecemeal, `{"t_ms":0,"text":7}`}, nil, 0, `2:1: read "7", want text as a string`},
		{"a code that says whose held bytes they were", []string{piecemeal, "# held=nobody\ni,t_ms,held_bytes,parsed,chunk_bytes\n0,0,0,True,9\n"}, nil, 0,
			`2:1: read the code held="nobody": want one of ["observed" "none" "at-close" "read-all" "chunk-end" "block" "lag" "next-chunk" "never" "between"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := compareAll(analyzer.Options{Framing: tc.framing}, tc.offsets, tc.recordings...)
			var at *capture.Error
			if !errors.As(err, &at) || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
	if _, err := compareAll(analyzer.Options{}, nil, piecemeal); err == nil {
		t.Error("one capture was compared")
	}
	if _, err := compareAll(analyzer.Options{}, make([]time.Duration, 2), piecemeal, piecemeal); err == nil {
		t.Error("two offsets were taken for one hop")
	}
}

func TestCompareTakesCapturesThatEndApart(t *testing.T) {
	whole := "data: 0\n\n: x\n\ndata: {\"a\":[1,2]}\n\nid: 7\n\ndata: [DONE]\n\n"
	form := func(s string, eof bool) string {
		line := fmt.Sprintf(`{"t_ms":0,"text":%q}`+"\n", s)
		if eof {
			line += `{"eof_ms":1}`
		}
		return line
	}
	for n := 1; n <= len(whole); n++ {
		for _, eof := range []bool{false, true} {
			for _, o := range []analyzer.Options{{Framing: framing.SSE}, {Framing: framing.SSE, LenientEOF: true}, {Framing: framing.Lines}, {Framing: framing.JSON}} {
				c, err := compareAll(o, nil, form(whole, true), form(whole[:n], eof))
				if err != nil {
					t.Fatalf("%v, %d bytes, EOF %v: %v", o.Framing, n, eof, err)
				}
				checkHops(t, c)
				if c, err = compareAll(o, nil, form(whole[:n], eof), form(whole, true)); err != nil {
					t.Fatalf("%v, %d bytes first, EOF %v: %v", o.Framing, n, eof, err)
				}
				checkHops(t, c)
			}
		}
	}
}
