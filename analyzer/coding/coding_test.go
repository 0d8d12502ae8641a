package coding_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ name, field, want, refused string }{
		{"none", "", "", ""},
		{"identity alone is none", "identity", "", ""},
		{"gzip", "gzip", "gzip", ""},
		{"the old name of gzip", "x-gzip", "gzip", ""},
		{"case does not matter", "GZip", "gzip", ""},
		{"deflate", "deflate", "deflate", ""},
		{"brotli", "br", "br", ""},
		{"a list in the order of the header", "gzip, br", "gzip+br", ""},
		{"a list without blanks, with identity in it", "deflate,identity,gzip", "deflate+gzip", ""},
		{"what String writes", "gzip+br", "gzip+br", ""},
		{"one that is not read", "zstd", "", `"zstd"`},
		{"one of several that is not read", "gzip, compress", "", `"compress"`},
		{"a very long one", strings.Repeat("x", 1000), "", strings.Repeat("x", 40) + `…"`},
		{"too many", "gzip, gzip, gzip, gzip, gzip", "", "at most 4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := coding.Parse(test.field)
			if l.String() != test.want || (err != nil) != (test.refused != "") {
				t.Fatalf("Parse(%q) = %v, %v", test.field, l, err)
			}
			if err != nil && (!errors.Is(err, coding.ErrUnsupported) || !strings.Contains(err.Error(), test.refused) || !strings.Contains(err.Error(), "Accept-Encoding: identity")) {
				t.Errorf("the error %q does not name %s and what to ask for", err, test.refused)
			}
		})
	}
}

func TestParseReadsEachNameAndNoOther(t *testing.T) {
	for _, name := range coding.Names() {
		if l, err := coding.Parse(name); err != nil || len(l) != 1 || l[0].String() != name {
			t.Errorf("Parse(%q) = %v, %v", name, l, err)
		}
	}
	if got := coding.Name(0).String() + coding.Name(9).String(); got != "??" {
		t.Errorf("unknown names are written %q", got)
	}
}

func TestSniff(t *testing.T) {
	for body, want := range map[string]bool{
		"\x1f\x8b\x08": true, "\x1f\x8b\x08\x00": true, "": false, "\x1f\x8b": false, "\x1f\x8b\x07": false,
		"data: x": false, "\x78\x9c\x03": false,
	} {
		if n, ok := coding.Sniff([]byte(body)); ok != want || ok && n != coding.Gzip {
			t.Errorf("Sniff(%q) = %v, %v", body, n, ok)
		}
	}
}

// unhex reads hexadecimal with blanks.
func unhex(t *testing.T, s string) []byte {
	t.Helper()
	var b []byte
	if _, err := fmt.Sscanf(strings.ReplaceAll(s, " ", ""), "%x", &b); err != nil && s != "" {
		t.Fatal(err)
	}
	return b
}

