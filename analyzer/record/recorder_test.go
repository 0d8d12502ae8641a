package record_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

// paced is a stream whose chunks come at times of their own. It is read in a bubble
// whose clock is not the wall's.
type paced struct {
	chunks []string
	pause  time.Duration
	last   time.Duration // before the end
}

func (s *paced) Read(p []byte) (int, error) {
	if len(s.chunks) == 0 {
		time.Sleep(s.last)
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	n := copy(p, s.chunks[0])
	if s.chunks[0] = s.chunks[0][n:]; s.chunks[0] == "" {
		s.chunks = s.chunks[1:]
	}
	return n, nil
}

func events(n int) *paced {
	s := &paced{pause: 100 * ms}
	for i := range n {
		s.chunks = append(s.chunks, fmt.Sprintf("data: {\"n\":%d,", i), fmt.Sprintf("\"token\":\"%s\"}\n\n", strings.Repeat("ab", i)))
	}
	return s
}

// recorded records what a reader does with a stream.
func recorded(t *testing.T, o record.Options, in io.Reader, reader func(*record.Recorder, io.Reader)) string {
	t.Helper()
	var out bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		r := record.New(&out, o)
		reader(r, r.Reader(in))
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return out.String()
}

func TestRecorderWritesWhatAReaderReads(t *testing.T) {
	got := recorded(t, record.Options{Head: record.Head{ContentType: "text/event-stream"}, Payload: record.PayloadMask}, events(2),
		func(r *record.Recorder, in io.Reader) { io.Copy(io.Discard, in) })
	want := `{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}
{"accept_ms":0}
{"t_ms":100,"text":"data: {\"x\":0,"}
{"t_ms":200,"text":"\"xxxxx\":\"\"}\n\n"}
{"t_ms":300,"text":"data: {\"x\":1,"}
{"t_ms":400,"text":"\"xxxxx\":\"xx\"}\n\n"}
{"eof_ms":400}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRecorderTakesLengthsUnlessAskedForMore(t *testing.T) {
	got := recorded(t, record.Options{Head: record.Head{ContentType: "text/event-stream"}}, events(1), func(r *record.Recorder, in io.Reader) { io.Copy(io.Discard, in) })
	if strings.Contains(got, "token") || !strings.Contains(got, `{"t_ms":100,"len":13}`) {
		t.Error(got)
	}
}

func TestRowsSayWhatWasHeldAndWhen(t *testing.T) {
	got := recorded(t, record.Options{}, &paced{chunks: []string{"12", "34\n", "5\n"}, pause: 100 * ms}, func(r *record.Recorder, in io.Reader) {
		r.Held(0)
		buf := make([]byte, 64)
		in.Read(buf)
		in.Read(buf)
		time.Sleep(10 * ms)
		r.Parsed()
		time.Sleep(20 * ms)
		r.HandedOff(1)
		r.Released(5)
		in.Read(buf)
		r.HandedOff(1)
		r.Held(0)
		r.Row()
		in.Read(buf)
		r.Row() // of EOF is one row alone
	})
	want := `{"heldbytes":"capture/1","level":"read"}
{"accept_ms":0}
{"t_ms":100,"len":2}
{"row":{"t_ms":100,"held_bytes":2,"parsed":0}}
{"t_ms":200,"len":3}
{"row":{"t_ms":200,"held_bytes":0,"parsed":1,"read_ms":200,"parse_ms":210,"handoff_ms":230}}
{"t_ms":330,"len":2}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2,"read_ms":330,"handoff_ms":330}}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2}}
{"eof_ms":330}
{"row":{"t_ms":330,"held_bytes":0,"parsed":2}}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Readers with known faults, by what they do with their Reads.
func TestReadersAreToldByOneFile(t *testing.T) {
	scanLines := func(r *record.Recorder, in io.Reader, done func(line []byte)) {
		r.Held(0)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			done(lines.Bytes())
		}
	}
	for _, c := range []struct {
		name, code string
		rule       string
		read       func(r *record.Recorder, in io.Reader)
	}{
		{"at each close", "prompt", "at-close", func(r *record.Recorder, in io.Reader) {
			scanLines(r, in, func(line []byte) {
				if r.Released(int64(len(line) + 1)); len(line) == 0 {
					r.Parsed()
					r.HandedOff(1)
				}
			})
		}},
		{"all at the end", "late", "read-all", func(r *record.Recorder, in io.Reader) {
			r.Held(0)
			b, _ := io.ReadAll(in)
			r.Parsed()
			r.HandedOff(bytes.Count(b, []byte("\n\n")))
			r.Held(0)
		}},
		{"all at the end, which says so then and counts", "late", "read-all", func(r *record.Recorder, in io.Reader) {
			b, _ := io.ReadAll(in)
			r.HandedOff(bytes.Count(b, []byte("\n\n")))
		}},
		{"all at the end, which says so then, by bytes", "late", "read-all", func(r *record.Recorder, in io.Reader) {
			b, _ := io.ReadAll(in)
			r.HandedOff(bytes.Count(b, []byte("\n\n")))
			r.Released(int64(len(b)))
		}},
		{"one event behind", "late", "lag", func(r *record.Recorder, in io.Reader) {
			r.Held(0)
			var all []byte
			last := 0
			buf := make([]byte, 512)
			for {
				n, err := in.Read(buf)
				all = append(all, buf[:n]...)
				if at := bytes.LastIndex(all, []byte("\n\n")); at >= 0 && at > last {
					if last > 0 {
						r.HandedOff(1)
						r.Held(int64(len(all) - last))
					}
					last = at + 2
				}
				if err != nil {
					r.HandedOff(1)
					r.Held(0)
					return
				}
			}
		}},
		{"slow to hand off", "slow-handoff", "", func(r *record.Recorder, in io.Reader) {
			for lines := bufio.NewScanner(in); lines.Scan(); {
				if lines.Text() == "" {
					r.Parsed()
					time.Sleep(70 * ms)
					r.HandedOff(1)
				}
			}
		}},
		{"nothing said", "unmeasured", "", func(r *record.Recorder, in io.Reader) { io.Copy(io.Discard, in) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []io.Reader{events(6), iotest.DataErrReader(events(6))} { // EOF by itself, and with the last bytes
				got := recorded(t, record.Options{Head: record.Head{ContentType: "text/event-stream"}, Payload: record.PayloadMask}, in, c.read)
				a, err := analyzer.Analyze(strings.NewReader(got), analyzer.Options{Name: "in"})
				if err != nil {
					t.Fatal(err)
				}
				report := a.Report()
				rule := ""
				if report.Observed != nil && len(report.Observed.Fit.Rules) > 0 {
					rule = report.Observed.Fit.Rules[0].Rule
				}
				if report.Findings.Reader.Code != c.code || !strings.HasPrefix(rule, c.rule) {
					t.Errorf("%s under %q: %s\n%s", report.Findings.Reader.Code, rule, report.Findings.Reader.Sentence, got)
				}
			}
		})
	}
}

