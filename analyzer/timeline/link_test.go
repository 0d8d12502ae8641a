package timeline_test

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/deflate"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// observed is the column of what a reader recorded of itself.
func observed(t *timeline.Timeline) timeline.Column {
	c := timeline.Column{Name: timeline.HeldObserved}
	for _, s := range t.Observed {
		c.Rows = append(c.Rows, timeline.Held{After: s.Held, Before: s.Before, Parsed: s.Parsed})
	}
	return c
}

func linkOf(t testing.TB, x *timeline.Timeline, c timeline.Column) string {
	t.Helper()
	form, err := timeline.Link(x, c, deflate.Pack)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// packed is the link form of any columns.
func packed(t testing.TB, columns []byte) string {
	t.Helper()
	deflated, err := deflate.Pack(columns)
	if err != nil {
		t.Fatal(err)
	}
	sum := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(columns))
	return "1." + base64.RawURLEncoding.EncodeToString(append(sum, deflated...))
}

func TestLinkOpensToTheCSV(t *testing.T) {
	const most = 1 << 48
	for name, change := range map[string]func(*timeline.Timeline) timeline.Column{
		"one of everything": observed,
		"an open span": func(x *timeline.Timeline) timeline.Column {
			x.EOF.Set = false
			x.Observed, x.Marks = x.Observed[:3], x.Marks[:3]
			x.Spans = lastSpan(x.Spans, framing.Span{Start: 50, Ready: 60, End: framing.Open, Proof: framing.Open, Kind: framing.Event})
			return observed(x)
		},
		"an open span that is not ready": func(x *timeline.Timeline) timeline.Column {
			x.Spans = lastSpan(x.Spans, framing.Span{Start: 50, Ready: framing.Open, End: framing.Open, Proof: framing.Open, Kind: framing.Block})
			return observed(x)
		},
		"no times": func(x *timeline.Timeline) timeline.Column {
			x.Timed, x.Marks = false, nil
			for i := range x.Chunks {
				x.Chunks[i].Time = 0
			}
			x.EOF.Time = 0
			return observed(x)
		},
		"the largest numbers": func(x *timeline.Timeline) timeline.Column {
			const late = capture.MaxTime / 2
			x.Chunks[2].Time, x.EOF.Time = -late, late
			x.Marks[3] = timeline.Marks{{Time: -late, Set: true}, {Time: late, Set: true}}
			x.Chunks[2].End = timeline.MaxTotal
			c := observed(x)
			c.Rows[1] = timeline.Held{After: most, Before: 0}
			c.Rows[2] = timeline.Held{After: 0, Before: most, Parsed: true}
			return c
		},
		"held bytes of nobody": func(x *timeline.Timeline) timeline.Column {
			x.Observed, x.Marks, x.Rows = nil, nil, timeline.Rows{}
			c := timeline.Column{Name: timeline.HeldNone}
			for range x.Len() {
				c.Rows = append(c.Rows, timeline.Held{After: none, Before: none})
			}
			return c
		},
		"inflated": func(x *timeline.Timeline) timeline.Column {
			x.Inflated = []timeline.Inflated{{End: 10, Held: 2}, {End: 10, Held: 0}, {End: 4000, Held: 3990}}
			return observed(x)
		},
		"lengths only": func(x *timeline.Timeline) timeline.Column {
			x.Payload, x.Spans, x.Framing = false, timeline.Spans{}, framing.Unknown
			return observed(x)
		},
		"rows alone": func(x *timeline.Timeline) timeline.Column {
			x.Chunks, x.EOF, x.Spans, x.Payload = nil, capture.Mark{}, timeline.Spans{}, false
			for i := range x.Observed {
				x.Observed[i].Bytes, x.Observed[i].Before = none, none
			}
			return observed(x)
		},
		"rows alone with what was held before": func(x *timeline.Timeline) timeline.Column {
			x.Chunks, x.EOF, x.Spans, x.Payload = nil, capture.Mark{}, timeline.Spans{}, false
			return observed(x)
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := all()
			c := change(x)
			var csv strings.Builder
			if err := timeline.Write(&csv, x, c); err != nil {
				t.Fatal(err)
			}
			form := linkOf(t, x, c)
			got, err := timeline.OpenLink(form)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(csv.String(), string(got)); diff != "" {
				t.Errorf("(-written +opened):\n%s", diff)
			}
		})
	}
}

func TestLinkOfAnotherColumnIsRefused(t *testing.T) {
	if _, err := timeline.Link(all(), timeline.Column{Name: "at-close"}, deflate.Pack); err == nil {
		t.Error("no error")
	}
}

