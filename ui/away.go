package ui

import (
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/ui/engine"
)

// OnDownload hands to the user what the command writes of the analysis: the
// timeline as csv, the graph as svg or, drawn at twice its size, as png, or all
// of it as an html that opens without the page.
func (c *Root) OnDownload(kind string) {
	name := c.fileName(kind)
	if kind == "html" { // another engine makes it, and has to read the recording first
		c.after = append(c.after, func() { c.sh.SetStatus(t("Making the report."), false) })
	}
	go func() {
		req, media := engine.Request{CSV: true}, "text/csv"
		switch kind {
		case "svg", "png":
			req, media = engine.Request{Draw: &engine.Draw{}}, "image/svg+xml"
		case "html":
			req, media = engine.Request{HTML: true}, "text/html"
		}
		reply, err := c.Ask(req)
		if kind == "html" {
			c.sh.SetStatus("", true)
		}
		if err != nil {
			c.fail(err)
			return
		}
		c.hand(name, media, reply.Text)
	}()
}

// hand hands a file to the user; a png is made of the graph that text is.
func (c *Root) hand(name, media, text string) {
	if strings.HasSuffix(name, ".png") {
		c.sh.DownloadPicture(name, text)
		return
	}
	c.sh.Download(name, media, text)
}

// fileName is made of a number only: no name of a recording leaves the page by
// its side.
func (c *Root) fileName(kind string) string {
	n, what := c.Report.Source.Chunks, "-chunks."
	if n == 0 && c.Report.Observed != nil {
		n, what = c.Report.Observed.Rows, "-rows."
	}
	return "heldbytes-" + strconv.Itoa(n) + what + kind
}