// A reader in two parts asks for more while it still works on what came: what counts
// is what it has let go when that comes.
func TestReaderThatAsksAheadIsNoLaterForIt(t *testing.T) {
	type part struct {
		text string
		at   time.Time
	}
	for _, c := range []struct {
		name       string
		work       time.Duration // from an event's last byte to its handoff; the next byte comes after 100 ms
		code, rule string
	}{
		{"done in time", 20 * ms, "prompt", "at-close"},
		{"done once more has come", 130 * ms, "late", "next-chunk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := &paced{pause: 100 * ms, last: 100 * ms}
			for i := range 8 {
				in.chunks = append(in.chunks, fmt.Sprintf("{\"n\":%d}\n", i))
			}
			in.chunks[3] += in.chunks[3] // else a chunk behind is an event behind
			got := recorded(t, record.Options{Payload: record.PayloadMask}, in, func(r *record.Recorder, in io.Reader) {
				r.Held(0)
				came := make(chan part, 8)
				go func() {
					defer close(came)
					for buf := make([]byte, 512); ; {
						n, err := in.Read(buf)
						if n > 0 {
							came <- part{string(buf[:n]), time.Now()}
						}
						if err != nil {
							return
						}
					}
				}()
				for p := range came {
					time.Sleep(time.Until(p.at.Add(c.work)))
					r.HandedOff(strings.Count(p.text, "\n"))
					r.Released(int64(len(p.text)))
				}
			})
			a, err := analyzer.Analyze(strings.NewReader(got), analyzer.Options{Name: "in"})
			if err != nil {
				t.Fatal(err)
			}
			report := a.Report()
			rules := report.Observed.Fit.Rules
			if f := report.Findings.Reader; string(f.Code) != c.code || len(rules) != 1 || rules[0].Rule != c.rule {
				t.Errorf("%s by %v: %s\n%s", f.Code, rules, f.Sentence, got)
			}
		})
	}
}

