package coding_test

import (
	"bytes"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

// FuzzDeflate holds the inflater against the slow reading and against
// compress/flate.
func FuzzDeflate(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) == 0 || !bare(body) {
			return
		}
		checkFlate(t, body)
		checkSlow(t, body[:min(len(body), 200)])
	})
}

// FuzzDecode holds that cuts change nothing, whatever the coding and the bytes,
// and that what is decoded is in bounds.
func FuzzDecode(f *testing.F) {
	lists := []coding.List{{coding.Gzip}, {coding.Deflate}, {coding.Brotli}, {coding.Gzip, coding.Brotli}, {coding.Brotli, coding.Deflate, coding.Gzip}, nil}
	f.Fuzz(func(t *testing.T, list uint8, cut uint16, body []byte) {
		l := lists[int(list)%len(lists)]
		if body = body[:min(len(body), 2000)]; len(body) == 0 {
			return
		}
		whole := byByte(t, l, body)
		checkCuts(t, l, body, whole)
		checkCuts(t, l, body, whole, int(cut)%len(body))
	})
}

// FuzzRoundTrip holds that what a writer coded comes back, at its flush.
func FuzzRoundTrip(f *testing.F) {
	all := compressors()
	f.Fuzz(func(t *testing.T, writer uint8, flush uint16, plain []byte) {
		c := all[int(writer)%len(all)]
		cut := min(int(flush), len(plain))
		var body bytes.Buffer
		w := c.open(&body)
		w.Write(plain[:cut])
		w.Flush()
		d := newDecoder(t, c.list)
		d.write(body.Bytes())
		if d.err != nil || !bytes.Equal(d.out, plain[:cut]) {
			t.Fatalf("%s: %d of %d bytes at the flush, %v", c, len(d.out), cut, d.err)
		}
		body.Reset()
		w.Write(plain[cut:])
		w.Close()
		d.write(body.Bytes())
		if err := d.d.Close(); d.err != nil || err != nil || !bytes.Equal(d.out, plain) {
			t.Fatalf("%s: %d of %d bytes, %v, %v", c, len(d.out), len(plain), d.err, err)
		}
	})
}

// FuzzBrotli holds the brotli decoder against another.
func FuzzBrotli(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 0 {
			checkAnother(t, body[:min(len(body), 2000)])
		}
	})
}
