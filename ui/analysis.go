package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
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
	var with OptionsData
	c.change(func() {
		c.cancel()
		ctx, c.cancel = context.WithCancel(context.Background())
		c.seq++
		seq = c.seq
		c.tried = src
		c.busy = true
		c.State, c.err, c.Trouble, c.Progress = Reading, nil, "", engine.Progress{}
		with = c.Options
		req = engine.Analyze{
			Sample: src.sample, Framing: with.Framing, StallMS: with.StallMS, Exchange: with.Exchange, CadenceMS: with.CadenceMS,
			IfRows: src.laid && src.n == 0, // once shown, it is known to be rows
			IfOne:  src.either && src.n == 0,
			Beside: src.request(),
		}
		if src.kind != "" {
			req.Exchange = 0 // each has its own
		}
		c.after = append(c.after, func() { c.sh.SetStatus(fmt.Sprintf(t("Reading %s"), src.object()), true) })
	})
	ask := engine.Request{Of: seq, Analyze: &req}
	if src.asked {
		ask = engine.Request{Guess: &req}
	}
	reply, err := c.askWith(ctx, ask, src.files, func(p engine.Progress) {
		c.change(func() {
			if seq == c.seq {
				c.Progress = p
			}
		})
	})
	report := &analyzer.Report{}
	if err == nil && reply.Report != nil {
		err = json.Unmarshal(reply.Report, report)
	}
	alone := false
	c.change(func() {
		if seq != c.seq {
			return // another input came in between
		}
		c.busy = false
		switch {
		case errors.Is(err, engine.ErrNotRows):
			alone = true
		case errors.Is(err, context.Canceled):
			c.goBack()
			c.settle()
			c.after = append(c.after, func() { c.sh.SetStatus(t("Cancelled"), true); c.focus() })
		case err != nil:
			c.start = c.start || src.link > 0 // the address is no longer that of what is shown
			c.trouble(err)
		case src.asked:
			c.offer(src, reply.Guess)
		default:
			if src.kind != "" {
				if report.Headline, err = c.Pair.read(src.kind, reply.Pair); err != nil {
					c.trouble(err)
					return
				}
			}
			c.show(src, req, with, report)
		}
	})
	switch {
	case alone && src.laid:
		c.propose(src.files[1:])
		return
	case alone:
		c.inTurn(src.files)
		return
	}
	c.redraw()
	c.list()
	c.Pair.redraw()
}

// inTurn reads one of two recordings and asks what the other is to it.
func (c *Root) inTurn(files []engine.File) {
	c.env.Lock()
	before := len(c.sources)
	c.env.UnlockOnly()
	c.analyzeNew(source{files: files[:1]})
	c.env.Lock()
	read := len(c.sources) == before+1 && c.shown.n == before+1 && !c.start && !c.busy
	c.env.UnlockOnly()
	if read {
		c.propose(files[1:])
	}
}

// goBack forgets what was tried: the options belong to what is shown again.
func (c *Root) goBack() {
	c.tried, c.Options = c.shown, c.shownWith
	if c.shown.empty() {
		c.Options = DefaultOptions()
	}
}

// show puts an analysis on the page. It is Done once its graph is drawn.
func (c *Root) show(src source, req engine.Analyze, with OptionsData, report *analyzer.Report) {
	if report.StallMS > 0 {
		with.StallMS = float64(report.StallMS) / float64(time.Millisecond)
		c.Options.StallMS = with.StallMS
	}
	if src.sample == "" && src.link == 0 && src.n == 0 {
		src.n = len(c.sources) + 1
		c.sources = append(c.sources, src)
	} else if src.n > 0 {
		c.sources[src.n-1] = src // two can be laid otherwise
	}
	same := !c.start && c.shown.is(src)
	req.IfRows, req.IfOne = false, false
	c.Pair.Shown, c.Pair.Wrong, c.Pair.graph.drawn, c.given = src.kind != "", false, engine.Draw{}, nil
	c.Report, c.tried, c.shown, c.shownAs, c.shownWith, c.start = report, src, src, req, with, false
	clear(c.opened)
	c.graph.drawn, c.overview.drawn = engine.Draw{}, engine.Draw{}
	c.view, c.known, c.shownSeq = view{}, nil, c.seq
	c.tables.shows++
	c.Lab.shown()
	if c.InLab { // where it is not in sight, its graph waits
		c.settle()
	}
	c.after = append(c.after, func() {
		if src.n > 0 {
			c.sh.ShowFile(src.n)
		}
		if src.isPasted() || src.link > 0 {
			c.sh.ClearPaste()
		}
		if !same && !c.InLab {
			c.sh.ScrollToTop()
			c.focus()
		}
		c.sh.SetStatus(t("Done.")+" "+report.Headline, true)
	})
}

// trouble shows an error. What was shown before stays.
func (c *Root) trouble(err error) {
	c.err, c.Trouble = err, spoken.Error(err)
	c.settle()
	c.after = append(c.after, func() { c.sh.SetStatus("", true); c.sh.ScrollToTop() })
}

func (c *Root) fail(err error) { c.change(func() { c.trouble(err) }) }

// Ask asks for something made from the analysis that is shown. An engine that
// had to be replaced has forgotten it, and so has one that went on to another that
// was given up here; it reads once more.
func (c *Root) Ask(r engine.Request) (engine.Reply, error) {
	return c.askWith(context.Background(), r, nil, nil)
}

// askWith is Ask with files that belong to the request. What is shown may change
// meanwhile: then it is asked of that.
func (c *Root) askWith(ctx context.Context, r engine.Request, files []engine.File, progress func(engine.Progress)) (engine.Reply, error) {
	for again := false; ; {
		c.env.Lock()
		of, as, shown := c.shownSeq, c.shownAs, c.shown.files
		c.env.UnlockOnly()
		if r.Analyze == nil {
			r.Of = of
		}
		reply, err := c.eng.Do(ctx, r, files, progress)
		if !errors.Is(err, engine.ErrForgotten) {
			return reply, err
		}
		c.env.Lock()
		same := of == c.shownSeq
		c.env.UnlockOnly()
		if !same {
			continue
		}
		if again {
			return engine.Reply{}, err
		}
		again = true
		if _, err := c.eng.Do(ctx, engine.Request{Of: of, InPlaceOf: &reply.Has, Analyze: &as}, shown, nil); err != nil {
			return engine.Reply{}, err
		}
	}
}
