package analyzer_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/framing"
	"github.com/heldbytes/heldbytes/analyzer/replay"
	"github.com/heldbytes/heldbytes/analyzer/timeline"
)

// A reader that keeps what ends an event, such as an LF, until it lets the next
// one go is found to be what it is without that: what ends an event that has
// closed is not its content. At event close it is prompt, K events behind lag:K.
func TestWhatEndsAnEventMayStay(t *testing.T) {
	rules := append(everyRule(), replay.Rule{Kind: replay.AtClose}, replay.Rule{Kind: replay.AtClose}, replay.Rule{Kind: replay.Lag, N: 2})
	kept := map[replay.Rule]int{}
	for i, c := range randomCaptures(rand.New(rand.NewPCG(51, 52)), 1800) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), b.options(t))
		if err != nil {
			t.Fatal(err)
		}
		tl, rule := a.Timeline, rules[i/len(framings)%len(rules)]
		follow(tl, replay.Run(tl, rule))
		if tl.Rows.Count < 2 {
			continue
		}
		clean := diagnose.Diagnose(tl, 0)
		n := keepEnds(tl)
		if n == 0 {
			continue
		}
		ends := diagnose.Diagnose(tl, 0)
		if rule.Kind != replay.AtClose && (hasCode(clean.Reader, diagnose.KeepsBad) || hasCode(ends.Reader, diagnose.KeepsBad)) {
			continue // to keep a bad event of a few bytes looks like being behind
		}
		kept[rule]++
		said := func(d *diagnose.Diagnosis) [6]any {
			code := d.Reader.Code
			if code == diagnose.SampledLate { // which is prompt with nothing held
				code = diagnose.Prompt
			}
			return [6]any{code, *d.Fit, d.Observed.Wait.String(), d.Observed.First, d.Observed.Last, d.Observed.Times[diagnose.Release].String()}
		}
		if diff := cmp.Diff(said(clean), said(ends)); diff != "" {
			t.Fatalf("%v, keeping %d ends (-without +with):\n%s\n%s", rule, n, diff, b.form(-1))
		}
		if rule.Kind == replay.AtClose && said(ends)[0] != diagnose.Prompt {
			t.Fatalf("at event close the reader is %s: %s", ends.Reader.Code, b.form(-1))
		}
	}
	for _, rule := range rules {
		if rule.Kind != replay.Never && rule.N < 1<<40 && kept[rule] < 10 {
			t.Errorf("%v: an end was kept in %d captures", rule, kept[rule])
		}
	}
}

// A reader that lets each event go as its text is complete, before what ends it
// has come, and keeps that, is prompt.
func TestReadyIsSoonEnough(t *testing.T) {
	sooner := 0
	for _, c := range randomCaptures(rand.New(rand.NewPCG(53, 54)), 900) {
		b := bookCase{EOFMs: c.EOFMs, Framing: c.Framing}
		for _, chunk := range c.Chunks {
			b.Chunks = append(b.Chunks, bookChunk(chunk))
		}
		a, err := analyzer.Analyze(bytes.NewReader(b.form(-1)), b.options(t))
		if err != nil {
			t.Fatal(err)
		}
		tl := a.Timeline
		follow(tl, replay.Run(tl, replay.Rule{Kind: replay.AtClose}))
		if tl.Rows.Count < 2 || tl.Spans.Bad() > 0 { // to keep what is free behind bad bytes looks like keeping them
			continue
		}
		for k, c := range tl.Chunks {
			ready := int64(0)
			for _, s := range plain(tl) {
				if s.Ready <= c.End && !s.AtEOF {
					ready = s.Ready
					if s.Ready < s.End && s.Proof > c.End {
						sooner++
					}
				}
			}
			tl.Observed[k].Held = c.End - ready
		}
		if d := diagnose.Diagnose(tl, 0); d.Reader.Code != diagnose.Prompt && d.Reader.Code != diagnose.SampledLate || d.Observed.Wait != 0 {
			t.Fatalf("the reader is %s, its longest wait %v: %s", d.Reader.Code, d.Observed.Wait, b.form(-1))
		}
	}
	if sooner < 50 {
		t.Errorf("an event went before its end had come at %d chunks", sooner)
	}
}

// keepEnds makes the observed reader keep, at each chunk, what is behind the text
// of the newest counted event that it had let go of, and says how often that is
// part of this event.
func keepEnds(tl *timeline.Timeline) (kept int) {
	events := plain(tl)
	for k, c := range tl.Chunks {
		o := &tl.Observed[k]
		last := framing.Span{}
		for _, s := range events {
			if s.End <= c.End-o.Held {
				last = s
			}
		}
		if o.Held = c.End - last.Ready; last.Ready < last.End {
			kept++
		}
	}
	return kept
}
