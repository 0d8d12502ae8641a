package coding_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

var deflate = coding.List{coding.Deflate}

// checkSlow holds that at each prefix of a bare DEFLATE stream the decoder has
// emitted all that the prefix determines, has the same pending, and fails
// where the slow reading does. It returns where body turned out to be bad, or -1.
func checkSlow(t testing.TB, body []byte) int {
	t.Helper()
	d := newDecoder(t, deflate)
	for i := range body {
		d.write(body[i : i+1])
		out, pending, err := slowInflate(body[:i+1])
		if bad := err == errBad; bad != (d.err != nil) {
			t.Fatalf("after %d bytes of % x: %v, slowly %v", i+1, body[:min(i+1, 40)], d.err, err)
		} else if !bytes.Equal(d.out, out) {
			t.Fatalf("after %d bytes %d decoded, slowly %d", i+1, len(d.out), len(out))
		} else if bad {
			return i
		}
		if d.d.Pending() != int64(pending) {
			t.Fatalf("after %d bytes %d pending, slowly %d", i+1, d.d.Pending(), pending)
		}
		if err == nil {
			if i+1 < len(body) {
				if d.write(body[i+1 : i+2]); d.err == nil {
					t.Fatalf("a byte after the stream is taken")
				}
			}
			return -1
		}
	}
	return -1
}

// bare says that the deflate decoder cannot take body for the zlib format.
func bare(body []byte) bool {
	return len(body) < 2 || body[0]&15 != 8 || body[0]>>4 > 7 || (int(body[0])<<8|int(body[1]))%31 != 0
}

func TestAllThatAPrefixDeterminesComesOutAtOnce(t *testing.T) {
	for kind, plain := range bodies() {
		plain = plain[:min(len(plain), 500)]
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			t.Run(kind, func(t *testing.T) {
				var body bytes.Buffer
				w, _ := flate.NewWriter(&body, level)
				w.Write(plain[:len(plain)/3])
				w.Flush()
				w.Write(plain[len(plain)/3:])
				w.Close()
				checkSlow(t, body.Bytes())
			})
		}
	}
}

func TestRandomBitsAreReadAsTheSpecificationSays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var far int
	for range 5_000 {
		body := make([]byte, 5+r.IntN(60))
		for i := range body {
			body[i] = byte(r.Uint32())
		}
		body[0] = body[0]&^7 | byte(1+r.IntN(2))<<1 // fixed or dynamic
		if r.IntN(2) == 0 {                         // a code length code that is likely to be complete
			copy(body, []byte{body[0], body[1] & 0x1f, 0x92, 0x24, 0x49})
		}
		if bare(body) {
			far = max(far, checkSlow(t, body))
		}
	}
	if far < 15 {
		t.Errorf("no stream went on for more than %d bytes: too few test anything", far)
	}
}

func TestFlippedBitsAreReadAsTheSpecificationSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for kind, plain := range bodies() {
		for _, name := range []string{"raw1", "raw9", "raw-2"} {
			body := named(name).compress(plain[:min(len(plain), 400)])
			for range 25 {
				flipped := bytes.Clone(body)
				flipped[r.IntN(len(body))] ^= 1 << r.IntN(8)
				if bare(flipped) {
					t.Run(kind, func(t *testing.T) { checkSlow(t, flipped) })
				}
			}
		}
	}
}

// checkFlate holds that compress/flate takes the same streams for whole and
// gives the same bytes.
func checkFlate(t testing.TB, body []byte) {
	t.Helper()
	d := newDecoder(t, deflate)
	d.write(body)
	if d.err == nil {
		d.err = d.d.Close()
	}
	if len(body) == 0 || !bare(body) {
		return
	}
	src := bytes.NewReader(body)
	want, err := io.ReadAll(flate.NewReader(src))
	if err == nil && src.Len() > 0 {
		if d.err == nil || errors.Is(d.err, coding.ErrCut) {
			t.Fatalf("%d bytes after the stream: %v", src.Len(), d.err)
		}
	} else if (err == nil) != (d.err == nil) {
		t.Fatalf("%v, from compress/flate %v", d.err, err)
	}
	if !bytes.HasPrefix(d.out, want) || err == nil && len(d.out) != len(want) {
		t.Fatalf("%d bytes decoded, by compress/flate %d", len(d.out), len(want))
	}
}

func TestStreamsOfSeveralBlocksAreReadAsByCompressFlate(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	plain := bodies()["events"]
	for range 100 {
		var body bytes.Buffer
		w, _ := flate.NewWriter(&body, r.IntN(12)-2)
		for from := 0; from < len(plain); {
			to := min(len(plain), from+1+r.IntN(1<<r.IntN(15)))
			w.Write(plain[from:to])
			if from = to; r.IntN(3) == 0 {
				w.Flush()
			}
		}
		w.Close()
		checkFlate(t, body.Bytes())
		flipped := bytes.Clone(body.Bytes())
		flipped[r.IntN(len(flipped))] ^= 1 << r.IntN(8)
		checkFlate(t, flipped)
	}
}
