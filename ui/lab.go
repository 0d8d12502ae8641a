package ui

import (
	"encoding/json"
	"errors"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/lab"
	"github.com/heldbytes/heldbytes/ui/engine"
	"github.com/heldbytes/heldbytes/ui/engine/context"
)

// LabState is what the experiment is doing.
type LabState string

const (
	Planned  LabState = "planned" // no run is executed
	Running  LabState = "running"
	Executed LabState = "executed" // some run is, and none is being
)

// Lab is the experiment: two readers take the same chunks, and one knob differs
// between them. Nothing else can be changed.
type Lab struct {
	State   LabState
	Report  *analyzer.ExperimentReport // the plan, and what is executed of it
	Trouble string                     // why it could not be executed, in the language of the page
	Own     bool                       // the recording that is shown, else the made-up chunks
	Release string                     // of the second reader

	page   *Root
	err    error // Trouble
	seq    int   // of the last execution
	cancel context.CancelFunc
	graph  graph
}

// labReleases are what the second reader can do; the first of them is chosen.
func labReleases() []Choice {
	return []Choice{
		{"read-all", t("only at EOF (read-all)")},
		{"chunk-end", t("when a chunk ends with nothing open (chunk-end)")},
		{"next-chunk", t("with the chunk after (next-chunk)")},
		{"lag:1", t("once a newer event has closed (lag:1)")},
		{"block:4096", t("in whole blocks of 4,096 bytes (block:4096)")},
		{"never", t("never")},
	}
}

func newLab(page *Root) *Lab {
	c := &Lab{page: page, Release: labReleases()[0].Value, cancel: func() {}}
	c.plan()
	return c
}

// plan forgets what was executed.
func (c *Lab) plan() {
	second, err := lab.ParseArm(c.Release)
	if err != nil {
		return // what no select offers
	}
	c.Report = analyzer.PlannedExperiment(spoken, lab.Arm{}, second)
	c.State, c.err, c.Trouble, c.graph.drawn = Planned, nil, "", engine.Draw{}
}

func (c *Lab) fail(err error) { c.err, c.Trouble = err, spoken.Error(err) }

// translate says in the language of now what is not the engine's to say.
func (c *Lab) translate() {
	if c.State == Planned {
		err := c.err
		c.plan()
		c.err = err
	}
	if c.err != nil {
		c.fail(c.err)
	}
}

// again asks for the report of what is executed once more, if an engine still
// has it.
func (c *Lab) again() {
	c.page.env.Lock()
	state, seq := c.State, c.seq
	c.page.env.UnlockOnly()
	if state != Executed {
		return
	}
	reply, err := c.page.eng.Do(context.Background(), engine.Request{LabReport: true}, nil, nil)
	report := &analyzer.ExperimentReport{}
	if err == nil {
		err = json.Unmarshal(reply.Lab, report)
	}
	c.page.change(func() {
		switch {
		case seq != c.seq || errors.Is(err, engine.ErrForgotten):
		case err != nil:
			c.fail(err)
		default:
			c.Report = report
		}
	})
}

// OnSource takes the choice of chunks.
func (c *Lab) OnSource(value string) {
	c.Own = value != ""
	c.plan()
}

// OnRelease takes the knob of the second reader.
func (c *Lab) OnRelease(value string) {
	c.Release = value
	c.plan()
}

// shown says that another recording is shown: what was executed was not of it.
func (c *Lab) shown() {
	if c.Own {
		c.cancel()
		c.seq++
		c.plan()
	}
}

// OnRun executes the experiment.
func (c *Lab) OnRun() { go c.run() }

// OnCancel gives it up. What was executed stays.
func (c *Lab) OnCancel() { c.cancel() }

func (c *Lab) run() {
	var ctx context.Context
	var seq int
	var files []engine.File
	req := engine.Lab{}
	c.page.change(func() {
		c.cancel()
		ctx, c.cancel = context.WithCancel(context.Background())
		c.seq++
		seq = c.seq
		c.plan()
		c.State = Running
		req.Release = c.Release
		if c.Own {
			again := c.page.shownAs
			again.Beside, files = nil, c.page.shown.recording().files
			req.Recording = &again
		}
		c.say(t("The lab runs"), "#lab-cancel")
	})
	take := func(text json.RawMessage) error {
		if text == nil {
			return nil // it still reads the recording
		}
		report := &analyzer.ExperimentReport{}
		if err := json.Unmarshal(text, report); err != nil {
			return err
		}
		c.Report = report
		return nil
	}
	reply, err := c.page.eng.Do(ctx, engine.Request{Lab: &req}, files, func(p engine.Progress) {
		c.page.change(func() {
			if seq == c.seq {
				_ = take(p.Lab) // the reply says what is wrong
			}
		})
	})
	c.page.change(func() {
		if seq != c.seq {
			return
		}
		if err == nil {
			err = take(reply.Lab)
		}
		c.State = Planned
		if c.Report.Executed() > 0 {
			c.State = Executed
		}
		switch {
		case errors.Is(err, context.Canceled):
			c.say(t("Cancelled"), "#lab-run")
		case err != nil:
			c.fail(err)
			c.say("", "#lab-run")
		default:
			c.say(t("Done.")+" "+c.Report.Result+c.Report.Elsewhere, "#lab-run")
		}
	})
	c.redraw()
}

// say tells those who cannot see the page, and goes on at an element: the one
// that had the focus is gone.
func (c *Lab) say(text, at string) {
	c.page.after = append(c.page.after, func() {
		c.page.sh.SetStatus(text, true)
		c.page.sh.Focus(at)
	})
}

// redraw draws the graph of what is executed.
func (c *Lab) redraw() {
	for {
		c.page.env.Lock()
		want, seq := engine.Draw{Width: c.graph.width, Dark: c.page.sh.Dark(), Lab: true}, c.seq
		if c.graph.drawing || c.State != Executed || want.Width == 0 || want.Equal(c.graph.drawn) {
			c.page.env.UnlockOnly()
			return
		}
		c.graph.drawing = true
		c.page.env.UnlockOnly()

		reply, err := c.page.eng.Do(context.Background(), engine.Request{Draw: &want}, nil, nil)

		c.page.change(func() {
			c.graph.drawing = false
			if seq != c.seq || c.State != Executed {
				return
			}
			c.graph.drawn = want
			if err != nil { // do not try again
				c.fail(forgotten(err))
				return
			}
			c.page.after = append(c.page.after, func() { c.page.sh.SetGraph("#lab-graph", reply.Text) })
		})
	}
}

// OnDownload hands the rows of all runs, or the graph, to the user.
func (c *Lab) OnDownload(kind string) {
	go func() {
		req, media := engine.Request{LabCSV: true}, "text/csv"
		if kind != "csv" {
			req, media = engine.Request{Draw: &engine.Draw{Lab: true}}, "image/svg+xml"
		}
		reply, err := c.page.eng.Do(context.Background(), req, nil, nil)
		if err != nil {
			c.page.change(func() { c.fail(forgotten(err)) })
			return
		}
		c.page.hand("heldbytes-lab."+kind, media, reply.Text)
	}()
}

var errRunAgain = errors.New("the engine was started anew and has forgotten these runs; run them again")

// forgotten says what to do where an engine took the place of another: runs
// cannot be made up for, as others would have other numbers.
func forgotten(err error) error {
	if errors.Is(err, engine.ErrForgotten) {
		return errRunAgain
	}
	return err
}
