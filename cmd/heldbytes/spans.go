package main

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// spanLine is one span as JSON. Numbers that an open span does not have are null.
type spanLine struct {
	Start   int64            `json:"start"`
	Ready   *int64           `json:"ready"`
	End     *int64           `json:"end"`
	Proof   *int64           `json:"proof"`
	Kind    string           `json:"kind"`
	Reason  string           `json:"reason"`
	Time    *analyzer.Millis `json:"t_ms"` // of the chunk that proved it
	Payload *framing.Payload `json:"payload,omitempty"`
}

// runSpans lists the spans of a recording as JSON Lines.
func runSpans(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("spans", "FILE", stdin, stdout, stderr)
	var read readFlags
	read.register(in.flags)
	payload := in.flags.Bool("payload", false, "add what was decoded, for local eyes only; keeps the whole body in memory")
	return in.run(args, 1, 1, func(names []string) error {
		o, err := read.options()
		if err != nil {
			return err
		}
		bodies := map[int][]byte{}
		if *payload {
			o.Payload = func(x int, chunk []byte) { bodies[x] = append(bodies[x], chunk...) }
		}
		a, err := in.analyze(o, names)
		if err != nil {
			return err
		}
		return writeSpans(in.stdout, a, bodies[a.Exchange])
	})
}

func writeSpans(w io.Writer, a *analyzer.Analysis, body []byte) error {
	bw := bufio.NewWriter(w)
	e := json.NewEncoder(bw)
	e.SetEscapeHTML(false)
	proved := a.ProofTimes()
	for i, s := range a.Timeline.Spans.All() {
		line := spanLine{Start: s.Start, Ready: known(s.Ready), End: known(s.End), Proof: known(s.Proof),
			Kind: s.Kind.String(), Reason: s.Reason.String()}
		if s.End != framing.Open {
			at := analyzer.Millis(proved[i])
			line.Time = &at
			if s.Kind != framing.Filler && s.End <= int64(len(body)) {
				p := framing.Decode(a.Timeline.Framing, body[s.Start:s.End])
				line.Payload = &p
			}
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return bw.Flush()
}

func known(n int64) *int64 {
	if n == framing.Open {
		return nil
	}
	return &n
}
