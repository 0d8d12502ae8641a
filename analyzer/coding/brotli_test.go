package coding_test

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/heldbytes/heldbytes/analyzer/coding"
)

var br = coding.List{coding.Brotli}

// another is another decoder of brotli, the one of the reference in Go, fed byte
// by byte.
type another struct {
	r    *brotli.Reader
	next []byte
	out  []byte
	done bool
	err  error
}

func newAnother() *another {
	a := &another{}
	a.r = brotli.NewReader(a)
	return a
}

// Read is the source of the reader, which keeps its state at an end.
func (a *another) Read(p []byte) (int, error) {
	n := copy(p, a.next)
	if a.next = a.next[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (a *another) write(b byte) {
	a.next = []byte{b}
	var p [4096]byte
	for {
		n, err := a.r.Read(p[:])
		a.out = append(a.out, p[:n]...)
		if err == nil {
			continue
		}
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			// Where the last byte had to wait for others, it says that there
			// are too many, and when asked again that it is done.
			if _, again := a.r.Read(p[:]); again != io.EOF {
				a.err = err
				return
			}
			err = io.EOF
		}
		a.done = err == io.EOF
		return
	}
}

// checkAnother holds that another decoder takes the same bodies, and at no byte
// has decoded more.
func checkAnother(t testing.TB, body []byte) {
	t.Helper()
	d, a := newDecoder(t, br), newAnother()
	for i := range body {
		if a.done {
			break
		}
		d.write(body[i : i+1])
		a.write(body[i])
		if a.err != nil {
			// It may see later that it went too far.
			for i++; d.err == nil && i < len(body); i++ {
				d.write(body[i : i+1])
			}
			if d.err == nil && d.d.Close() == nil {
				t.Fatalf("after %d bytes of % x the other fails: %v", i+1, body[:min(40, i+1)], a.err)
			}
			return
		}
		if d.err == nil && len(d.out) < len(a.out) {
			t.Fatalf("after %d bytes %d decoded, by the other %d", i+1, len(d.out), len(a.out))
		}
		if d.err == nil && !bytes.HasPrefix(d.out, a.out) {
			t.Fatalf("after %d bytes the output differs", i+1)
		}
	}
	ok := d.err == nil && d.d.Close() == nil
	if ok != a.done || ok && !bytes.Equal(d.out, a.out) {
		t.Fatalf("% x: %v, %v and %d bytes; the other: done %v and %d bytes", body[:min(40, len(body))], d.err, d.d.Close(), len(d.out), a.done, len(a.out))
	}
}

func TestBrotliIsReadAsByAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	kinds := bodies()
	kinds["prose"] = []byte("The quick brown fox, which is not the same as that, jumped over the lazy dog; and then it was the time of the year. <a href=\"http://www.example.com/\">information</a> 時間\n")
	wrong := 0
	for kind, plain := range kinds {
		plain = plain[:min(len(plain), 700)]
		for quality := range 12 {
			for _, window := range []int{10, 18} {
				t.Run(fmt.Sprint(kind, quality, window), func(t *testing.T) {
					var b bytes.Buffer
					w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: window})
					w.Write(plain[:len(plain)/2])
					w.Flush()
					w.Write(plain[len(plain)/2:])
					w.Close()
					body := b.Bytes()
					checkAnother(t, body)
					for range 3 {
						flipped := bytes.Clone(body)
						flipped[r.IntN(min(len(body), 300))] ^= 1 << r.IntN(8)
						checkAnother(t, flipped)
						wrong++
					}
				})
			}
		}
	}
	if wrong < 400 {
		t.Errorf("only %d broken bodies", wrong)
	}
}

// A body that is longer than its window, whose ring grows and turns.
func TestBrotliLongerThanItsWindow(t *testing.T) {
	plain := bytes.Repeat(bodies()["events"], 12)
	for _, window := range []int{10, 15, 17, 20} {
		var b bytes.Buffer
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: 5, LGWin: window})
		w.Write(plain)
		w.Close()
		d := newDecoder(t, br)
		d.write(b.Bytes())
		if err := d.d.Close(); d.err != nil || err != nil || !bytes.Equal(d.out, plain) {
			t.Errorf("window %d: %d of %d bytes, %v, %v", window, len(d.out), len(plain), d.err, err)
		}
	}
}

// bitWriter writes bits, the first lowest.
type bitWriter struct {
	b []byte
	n int
}

func (w *bitWriter) put(v, n int) {
	for i := range n {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[w.n/8] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
}

// oneWord is the beginning of a stream, with one command: the copy of length
// bytes from distance back, behind nothing.
func oneWord(length, distance int) []byte {
	copyBase := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 22, 30}
	copyExtra := []int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3}
	code := len(copyBase) - 1
	for copyBase[code] > length {
		code--
	}
	var w bitWriter
	w.put(0, 1)    // WBITS: 16
	w.put(1, 1)    // ISLAST
	w.put(0, 1)    // ISLASTEMPTY
	w.put(0, 2)    // MNIBBLES: 4
	w.put(999, 16) // MLEN
	w.put(0, 3)    // NBLTYPES: 1 of each category
	w.put(0, 6)    // NPOSTFIX, NDIRECT
	w.put(0, 2)    // context mode
	w.put(0, 2)    // NTREES: 1 of both
	w.put(1, 2)    // a simple code
	w.put(0, 2+8)  // of one literal
	w.put(1, 2)
	w.put(0, 2)
	w.put(128+code>>3<<6+code&7, 10) // of one insert-and-copy length
	high, extra := 0, 1
	for ; (2+(high+1)&1)<<(1+(high+1)>>1)-4 < distance; high++ {
	}
	extra = 1 + high>>1
	w.put(1, 2)
	w.put(0, 2)
	w.put(16+high, bits.Len(63)) // of one distance
	w.put(length-copyBase[code], copyExtra[code])
	w.put(distance-1-((2+high&1)<<extra-4), extra)
	return w.b
}

// Each word length, each way to change a word, and what lies beyond them.
func TestWordsOfTheDictionary(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	bits := map[int]int{4: 10, 5: 10, 6: 11, 7: 11, 8: 10, 9: 10, 10: 10, 11: 10, 12: 10, 13: 9, 14: 9, 15: 8, 16: 7, 17: 7, 18: 8, 19: 7, 20: 7, 21: 6, 22: 6, 23: 5, 24: 5}
	read := 0
	for length := 3; length <= 25; length++ {
		for change := range 123 {
			distance := change<<bits[length] + r.IntN(1<<bits[length]) + 1
			body := oneWord(length, distance)
			d, a := newDecoder(t, br), newAnother()
			for i := range body {
				d.write(body[i : i+1])
				a.write(body[i])
				if !bytes.Equal(d.out, a.out) || (d.err == nil) != (a.err == nil) {
					t.Fatalf("a copy of %d bytes from %d back: %q and %v, by the other %q and %v", length, distance, d.out, d.err, a.out, a.err)
				}
			}
			if d.err == nil {
				read++
			}
		}
	}
	if read != 21*121 {
		t.Errorf("%d words were read, want %d", read, 21*121)
	}
}