// What bodies of a few bytes, written by hand from the specifications, decode to.
func TestBodiesWrittenByHand(t *testing.T) {
	const (
		member  = "1f8b08 00 00000000 00 ff"    // a header of ten bytes
		fixedA  = "4b 04 00"                    // one fixed block with "a"
		sumA    = "43beb7e8 01000000"           // its CRC-32 and size
		fields  = "1f8b08 1f 00000000 02 03"    // FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT
		extra   = "0400 41700000"               // four bytes: a subfield Ap without data
		comment = "6e616d6500 636f6d6d656e7400" // "name", "comment"
		stored  = "01 0300 fcff 616263"         // the last block, stored: "abc"
		flush   = "00 0000 ffff"                // an empty stored block, as a flush leaves
		pair    = "4b 4c 04 02 00"              // fixed: "a", then a match of 4 from 1 back... checked below
	)
	for _, test := range []struct{ name, coding, body, want, write, close string }{
		{"gzip with one fixed block", "gzip", member + fixedA + sumA, "a", "", ""},
		{"gzip of nothing", "gzip", member + "0300 00000000 00000000", "", "", ""},
		{"no byte at all is an empty body", "gzip", "", "", "", ""},
		{"two members", "gzip", member + fixedA + sumA + member + fixedA + sumA, "aa", "", ""},
		{"zero padding behind a member", "gzip", member + fixedA + sumA + "0000000000", "a", "", ""},
		{"zero padding between members", "gzip", member + fixedA + sumA + "0000" + member + fixedA + sumA, "aa", "", ""},
		{"all optional fields", "gzip", fields + extra + comment + "a7e9" + fixedA + sumA, "a", "", ""},
		{"a wrong CRC of the header", "gzip", fields + extra + comment + "a7e8" + fixedA + sumA, "", "+29: read a header CRC of 0xe8a7, want 0xe9a7", "broken"},
		{"an extra field of no bytes", "gzip", "1f8b08 04 00000000 00 ff 0000" + fixedA + sumA, "a", "", ""},
		{"reserved flags", "gzip", "1f8b08 20", "", "+3: read flags 0x20", "broken"},
		{"another method", "gzip", "1f8b07", "", "+2: read 0x07, want a gzip member with 0x08", "broken"},
		{"text instead of gzip", "gzip", "646174613a", "", "+0: read 0x64, want a gzip member with 0x1f", "broken"},
		{"text behind a member", "gzip", member + fixedA + sumA + "0a", "a", "+21: read 0x0a, want another gzip member", "broken"},
		{"a wrong CRC", "gzip", member + fixedA + "43beb7e9 01000000", "a", "+13: read a CRC of 0xe9b7be43, want 0xe8b7be43", "broken"},
		{"a wrong size", "gzip", member + fixedA + "43beb7e8 02000000", "a", "+17: read a size of 2, want 1", "broken"},
		{"cut in the header", "gzip", "1f8b", "", "", "+2: read the end, want the rest of a member"},
		{"cut in the trailer", "gzip", member + fixedA + "43beb7", "a", "", "+16: read the end"},

		{"a zlib stream", "deflate", "789c" + fixedA + "00620062", "a", "", ""},
		{"a bare stream", "deflate", fixedA, "a", "", ""},
		{"a bare stored block", "deflate", stored, "abc", "", ""},
		{"a stored block behind a flush", "deflate", flush + stored, "abc", "", ""},
		{"a bare stored block whose padding looks like zlib", "deflate", "08 0300 fcff 616263" + stored, "abcabc", "", ""},
		{"a stored length without its complement", "deflate", "01 0300 0000", "", "+1: read a stored length of 0x0003 beside 0x0000", "broken"},
		{"a block of the third type", "deflate", "07", "", "+0: read a block of type 3", "broken"},
		{"a wrong Adler-32", "deflate", "789c" + fixedA + "00620063", "a", "+5: read an Adler-32 of 0x00620063, want 0x00620062", "broken"},
		{"a preset dictionary", "deflate", "78bb", "", "want no preset dictionary", "broken"},
		{"a byte behind zlib", "deflate", "789c" + fixedA + "00620062 00", "a", "+9: read 0x00, want nothing after the stream", "broken"},
		{"a byte behind a bare stream", "deflate", fixedA + "00", "a", "+3: read 0x00, want nothing after the stream", "broken"},
		{"a match from before the first byte", "deflate", "4b 04 11 00", "a", "+1: read a match of 4 bytes from 5 back, want it within the 1 decoded", "broken"},
		{"cut in the second byte", "deflate", "78", "", "", "+1: read the end, want the rest of the stream"},

		{"brotli of nothing", "br", "06", "", "", ""},
		{"brotli of five bytes that are not compressed", "br", "0b0280 6162636465 03", "abcde", "", ""},
		{"no brotli", "br", "ffff", "", "+0: read padding that is not zero, want zero bits", "broken"},
		{"brotli that is cut", "br", "0b02", "", "", "+2: read the end"},
		{"a byte behind brotli", "br", "06 00", "", "+1: read 0x00, want nothing after the stream", "broken"},

		{"nothing is changed without a coding", "identity", "646174613a", "data:", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := coding.Parse(test.coding)
			if err != nil {
				t.Fatal(err)
			}
			body := unhex(t, test.body)
			r := byByte(t, l, body)
			if string(r.Out) != test.want || !strings.Contains(r.Write, test.write) || (r.Write == "") != (test.write == "") ||
				!strings.Contains(r.Close, test.close) || (r.Close == "") != (test.close == "") {
				t.Fatalf("% x gives %q, Write %q, Close %q", body, r.Out, r.Write, r.Close)
			}
			for i := range len(body) + 1 {
				checkCuts(t, l, body, r, i)
			}
		})
	}
}

