package capture_test

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

func FuzzOpen(f *testing.F)    { fuzzFormat(f, capture.FormatUnknown) }
func FuzzSamples(f *testing.F) { fuzzFormat(f, capture.FormatSamples) }
func FuzzForm(f *testing.F)    { fuzzFormat(f, capture.FormatCapture) }
func FuzzCurl(f *testing.F)    { fuzzFormat(f, capture.FormatCurl) }
func FuzzStamped(f *testing.F) { fuzzFormat(f, capture.FormatStamped) }
func FuzzHAR(f *testing.F)     { fuzzFormat(f, capture.FormatHAR) }
func FuzzStrace(f *testing.F)  { fuzzFormat(f, capture.FormatStrace) }
func FuzzBody(f *testing.F)    { fuzzFormat(f, capture.FormatBody) }
func FuzzNetLog(f *testing.F)  { fuzzFormat(f, capture.FormatNetLog) }
func FuzzCDP(f *testing.F)     { fuzzFormat(f, capture.FormatCDP) }
func FuzzTrace(f *testing.F)   { fuzzFormat(f, capture.FormatTrace) }

// fuzzFormat reads anything as a format: there are records that hold together,
// then an end or one *Error, and the same ones however the bytes come.
func fuzzFormat(f *testing.F, format capture.Format) {
	for name, b := range small(f) {
		if format == capture.FormatUnknown || read(bytes.NewReader(b), capture.Options{Name: name}).format == format {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		o := capture.Options{Name: "in", Format: format}
		got := read(bytes.NewReader(b), o)
		var e *capture.Error
		if got.err != nil && (!errors.As(got.err, &e) || e.File != "in" || e.Read == "" && e.Want == "" && e.Err == nil) {
			t.Fatalf("error %v", got.err)
		}
		for i, r := range got.records {
			checkRecord(t, got, i, r)
		}
		if again := read(iotest.OneByteReader(bytes.NewReader(b)), o); again.String() != got.String() {
			t.Fatalf("byte by byte: got\n%s\nwant\n%s", again, got)
		}
		if n := len(got.exchanges); n > len(b)/4+1 {
			t.Fatalf("%d exchanges in %d bytes", n, len(b))
		}
	})
}

func checkRecord(t *testing.T, got recording, i int, r capture.Record) {
	const most = 1 << 48
	if r.Exchange < 0 || r.Exchange >= len(got.exchanges) {
		t.Fatalf("record %d is of exchange %d", i, r.Exchange)
	}
	e := got.exchanges[r.Exchange]
	if !e.Timed && r.Time != 0 || r.Time > 1<<62 || r.Time < -1<<62 {
		t.Fatalf("record %d is at %v, timed %v", i, r.Time, e.Timed)
	}
	switch r.Kind {
	case capture.RecordChunk:
		if r.Len < 0 || r.Len > most || r.Data != nil && int64(len(r.Data)) != r.Len || r.Data == nil && e.Payload {
			t.Fatalf("record %d is %s, payload %v", i, line(r), e.Payload)
		}
	case capture.RecordEOF:
		if r.Len != 0 || r.Data != nil {
			t.Fatalf("record %d is %s", i, line(r))
		}
		for _, later := range got.records[i+1:] {
			if later.Exchange == r.Exchange {
				t.Fatalf("record %d is %s, and then %s", i, line(r), line(later))
			}
		}
	case capture.RecordSample:
		if r.Sample == nil {
			t.Fatalf("record %d has no sample", i)
		}
		for _, n := range []int64{r.Sample.Held, r.Sample.Before, r.Sample.Bytes} {
			if n < capture.None || n > most {
				t.Fatalf("record %d is %s", i, line(r))
			}
		}
	default:
		t.Fatalf("record %d is of kind %d", i, r.Kind)
	}
}

// FuzzChunked cuts a body into chunks and the chunks into reads: the body comes
// back, in both kinds of trace, as far as a text dump shows it.
func FuzzChunked(f *testing.F) {
	f.Add([]byte("data: 1\n\ndata: 2\r\n\r\n"), []byte{3, 5}, []byte{4, 1, 9}, false)
	f.Add([]byte("caf\xc3\xa9."), []byte{1}, []byte{1, 2, 3}, true)
	f.Add([]byte("\r\n\r\n"), []byte{1, 2}, []byte{2, 7}, true)
	f.Fuzz(func(t *testing.T, body, sizes, cuts []byte, text bool) {
		w := trace{text: text}
		w.request("GET /", "HTTP/1.1 200 OK", chunkedHead)
		var wire []byte
		for i, rest := 0, body; len(rest) > 0; i++ {
			n := len(rest)
			if i < len(sizes) {
				n = min(n, int(sizes[i])+1)
			}
			wire = append(wire, []byte(big.NewInt(int64(n)).Text(16)+"\r\n"+string(rest[:n])+"\r\n")...)
			rest = rest[n:]
		}
		wire = append(wire, "0\r\n\r\n"...)
		for i := 0; len(wire) > 0; i++ {
			n := len(wire)
			if i < len(cuts) {
				n = min(n, int(cuts[i])+1)
			}
			w.at += time.Second
			w.data(string(wire[:n]))
			wire = wire[n:]
		}
		got := w.read()
		if got.err != nil || len(got.exchanges) != 1 {
			t.Fatalf("%v\n%s", got.err, w.String())
		}
		var length int64
		for _, r := range got.records {
			length += r.Len
		}
		last := got.records[len(got.records)-1]
		if length != int64(len(body)) || last.Kind != capture.RecordEOF || last.Time != w.at {
			t.Fatalf("%d bytes of %d, then %s\n%s", length, len(body), line(last), w.String())
		}
		if payload := got.bytes(); !bytes.HasPrefix(body, payload) || !text && len(payload) != len(body) {
			t.Fatalf("got %q, want %q\n%s", payload, body, w.String())
		}
	})
}

// FuzzParseMillis compares times with exact arithmetic.
func FuzzParseMillis(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5", "62.75099999999998", "0.0000005", "-0.0000004999", "1e3", ".5", "5.", "4611686018427.387903", "4611686018427.387904", "99999999999999999999", "--1", "+1", "+-1", "1_0", "0x1", "1E-3", "46116860184273879034e-7", "0e99999999999999999999", "1e-99999999999999999999", "0e9999999999999999999A", "1e", "."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for unit, parse := range map[int64]func(string) (time.Duration, error){1e6: capture.ParseMillis, 1e9: capture.ParseSeconds} {
			got, err := parse(s)
			want, ok := new(big.Rat).SetString(s)
			if err != nil {
				if !errors.Is(err, capture.ErrTime) {
					t.Fatal(err)
				}
				if ok && len(s) <= 40 && strings.Trim(s, "0123456789+-.eE") == "" && want.Abs(want).Cmp(big.NewRat(capture.MaxTime, unit)) <= 0 {
					t.Fatalf("%q is %v and was refused", s, want)
				}
				continue
			}
			if !ok { // big.Rat gives up on long exponents
				if got != 0 {
					t.Fatalf("%q read as %v", s, got)
				}
				continue
			}
			want.Mul(want, big.NewRat(unit, 1))
			off := want.Sub(want, big.NewRat(int64(got), 1))
			if off.Abs(off).Cmp(big.NewRat(1, 2)) > 0 {
				t.Fatalf("%q read as %d ns, off by %v", s, got, off)
			}
			if unit == 1e6 {
				if again, err := capture.ParseMillis(capture.FormatMillis(got)); err != nil || again != got {
					t.Fatalf("%q read as %v, written as %s", s, got, capture.FormatMillis(got))
				}
			}
		}
	})
}
