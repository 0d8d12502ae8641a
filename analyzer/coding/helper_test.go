package coding_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// result is what a decoder says of a body.
type result struct {
	Out     []byte
	Length  []int   // decoded bytes after each coded byte, where fed byte by byte
	Pending []int64 // the same
	Write   string  // the error of Write
	Close   string
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// decoder feeds one.
type decoder struct {
	t   testing.TB
	d   coding.Decoder
	out []byte
	err error
}

func newDecoder(t testing.TB, l coding.List) *decoder { return &decoder{t: t, d: coding.New(l)} }

func (d *decoder) write(p []byte) {
	before := len(d.out)
	err := d.d.Write(p, func(b []byte) {
		if len(b) == 0 || len(b) > coding.MaxPiece {
			d.t.Fatalf("a piece of %d bytes, want 1 to %d", len(b), coding.MaxPiece)
		}
		d.out = append(d.out, b...)
	})
	if d.err != nil && (err != d.err || len(d.out) != before) {
		d.t.Fatalf("after the error %v, Write emits %d bytes and returns %v", d.err, len(d.out)-before, err)
	}
	if d.err = err; err != nil && d.d.Pending() != 0 {
		d.t.Fatalf("a decoder that failed has %d bytes pending", d.d.Pending())
	}
}

// byByte decodes body byte by byte.
func byByte(t testing.TB, l coding.List, body []byte) result {
	t.Helper()
	d := newDecoder(t, l)
	var r result
	for i := range body {
		d.write(body[i : i+1])
		r.Length = append(r.Length, len(d.out))
		r.Pending = append(r.Pending, d.d.Pending())
	}
	r.Out, r.Write, r.Close = d.out, text(d.err), text(d.d.Close())
	return r
}

// checkCuts holds that body decodes the same with the given cuts.
func checkCuts(t testing.TB, l coding.List, body []byte, want result, cuts ...int) {
	t.Helper()
	d := newDecoder(t, l)
	from := 0
	for _, to := range append(cuts, len(body)) {
		d.write(body[from:to])
		if from = to; to == 0 {
			continue
		}
		if len(d.out) != want.Length[to-1] || d.d.Pending() != want.Pending[to-1] {
			t.Fatalf("cut at %d, %d bytes give %d decoded and %d pending; byte by byte %d and %d",
				cuts, to, len(d.out), d.d.Pending(), want.Length[to-1], want.Pending[to-1])
		}
	}
	if got := (result{Out: d.out, Write: text(d.err), Close: text(d.d.Close())}); !bytes.Equal(got.Out, want.Out) || got.Write != want.Write || got.Close != want.Close {
		t.Fatalf("cut at %d: %d bytes, %q, %q; byte by byte %d bytes, %q, %q",
			cuts, len(got.Out), got.Write, got.Close, len(want.Out), want.Write, want.Close)
	}
}

// flusher is a compressor.
type flusher interface {
	io.WriteCloser
	Flush() error
}

// compressor makes the coded bodies of one coding at one level.
type compressor struct {
	name string
	list coding.List
	open func(io.Writer) flusher
}

func (c compressor) String() string { return c.name }

// compressors is every writer there is, at each of its levels.
func compressors() []compressor {
	var all []compressor
	must := func(f flusher, err error) flusher {
		if err != nil {
			panic(err)
		}
		return f
	}
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		all = append(all,
			compressor{fmt.Sprintf("gzip%d", level), coding.List{coding.Gzip}, func(w io.Writer) flusher { return must(gzip.NewWriterLevel(w, level)) }},
			compressor{fmt.Sprintf("zlib%d", level), coding.List{coding.Deflate}, func(w io.Writer) flusher { return must(zlib.NewWriterLevel(w, level)) }},
			compressor{fmt.Sprintf("raw%d", level), coding.List{coding.Deflate}, func(w io.Writer) flusher { return must(flate.NewWriter(w, level)) }},
		)
	}
	for level := brotli.BestSpeed; level <= brotli.BestCompression; level++ {
		all = append(all, compressor{fmt.Sprintf("br%d", level), coding.List{coding.Brotli}, func(w io.Writer) flusher { return brotli.NewWriterLevel(w, level) }})
	}
	return all
}

// compress codes plain in one go.
func (c compressor) compress(plain []byte) []byte {
	var b bytes.Buffer
	w := c.open(&b)
	w.Write(plain)
	w.Close()
	return b.Bytes()
}

// named returns the compressor of a name.
func named(name string) compressor {
	all := compressors()
	return all[slices.IndexFunc(all, func(c compressor) bool { return c.name == name })]
}

// bodies is plain text of several kinds: what repeats, what cannot be
// compressed, what is like the events of a stream.
func bodies() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	var events strings.Builder
	for i := range 900 {
		fmt.Fprintf(&events, "data: {\"i\":%d,\"delta\":\"%c%x\"}\n\n", i, 'a'+i%26, r.Uint64()>>(i%60))
	}
	return map[string][]byte{
		"empty":   {},
		"a byte":  []byte("x"),
		"events":  []byte(events.String()),
		"noise":   noise,
		"zeros":   make([]byte, 300_000),
		"pattern": bytes.Repeat([]byte("abcdefg"), 30_000),
	}
}