func TestPiecesOfNoCodingAreBoundedToo(t *testing.T) {
	plain := bodies()["noise"]
	d := newDecoder(t, nil)
	d.write(plain)
	if !bytes.Equal(d.out, plain) || d.err != nil || d.d.Close() != nil {
		t.Errorf("%d of %d bytes, %v", len(d.out), len(plain), d.err)
	}
}

func TestPending(t *testing.T) {
	const one = "1f8b08 00 00000000 00 ff  4b 04 00  43beb7e8 01000000"
	flushed := unhex(t, "1f8b08 00 00000000 00 ff  4a 04 00  0000 ffff  01 0200 fdff 6263")
	want := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, // header
		11, 0, // a block with "a", which two bytes complete
		0, 1, 2, 3, 0, // the end of that block, in a byte with the head of an empty one
		1, 2, 3, 4, 5, 0, 0} // a stored block
	if r := byByte(t, coding.List{coding.Gzip}, flushed); !cmp.Equal(r.Pending, want) || string(r.Out) != "abc" || r.Write != "" {
		t.Errorf("%q %s: %v", r.Out, r.Write, cmp.Diff(want, r.Pending))
	}
	want = append(want[:13], 1, 2, 3, 4, 5, 6, 7, 0) // the end of the block, the trailer
	if r := byByte(t, coding.List{coding.Gzip}, unhex(t, one)); !cmp.Equal(r.Pending, want) {
		t.Error(cmp.Diff(want, r.Pending))
	}
}

func TestAllThatWasWrittenComesOutAtAFlush(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, c := range compressors() {
		for kind, plain := range bodies() {
			t.Run(c.name+"/"+kind, func(t *testing.T) {
				plain := plain[:min(len(plain), 20_000)]
				var body bytes.Buffer
				w, d := c.open(&body), newDecoder(t, c.list)
				for from := 0; from < len(plain); {
					to := min(len(plain), from+1+r.IntN(1<<r.IntN(17)))
					w.Write(plain[from:to])
					w.Flush()
					from = to
					d.write(body.Bytes())
					body.Reset()
					if d.err != nil || !bytes.Equal(d.out, plain[:to]) {
						t.Fatalf("%d of %d bytes after a flush, %v", len(d.out), to, d.err)
					}
					if d.d.Pending() > 0 {
						t.Fatalf("%d bytes pending after a flush", d.d.Pending())
					}
				}
				w.Close()
				d.write(body.Bytes())
				if err := d.d.Close(); d.err != nil || err != nil || !bytes.Equal(d.out, plain) || d.d.Pending() != 0 {
					t.Errorf("%d of %d bytes, %d pending, %v, %v", len(d.out), len(plain), d.d.Pending(), d.err, err)
				}
			})
		}
	}
}

func TestCutsChangeNothing(t *testing.T) {
	lists := map[string]coding.List{"gzip6+br5": {coding.Gzip, coding.Brotli}, "br5+raw6": {coding.Brotli, coding.Deflate}}
	r := rand.New(rand.NewPCG(11, 12))
	for _, name := range []string{"gzip0", "gzip6", "zlib9", "raw-2", "raw1", "br0", "br9", "gzip6+br5", "br5+raw6"} {
		for kind, plain := range bodies() {
			t.Run(name+"/"+kind, func(t *testing.T) {
				plain = plain[:min(len(plain), 500)]
				body, l := plain, lists[name]
				for part := range strings.SplitSeq(name, "+") {
					c := named(part)
					if body = c.compress(body); lists[name] == nil {
						l = c.list
					}
				}
				whole := byByte(t, l, body)
				if !bytes.Equal(whole.Out, plain) || whole.Write != "" || whole.Close != "" || whole.Pending[len(body)-1] != 0 {
					t.Fatalf("%d of %d bytes, %q, %q", len(whole.Out), len(plain), whole.Write, whole.Close)
				}
				for i := 0; i <= len(body); i += 1 + len(body)/200 {
					checkCuts(t, l, body, whole, i)
				}
				for range 20 {
					a, b, c := r.IntN(len(body)+1), r.IntN(len(body)+1), r.IntN(len(body)+1)
					checkCuts(t, l, body, whole, min(a, b, c), max(min(a, b), min(a, c), min(b, c)), max(a, b, c))
				}
			})
		}
	}
}

