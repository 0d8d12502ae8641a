package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
)

// analyze reads src in place of whatever is being read, and returns when that
// has ended.
func (c *Root) analyze(src source) {
	if src.empty() {
		return
	}
	var ctx context.Context
	var seq int
	var req engine.Analyze
	c.change(func() {
		c.cancel()
		ctx, c.cancel = context.WithCancel(context.Background())
		c.seq++
		seq = c.seq
		c.tried = src
		c.busy = true
		c.State, c.Trouble, c.Progress = Reading, "", engine.Progress{}
		req = engine.Analyze{Sample: src.sample, Framing: c.Options.Framing, StallMS: c.Options.StallMS, Exchange: c.Options.Exchange}
		c.after = append(c.after, func() { c.sh.SetStatus("Reading "+src.String(), true) })
	})
	reply, err := c.eng.Do(ctx, engine.Request{Analyze: &req}, src.files, func(p engine.Progress) {
		c.change(func() {
			if seq == c.seq {
				c.Progress = p
			}
		})
	})
	report := &analyzer.Report{}
	if err == nil {
		err = json.Unmarshal(reply.Report, report)
	}
	c.change(func() {
		if seq != c.seq {
			return // another input came in between
		}
		c.busy = false
		switch {
		case errors.Is(err, context.Canceled):
			c.tried = c.shown
			c.settle()
			c.after = append(c.after, func() { c.sh.SetStatus("Cancelled", true) })
		case err != nil:
			c.trouble(err)
		default:
			c.show(src, req, report)
		}
	})
	c.redraw()
}

// show puts an analysis on the page. It is Done once its graph is drawn.
func (c *Root) show(src source, req engine.Analyze, report *analyzer.Report) {
	same := !c.start && c.shown.String() == src.String()
	c.Report, c.shown, c.shownAs, c.start = report, src, req, false
	c.graph.drawn = engine.Draw{}
	c.after = append(c.after, func() {
		if src.sample == "" {
			c.sh.ShowFile()
		}
		if !same {
			c.sh.ScrollToTop()
		}
		c.sh.SetStatus("Done. "+report.Headline, true)
	})
}

// trouble shows an error. What was shown before stays.
func (c *Root) trouble(err error) {
	c.Trouble = err.Error()
	c.settle()
	c.after = append(c.after, func() { c.sh.SetStatus("", true); c.sh.ScrollToTop() })
}

func (c *Root) fail(err error) { c.change(func() { c.trouble(err) }) }

// ask asks for something made from the analysis that is shown. An engine that
// had to be replaced has forgotten it and reads once more.
func (c *Root) ask(r engine.Request) (engine.Reply, error) {
	ctx := context.Background()
	reply, err := c.eng.Do(ctx, r, nil, nil)
	if !errors.Is(err, engine.ErrForgotten) {
		return reply, err
	}
	c.env.Lock()
	again, files := c.shownAs, c.shown.files
	c.env.UnlockOnly()
	if _, err := c.eng.Do(ctx, engine.Request{Analyze: &again}, files, nil); err != nil {
		return engine.Reply{}, err
	}
	return c.eng.Do(ctx, r, nil, nil)
}

// OnDownload hands the timeline or the graph to the user, as the command
// writes them.
func (c *Root) OnDownload(kind string) {
	go func() {
		req, media := engine.Request{CSV: true}, "text/csv"
		if kind == "svg" {
			req, media = engine.Request{Draw: &engine.Draw{}}, "image/svg+xml"
		}
		reply, err := c.ask(req)
		if err != nil {
			c.fail(err)
			return
		}
		c.sh.Download("heldbytes."+kind, media, reply.Text)
	}()
}

// Verdict is the result, or that it lies elsewhere.
func (c *Root) Verdict() string {
	if c.Report.Result != "" {
		return c.Report.Result
	}
	return c.Report.Elsewhere
}

// Line says what was read, in a few words.
func (c *Root) Line() string {
	r := c.Report
	parts := []string{c.shown.String()}
	if r.Source.Payload {
		parts = append(parts, count(int64(r.Framing.Events), "event"))
	}
	parts = append(parts, count(r.Source.Bytes, "byte"), r.Source.Format)
	if r.Source.Payload {
		parts = append(parts, r.Framing.Name)
	}
	if r.Source.Exchanges > 1 {
		parts = append(parts, fmt.Sprintf("response %d of %d", r.Source.Exchange, r.Source.Exchanges))
	}
	if r.Observed != nil {
		parts = append(parts, count(int64(r.Observed.Rows), "observed row"))
	}
	return strings.Join(parts, " · ")
}