// An error of a link is one line of one of these causes.
func checkLinkError(t *testing.T, err error, causes ...error) {
	t.Helper()
	var at *capture.Error
	if !errors.As(err, &at) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("no error in one line: %v", err)
	}
	for _, cause := range causes {
		if errors.Is(err, cause) {
			return
		}
	}
	t.Errorf("%v, want one of %q", err, causes)
}

// TestLinkIsCutAnywhere leaves off the end of a link, of every length.
func TestLinkIsCutAnywhere(t *testing.T) {
	form := linkOf(t, all(), observed(all()))
	for n := range len(form) {
		_, err := timeline.OpenLink(form[:n])
		want := timeline.ErrLinkCut
		if n < len("1.") {
			want = timeline.ErrNoLink
		}
		checkLinkError(t, err, want)
	}
}

// TestLinkIsDamagedAnywhere changes every character of a link to others: it opens
// to the same, where a bit of no byte has changed, or says so.
func TestLinkIsDamagedAnywhere(t *testing.T) {
	form := linkOf(t, all(), observed(all()))
	want, err := timeline.OpenLink(form)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for i := range form {
		for _, c := range []byte("2AaZz9-_.%+ \n\x00\xff") {
			damaged := form[:i] + string([]byte{c}) + form[i+1:]
			if damaged == form {
				continue
			}
			got, err := timeline.OpenLink(damaged)
			switch {
			case err != nil:
				checkLinkError(t, err, timeline.ErrLinkDamaged, timeline.ErrLinkCut, timeline.ErrNoLink, timeline.ErrLinkVersion)
			case string(got) != string(want):
				t.Fatalf("with %q at %d it opens to\n%s", c, i, got)
			default:
				same++
			}
		}
	}
	if same > 15 {
		t.Errorf("%d changes are not seen", same)
	}
}

func TestLinkErrorsSayWhatAndWhere(t *testing.T) {
	form := linkOf(t, all(), observed(all()))
	for _, c := range []struct {
		name, form, want string
		cause            error
	}{
		{"nothing", "", `: read "", want a version, a point and base64url: this is no link that holds a recording`, timeline.ErrNoLink},
		{"a word", "hello", `: read "hello", want a version, a point and base64url: this is no link that holds a recording`, timeline.ErrNoLink},
		{"a name in front of the point", "one.AAAA", `: read "one.AAAA", want a version, a point and base64url: this is no link that holds a recording`, timeline.ErrNoLink},
		{"a version to come", "2." + form[2:], `: read 2, want 1: the link is of another version of heldbytes`, timeline.ErrLinkVersion},
		{"no version", "0." + form[2:], `: read 0, want 1: the link is of another version of heldbytes`, timeline.ErrLinkVersion},
		{"a character of base64", form[:20] + "+" + form[21:], `: read '+', want a letter, a digit, - or _: the link is damaged; copy it again`, timeline.ErrLinkDamaged},
		{"two characters exchanged", form[:30] + form[31:32] + form[30:31] + form[32:], `: read what does not match its checksum: the link is damaged; copy it again`, timeline.ErrLinkDamaged},
		{"columns of nothing", packed(t, nil), `: read columns that no recording has: the link is damaged; copy it again`, timeline.ErrLinkDamaged},
		{"codes of two lines", packed(t, append([]byte{0, 0, 0, 1, 3}, "#\nx\x00\x00\x00"...)), `: read columns that no recording has: the link is damaged; copy it again`, timeline.ErrLinkDamaged},
		{"something behind", packed(t, append([]byte{0, 0, 0, 1, 3}, "# x\x00\x00\x00\x00"...)), `: read columns that no recording has: the link is damaged; copy it again`, timeline.ErrLinkDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			csv, err := timeline.OpenLink(c.form)
			checkLinkError(t, err, c.cause)
			place, said, _ := strings.Cut(err.Error(), ": ")
			if ": "+said != c.want || !strings.HasPrefix(place, ":+") && place != "" || csv != nil {
				t.Errorf("%q, %q", err, csv)
			}
		})
	}
	if csv, err := timeline.OpenLink(packed(t, append([]byte{0, 0, 0, 1, 3}, "# x\x00\x00\x00"...))); err != nil || string(csv) != "# x\ni,t_ms,held_bytes,parsed\n0,0,0,False\n" {
		t.Errorf("a link with nothing behind is %q, %v", csv, err)
	}
}

