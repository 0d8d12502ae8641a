package record_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/record"
)

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