// A row is taken where bytes or an end come, and nowhere else: not where a Read is
// begun, returns nothing, or the stream has ended.
func TestRowsAreTakenWhereBytesCome(t *testing.T) {
	broken := errors.New("reset")
	for name, c := range map[string]struct {
		last error
		want string
	}{
		"the end": {io.EOF, `{"row":{"t_ms":0,"held_bytes":1,"parsed":0}}
{"eof_ms":0}
{"row":{"t_ms":0,"held_bytes":0,"parsed":1,"read_ms":0,"handoff_ms":0}}
`},
		"a failure": {broken, `{"row":{"t_ms":0,"held_bytes":1,"parsed":0}}
{"row":{"t_ms":0,"held_bytes":0,"parsed":1,"read_ms":0,"handoff_ms":0}}
`},
	} {
		t.Run(name, func(t *testing.T) {
			reads := steps{{"", nil}, {"ab", nil}, {"", nil}, {"", nil}, {"c", nil}, {"", c.last}}
			got := recorded(t, record.Options{}, &reads, func(r *record.Recorder, in io.Reader) {
				r.Held(0)
				for buf, n := make([]byte, 8), len(reads); n > 0; n-- {
					in.Read(buf)
					r.Held(1)
				}
				r.HandedOff(1)
				r.Held(0)
			})
			want := `{"heldbytes":"capture/1","level":"read"}
{"accept_ms":0}
{"t_ms":0,"len":2}
{"row":{"t_ms":0,"held_bytes":1,"parsed":0}}
{"t_ms":0,"len":1}
` + c.want
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// steps are what Reads return, in order.
type steps []struct {
	text string
	err  error
}

func (s *steps) Read(p []byte) (int, error) {
	step := (*s)[0]
	*s = (*s)[1:]
	return copy(p, step.text), step.err
}

// A read that fails keeps what came, and is no end.
func TestReadThatFailsIsNoEnd(t *testing.T) {
	broken := errors.New("reset")
	got := recorded(t, record.Options{}, io.MultiReader(strings.NewReader("ab"), errReader{broken}), func(r *record.Recorder, in io.Reader) {
		if _, err := io.ReadAll(in); !errors.Is(err, broken) {
			t.Error(err)
		}
	})
	if !strings.Contains(got, `"len":2`) || strings.Contains(got, "eof_ms") {
		t.Error(got)
	}
}

type errReader struct{ err error }

func (e errReader) Read([]byte) (int, error) { return 0, e.err }

// stuck is a file whose writes return once it is let go.
type stuck struct {
	mu  sync.Mutex
	out bytes.Buffer
	go_ chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	<-s.go_
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func TestFileThatBlocksForEverBlocksNoRead(t *testing.T) {
	for _, payload := range []record.Payload{record.PayloadNone, record.PayloadRaw} {
		t.Run(payload.String(), func(t *testing.T) {
			const reads = 20_000
			file := &stuck{go_: make(chan struct{})}
			r := record.New(file, record.Options{Payload: payload, Samples: 64, Bytes: 1024, Every: time.Microsecond})
			in := r.Reader(endless{})
			buf := make([]byte, 16)
			for range reads {
				if n, err := in.Read(buf); n != len(buf) || err != nil {
					t.Fatal(n, err)
				}
				r.Released(8)
				r.HandedOff(1)
			}
			close(file.go_)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			got, err := capture.Open(bytes.NewReader(file.out.Bytes()), capture.Options{Name: "in"})
			if err != nil {
				t.Fatal(err)
			}
			chunks, rows, bytes, lost := 0, 0, int64(0), false
			for {
				rec, err := got.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				bytes += rec.Len
				if rec.Kind == capture.RecordChunk {
					chunks++
				} else {
					rows++
				}
			}
			x := got.Exchanges()[0]
			for _, n := range x.Notes {
				lost = lost || n == capture.NoteLost
			}
			least := reads // with payload what follows the first of them is left out
			if payload == record.PayloadRaw {
				least = 1
			}
			if x.Damage.Records < least || lost != (payload == record.PayloadRaw) {
				t.Errorf("%d dropped of %d chunks and %d rows, notes %v", x.Damage.Records, chunks, rows, x.Notes)
			}
			if payload == record.PayloadNone && bytes != reads*16 {
				t.Errorf("%d bytes, want %d", bytes, reads*16)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadAllocatesNothing(t *testing.T) {
	for _, payload := range []record.Payload{record.PayloadNone, record.PayloadMask} {
		r := record.New(io.Discard, record.Options{Payload: payload, Every: time.Hour, Samples: 1 << 14, Bytes: 1 << 20})
		in := r.Reader(endless{})
		buf := make([]byte, 256)
		r.Held(0)
		if got := testing.AllocsPerRun(2000, func() {
			in.Read(buf)
			r.Parsed()
			r.HandedOff(1)
			r.Released(256)
			r.Row()
		}); got != 0 {
			t.Errorf("%v: %v allocations a read", payload, got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The methods may be called while another goroutine reads.
func TestRecorderIsSafeAmongGoroutines(t *testing.T) {
	var out bytes.Buffer
	r := record.New(&out, record.Options{Payload: record.PayloadMask, Every: 100 * time.Microsecond, Samples: 256, Bytes: 1 << 14})
	in := r.Reader(io.LimitReader(endless{}, 1<<20))
	var all sync.WaitGroup
	stop := make(chan struct{})
	for _, say := range []func(){r.Parsed, func() { r.HandedOff(1) }, func() { r.Released(1) }, func() { r.Held(1) }} {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					say()
					runtime.Gosched() // where one thread runs all
				}
			}
		})
	}
	n, err := io.Copy(io.Discard, struct{ io.Reader }{in})
	if n != 1<<20 || err != nil {
		t.Error(n, err)
	}
	closed := make(chan error, 2)
	for range 2 {
		go func() { closed <- r.Close() }()
	}
	for range 2 {
		if err := <-closed; err != nil {
			t.Error(err)
		}
	}
	close(stop)
	all.Wait()
	if _, err := analyzer.Analyze(&out, analyzer.Options{Name: "in"}); err != nil {
		t.Error(err)
	}
}

func TestRecorderTellsThatItsFileFailed(t *testing.T) {
	r := record.New(&failing{room: 20}, record.Options{})
	io.Copy(io.Discard, r.Reader(strings.NewReader("abc")))
	if err := r.Close(); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

// files are captures in memory.
type files struct {
	mu  sync.Mutex
	all []*file
}

type file struct {
	bytes.Buffer
	closed bool
}

func (f *file) Close() error { f.closed = true; return nil }

func (f *files) open() (io.WriteCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, &file{})
	return f.all[len(f.all)-1], nil
}

func TestTransportWritesOneCaptureForEachExchange(t *testing.T) {
	const secret = "sEcReTvAlUe"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset="+secret)
		w.Header().Set("Set-Cookie", secret)
		io.Copy(io.Discard, req.Body)
		for i := range 3 {
			fmt.Fprintf(w, "data: {\"%s\":%d}\n\n", secret, i)
			w.(http.Flusher).Flush()
		}
	}))
	defer server.Close()
	var to files
	rt := record.RoundTripper(nil, to.open, record.Options{Payload: record.PayloadMask})
	rt.Each = func(_ *http.Response, r *record.Recorder) { r.HandedOff(0) }
	client := &http.Client{Transport: rt, Timeout: time.Minute}
	for range 3 {
		req, err := http.NewRequest("POST", server.URL+"/"+secret+"?key="+secret, strings.NewReader(secret))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+secret)
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.Body)
		if err != nil || strings.Count(string(b), secret) != 3 {
			t.Errorf("%q, %v", b, err)
		}
		res.Body.Close()
	}
	if err := rt.Close(); err != nil || len(to.all) != 3 {
		t.Fatalf("%v, %d captures", err, len(to.all))
	}
	for _, f := range to.all {
		text := f.String()
		if !f.closed || strings.Contains(text, secret) || strings.Contains(text, server.URL) || strings.Contains(text, "Bearer") {
			t.Errorf("closed %v:\n%s", f.closed, text)
		}
		a, err := analyzer.Analyze(strings.NewReader(text), analyzer.Options{Name: "in"})
		if err != nil || a.Report().Framing.Events != 3 || !a.Timeline.Accept.Set || !a.Timeline.EOF.Set {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

func TestRecordingThatCannotBeginFailsNoExchange(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }))
	defer server.Close()
	rt := record.RoundTripper(http.DefaultTransport, func() (io.WriteCloser, error) { return nil, errFull }, record.Options{})
	res, err := (&http.Client{Transport: rt}).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	res.Body.Close()
	if string(b) != "hello" || err != nil || !errors.Is(rt.Close(), errFull) {
		t.Errorf("%q, %v, %v", b, err, rt.Close())
	}
}

// idle is a transport that is told to close what is idle.
type idle struct {
	http.RoundTripper
	closed int
}

func (i *idle) CloseIdleConnections() { i.closed++ }

func TestIdleConnectionsAreClosedThroughATransport(t *testing.T) {
	base := &idle{}
	client := http.Client{Transport: record.RoundTripper(base, nil, record.Options{})}
	if client.CloseIdleConnections(); base.closed != 1 {
		t.Errorf("closed %d times", base.closed)
	}
	client.Transport = record.RoundTripper(struct{ http.RoundTripper }{base}, nil, record.Options{})
	if client.CloseIdleConnections(); base.closed != 1 {
		t.Errorf("closed %d times", base.closed)
	}
}