// TestLinkThatInflatesBeyondItsBoundIsRefused opens links of a few kB that become
// many MB, or a CSV of more than may be.
func TestLinkThatInflatesBeyondItsBoundIsRefused(t *testing.T) {
	const rows = 900_000
	wide := []byte{1 | 8, 9, 0xa0, 0xf7, 0x36, 0, 3, '#', ' ', 'x'} // rows chunks with marks, in seconds
	for _, cell := range []byte{63 << 1, 127, 0, 0, 0, 1 + 63<<1, 1 + 63<<1, 1 + 63<<1, 1 + 63<<1} {
		for range rows {
			wide = append(wide, cell)
		}
	}
	for _, c := range []struct {
		name, form, want string
	}{
		{"zeros", packed(t, make([]byte, 1<<25)), "columns of more than 8 MiB"},
		{"columns of large numbers", packed(t, wide), "a CSV of more than 64 MiB"},
		{"characters", "1." + strings.Repeat("A", timeline.MaxLink), "more, want the end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if len(c.form) > timeline.MaxLink+2 {
				t.Fatalf("a form of %d characters", len(c.form))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			csv, err := timeline.OpenLink(c.form)
			runtime.ReadMemStats(&after)
			checkLinkError(t, err, timeline.ErrLinkBound)
			if !strings.Contains(err.Error(), c.want) || csv != nil {
				t.Errorf("%v, %d bytes", err, len(csv))
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 8*timeline.MaxLinkCSV {
				t.Errorf("it took %d bytes", took)
			}
		})
	}
	if _, err := timeline.OpenLink(packed(t, wide[:len(wide)-1])); !errors.Is(err, timeline.ErrLinkDamaged) {
		t.Errorf("with a byte less: %v", err)
	}
}

func TestTimelineThatIsTooLongForALinkSaysSo(t *testing.T) {
	x := &timeline.Timeline{Timed: true, Chunks: make([]timeline.Chunk, 1_700_000)}
	c := timeline.Column{Name: timeline.HeldNone, Rows: make([]timeline.Held, len(x.Chunks))}
	if form, err := timeline.Link(x, c, deflate.Pack); !errors.Is(err, timeline.ErrLinkTooLong) {
		t.Errorf("%d characters, %v", len(form), err)
	}
}

// FuzzOpenLink opens any text: a CSV, or an error in one line.
func FuzzOpenLink(f *testing.F) {
	form := linkOf(f, all(), observed(all()))
	for _, seed := range []string{form, form[:len(form)/2], "2." + form[2:], "1.", "", "1.AAAA", packed(f, nil), packed(f, []byte{0, 0, 0, 1, 1, '#', 0, 0, 0})} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, form string) {
		csv, err := timeline.OpenLink(form)
		if err != nil {
			checkLinkError(t, err, timeline.ErrNoLink, timeline.ErrLinkVersion, timeline.ErrLinkCut, timeline.ErrLinkDamaged, timeline.ErrLinkBound)
		} else if !strings.HasPrefix(string(csv), "#") || len(csv) > timeline.MaxLinkCSV {
			t.Errorf("it opens to %d bytes, %.80q", len(csv), csv)
		}
	})
}

// TestLinkHoldsNoSpanBeyondTheBytesThereCanBe has a span begin where the last byte
// can be, and then be of any length.
func TestLinkHoldsNoSpanBeyondTheBytesThereCanBe(t *testing.T) {
	for _, length := range []uint64{0, 1, 1 << 60, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		columns := []byte{2, 0, 1, 0, 3, '#', ' ', 'x', 2, 0, 0, 0} // a chunk with two spans
		for _, n := range []uint64{timeline.MaxTotal, timeline.MaxTotal, 0, length, 0} {
			columns = binary.AppendUvarint(columns, n)
		}
		csv, err := timeline.OpenLink(packed(t, append(columns, "ee\x00\x00"...)))
		if !errors.Is(err, timeline.ErrLinkDamaged) {
			t.Errorf("a length of %d more is %q, %v", length, csv, err)
		}
	}
}

// FuzzLinkColumns opens links whose checksum is right, whatever their columns are.
func FuzzLinkColumns(f *testing.F) {
	open := all()
	open.EOF.Set = false
	open.Observed, open.Marks = open.Observed[:3], open.Marks[:3]
	open.Spans = lastSpan(open.Spans, framing.Span{Start: 50, Ready: 60, End: framing.Open, Proof: framing.Open, Kind: framing.Event})
	rows := all()
	rows.Chunks, rows.EOF, rows.Spans, rows.Payload = nil, capture.Mark{}, timeline.Spans{}, false
	for _, x := range []*timeline.Timeline{all(), open, rows} {
		keep := func(columns []byte) ([]byte, error) { f.Add(columns); return columns, nil }
		if _, err := timeline.Link(x, observed(x), keep); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, columns []byte) {
		csv, err := timeline.OpenLink(packed(t, columns))
		if err != nil {
			checkLinkError(t, err, timeline.ErrLinkDamaged, timeline.ErrLinkBound)
		} else if !strings.HasPrefix(string(csv), "#") || len(csv) > timeline.MaxLinkCSV {
			t.Errorf("it opens to %d bytes, %.80q", len(csv), csv)
		}
	})
}