func TestABodyThatEndsAnywhereIsCut(t *testing.T) {
	for _, name := range []string{"gzip6", "zlib6", "raw6", "br5"} {
		c, plain := named(name), bodies()["events"][:3000]
		body := c.compress(plain)
		for i := 1; i < len(body); i++ {
			d := newDecoder(t, c.list)
			d.write(body[:i])
			var e *coding.Error
			if err := d.d.Close(); d.err != nil || !errors.As(err, &e) || !errors.Is(err, coding.ErrCut) || e.Offset != int64(i) {
				t.Fatalf("%s cut at %d of %d: %v, %v", name, i, len(body), d.err, err)
			}
			if !bytes.HasPrefix(plain, d.out) {
				t.Fatalf("%s cut at %d decodes to other bytes", name, i)
			}
		}
	}
}

func TestBrokenBodiesAreErrorsWithAPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	lists := []coding.List{{coding.Gzip}, {coding.Deflate}, {coding.Deflate}, {coding.Brotli}, {coding.Brotli}}
	for i, name := range []string{"gzip6", "zlib6", "raw6", "br5", "br11"} {
		plain := bodies()["events"][:2000]
		body := named(name).compress(plain)
		wrong := 0
		for range 400 {
			flipped := bytes.Clone(body)
			for range 1 + r.IntN(4) {
				flipped[r.IntN(len(body))] ^= 1 << r.IntN(8)
			}
			whole := byByte(t, lists[i], flipped)
			if whole.Write != "" || whole.Close != "" {
				wrong++
			}
			checkCuts(t, lists[i], flipped, whole, r.IntN(len(body)+1))
		}
		if wrong < 100 {
			t.Errorf("%s: only %d of 400 broken bodies are errors", name, wrong)
		}
	}
}

func TestWritesDoNotAllocate(t *testing.T) {
	for _, name := range []string{"gzip6", "zlib6", "raw6"} {
		plain := bytes.Repeat(bodies()["events"], 20)
		body, d := named(name).compress(plain), coding.New(named(name).list)
		n := 0
		emit := func(b []byte) { n += len(b) }
		piece := len(body) / 300
		if allocs := testing.AllocsPerRun(200, func() {
			if err := d.Write(body[:piece], emit); err != nil {
				t.Fatal(err)
			}
			body = body[piece:]
		}); allocs > 0 {
			t.Errorf("%s: %v allocations in a write", name, allocs)
		}
		if n == 0 {
			t.Errorf("%s: nothing decoded", name)
		}
	}
}

func TestBodiesShareABudget(t *testing.T) {
	body := named("br1").compress(make([]byte, coding.FreeSize/4))
	var budget coding.Budget
	for i := range 6 {
		n := 0
		err := coding.NewWithin(coding.List{coding.Brotli}, &budget, coding.NewBrotli).Write(body, func(b []byte) { n += len(b) })
		if within := i < 4; within != (err == nil) || within && n != coding.FreeSize/4 {
			if !within && (i+1)*coding.FreeSize/4 < coding.FreeSize+(i+1)*len(body)*coding.MaxRatio {
				continue
			}
			t.Errorf("body %d: %d bytes, %v", i, n, err)
		}
	}
}

func TestABombIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes 50 MB")
	}
	plain := make([]byte, 2*coding.FreeSize)
	for name, l := range map[string]coding.List{"br1": {coding.Brotli}, "gzip9": {coding.Gzip, coding.Gzip}} {
		body := named(name).compress(plain)
		if len(l) > 1 {
			body = named(name).compress(body)
		}
		n, d := 0, coding.New(l)
		err := d.Write(body, func(b []byte) { n += len(b) })
		if !errors.Is(err, coding.ErrCorrupt) || !strings.Contains(err.Error(), "at most 2048") || n < coding.FreeSize || n > coding.FreeSize+coding.MaxRatio*len(body) {
			t.Errorf("%s: %d bytes of %d, %v", l, n, len(body), err)
		}
	}
}
