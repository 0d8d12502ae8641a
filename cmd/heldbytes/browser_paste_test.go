//go:build !js

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// edit carries out the browser's own editing commands where the focus is.
func (p *tab) edit(commands ...string) {
	p.Helper()
	for _, command := range commands {
		p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Commands: []string{command}})
			return chromedp.Void{}, err
		})
	}
}

// pasteIntoBox cuts a text out of the box and pastes it into it again.
func (p *tab) pasteIntoBox(text string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const box = document.querySelector("#paste");
		box.value = %q;
		box.focus();
	})()`, text)))
	p.edit("selectAll", "cut")
	p.until(`document.querySelector("#paste").value === ""`)
	p.edit("paste")
}

func TestPageReadsWhatIsPastedIntoTheBox(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.pasteIntoBox(twoEvents)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "pasted"}))
	if got := p.text(`document.querySelector("#paste").value`); got != "" {
		t.Errorf("what was read is still in the box: %q", got)
	}
}

// TestBoxKeepsWhatCouldNotBeRead leaves it to be mended.
func TestBoxKeepsWhatCouldNotBeRead(t *testing.T) {
	const bad = "i,t_ms,held_bytes,parsed\n0,zero,1,True\n"
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.pasteIntoBox(bad)
	p.state("error")
	if got := p.text(`document.querySelector("#paste").value`); got != bad {
		t.Errorf("the box holds %q", got)
	}
	p.click("#dismiss")
	p.state("ready")
	p.click("[data-do=text]")
	p.state("error")
	if got := p.text(`document.querySelector("#paste").value`); got != bad {
		t.Errorf("after the button the box holds %q", got)
	}
}

// TestPageIgnoresALineThatIsPastedOutsideTheBox does not take an address that
// was meant for somewhere else for a recording.
func TestPageIgnoresALineThatIsPastedOutsideTheBox(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.do(chromedp.Evaluate[chromedp.Void](transfer + `("paste", "body", [], "https://example.org/\n"); undefined`))
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, twoEvents)))
	p.until(`document.querySelector("#line").textContent.startsWith("pasted")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "pasted"}))
}

// What people paste out of a bug report is read as what was put into it.
func TestPageReadsWhatAReportDressedUp(t *testing.T) {
	page := newTab(t, builtPage(t))
	page.open("/", 1280, 900, false)
	page.state("ready")
	const (
		list  = `[b'data: {"n":1}\n\n', b'data: {"n":', b'2}\n\n']` + "\n"
		json  = `[[0, "data: 1\n\n"], [350.5, "data: 2 > 1\n\n"]]` + "\n"
		timed = "1796081140.000000 {\"n\":0}\n1796081140.400000 {\"n\":\"it’s\u00a0so\"}\n1796081141.000000 {\"n\":2}\n"
	)
	fence := func(s string) string { return "```\n" + s + "```\n" }
	quote := func(s string) string {
		return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
	}
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace
	about := "What my client printed, **three** reads:\n\n"
	for name, c := range map[string]struct{ plain, pasted string }{
		"as it is":                    {timed, timed},
		"a fence":                     {timed, fence(timed)},
		"a fence with a language":     {json, "~~~json\r\n" + json + "~~~\r\n"},
		"a fence that is cut off":     {timed, "```text\n" + timed},
		"words around a fence":        {list, about + fence(list) + "\nIs that the server?\n"},
		"the longest of two fences":   {timed, about + "```sh\nmy client\n```\n" + fence(timed)},
		"a quotation":                 {timed, quote(timed)},
		"a quotation in one":          {json, quote(quote(json))},
		"a quotation without blanks":  {timed, strings.ReplaceAll(quote(timed), "> ", ">")},
		"a quotation with a fence":    {list, quote(about + fence(list))},
		"HTML":                        {json, escape(json)},
		"HTML of a quotation":         {timed, escape(quote(timed))},
		"HTML by numbers":             {list, strings.NewReplacer("'", "&#x27;", `"`, "&#34;").Replace(list)},
		"blanks that do not break":    {timed, strings.ReplaceAll(timed, "000000 {", "000000\u00a0{")},
		"an indent of such blanks":    {json, "\u00a0\u00a0\u200b" + json},
		"quotation marks for the eye": {json, strings.NewReplacer(`[0, "`, "[0, “", `\n\n"`, "\\n\\n”", `5, "`, "5, “").Replace(json)},
		"both of them":                {list, strings.NewReplacer("b'", "b‘", "'", "’", `"`, "”").Replace(list)},
	} {
		t.Run(name, func(t *testing.T) {
			p := &tab{TB: t, ctx: page.ctx, url: page.url}
			p.click(".brand")
			p.state("ready")
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, c.pasted)))
			p.state("done")
			p.same(analyzed(t, strings.NewReader(c.plain), analyzer.Options{Name: "pasted", More: importers}))
		})
	}
}

// What looks like dress and is payload is left as it is.
func TestPageLeavesThePayloadOfWhatIsPasted(t *testing.T) {
	page := newTab(t, builtPage(t))
	page.open("/", 1280, 900, false)
	page.state("ready")
	for name, text := range map[string]string{
		"names of HTML beside quotes": `["data: \"&quot;&amp;\"\n\n", "data: 2\n\n"]` + "\n",
		"apostrophes":                 "[\"data: \\\"it’s\\\"\\n\\n\"]\n",
		"blanks inside of quotes":     "[\"data: \\\"a\u00a0b\\\"\\n\\n\"]\n",
		"a fence in a log":            "1796081140.000000 {\"n\":0}\n```\ncode\n```\n1796081140.400000 {\"n\":1}\n1796081140.500000 {\"n\":2}\n1796081140.600000 {\"n\":3}\n1796081140.700000 {\"n\":4}\n",
		"a line that is quoted":       "1796081140.000000 > 1\n1796081140.400000 > 2\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := &tab{TB: t, ctx: page.ctx, url: page.url}
			p.click(".brand")
			p.state("ready")
			p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`%s("paste", "body", [], %q); undefined`, transfer, text)))
			p.state("done")
			p.same(analyzed(t, strings.NewReader(text), analyzer.Options{Name: "pasted", More: importers}))
		})
	}
}

// TestLongLinesArePastedWhole pastes lines that patterns would lose themselves in.
func TestLongLinesArePastedWhole(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	for name, js := range map[string]string{
		"blanks in front of a list":    `!heldbytes.isRecording(" ".repeat(1e7) + "[1]")`,
		"a list behind a few blanks":   `heldbytes.isRecording(" ".repeat(99) + "[1]" + " ".repeat(1e7))`,
		"a quotation of no end":        `heldbytes.undress(">".repeat(1e6) + "[1]").endsWith(">[1]")`,
		"a quotation of a quotation":   `heldbytes.undress(">>> [1]\n> > > [2]\n") === "[1]\n[2]\n"`,
		"marks of a fence of no end":   "heldbytes.undress('`'.repeat(1e7)).length === 1e7",
		"names of HTML without an end": `heldbytes.undress("&quot;" + "&".repeat(1e6)).length === 1e6 + 1`,
	} {
		if !ask(p, chromedp.Evaluate[bool](js)) {
			t.Errorf("%s: not so", name)
		}
	}
}
