//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// TestReportSpeaksTheLanguageOfThePage takes reports in one language and in the
// other from an engine that was told of both.
func TestReportSpeaksTheLanguageOfThePage(t *testing.T) {
	dir := t.TempDir()
	p := newTab(t, builtPage(t))
	p.downloadTo(dir)
	p.open("/?sample=upstream", 1280, 900, false)
	p.state("done")
	p.click("[data-do=language]")
	p.until("document.documentElement.lang === 'zh-CN' && document.querySelector('#html').textContent !== 'Report'")
	a := analyzedSample(t, "upstream")
	for _, l := range []*language.Language{chinese.Language, nil} {
		path := filepath.Join(dir, "heldbytes-30-chunks.html")
		a.Language = l
		var want strings.Builder
		if err := documentOf(a).Write(&want); err != nil {
			t.Fatal(err)
		}
		p.click("#html")
		if got := waitForFile(t, path); got != want.String() {
			t.Errorf("the report is not the command's:\n%s\nwant\n%s", got, want.String())
		}
		if l == nil {
			break
		}
		q := newTab(t, builtPage(t))
		for _, size := range sizes {
			q.resize(size.width, 900, size.dark)
			q.openFile(path)
			if got := q.text(faults); got != "" {
				t.Errorf("%d wide: %s", size.width, got)
			}
			q.picture(fmt.Sprintf("report-zh-%v-%d", size.dark, size.width))
		}
		q.accessible()
		if got := q.text("document.documentElement.innerText"); regexp.MustCompile(`[a-z]{3,} [a-z]{3,}`).MatchString(got) {
			t.Errorf("it has words of English:\n%s", got)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		p.click("[data-do=language]")
		p.until("document.documentElement.lang === 'en' && document.querySelector('#html').textContent === 'Report'")
	}
}

func TestReportIsForEveryone(t *testing.T) {
	for _, r := range reports {
		for _, size := range sizes {
			name := fmt.Sprintf("report-%s-%s-%d", r.name, map[bool]string{false: "light", true: "dark"}[size.dark], size.width)
			t.Run(name, func(t *testing.T) {
				p := newTab(t, builtPage(t))
				p.resize(size.width, 900, size.dark)
				p.openFile(writeReport(t, r.of(t)))
				if got := p.text(faults); got != "" {
					t.Error(got)
				}
				p.picture(name)
				const open = "document.querySelectorAll(%q).forEach((d) => d.open = true)"
				p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(open, ".proof")))
				if got := p.text(faults); got != "" {
					t.Errorf("with its evidence open: %s", got)
				}
				p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(open, ".csv")))
				if size.width != 320 { // the same, but for its width
					p.accessible()
				}
			})
		}
	}
}

// TestReportIsOneFile opens it with the network off and looks at what it asks for.
func TestReportIsOneFile(t *testing.T) {
	p := newTab(t, builtPage(t))
	var mu sync.Mutex
	var asked []string
	if err := chromedp.Listen(p.ctx, func(ev any) {
		if ev, ok := ev.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, ev.Request.URL)
		}
	}); err != nil {
		t.Fatal(err)
	}
	p.do(call(network.Enable, network.EnableParams{}),
		call(network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}))
	path := writeReport(t, analyzedSample(t, "upstream"))
	p.openFile(path)
	p.press("ArrowRight")
	p.until("document.querySelector('#said').textContent")
	mu.Lock()
	defer mu.Unlock()
	if len(asked) == 0 || slices.ContainsFunc(asked, func(url string) bool { return url != "file://"+path && !strings.HasPrefix(url, "data:") }) {
		t.Errorf("the report asked for %q", asked)
	}
}

func TestReportAnswersToTheCursor(t *testing.T) {
	for _, r := range reports {
		if r.name == "stalls" {
			continue // 500 of the same
		}
		t.Run(r.name, func(t *testing.T) {
			a := r.of(t)
			want := readOuts(t, a)
			p := newTab(t, builtPage(t))
			p.resize(1280, 900, false)
			p.openFile(writeReport(t, a))
			p.press("Home", "#point")
			for i, w := range want {
				if got := p.text(readOut); got != w {
					t.Errorf("point %d reads %s, want %s", i, got, w)
				}
				p.press("ArrowRight")
			}
			if got, w := p.text(readOut), want[len(want)-1]; got != w {
				t.Errorf("beyond the end it reads %s, want %s", got, w)
			}
			for i := len(want) - 1; i > 0; i-- {
				p.press("ArrowLeft")
			}
			if got := p.text(readOut); got != want[0] {
				t.Errorf("back at the start it reads %s, want %s", got, want[0])
			}

			// What is said to those who cannot see it names each number.
			for i, part := range strings.Split(want[0], " | ") {
				p.until(fmt.Sprintf("document.querySelector('#said').textContent.split('; ')[%d].endsWith(%q)", i, " "+part))
			}

			// The pointer finds the point whose line lies under it.
			for i := 0; i < len(want); i += max(1, len(want)/7) {
				p.press("Home", "#point")
				for range i {
					p.press("ArrowRight")
				}
				x := ask(p, chromedp.Evaluate[float64]("document.querySelector('.g0 .mark line').getBoundingClientRect().x"))
				y := ask(p, chromedp.Evaluate[float64]("document.querySelector('.g0 svg').getBoundingClientRect().y + 100"))
				if again := slices.Index(want, want[i]); again != i {
					continue // two points in one place read the same
				}
				p.press("Home", "#point")
				p.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
				p.point(x, y)
				got := p.text(readOut)
				if a.Timeline.Timed && sameTime(want, i) {
					continue
				}
				if got != want[i] {
					t.Errorf("the pointer over point %d reads %s, want %s", i, got, want[i])
				}
			}
		})
	}
}

func TestReportGoesFromStallToStall(t *testing.T) {
	a := readText(manyStalls(500))(t)
	p := newTab(t, builtPage(t))
	p.resize(1280, 900, false)
	p.openFile(writeReport(t, a))
	p.press("Home", "#point")
	for _, s := range a.Diagnosis.Stalls[1:4] {
		p.press("Shift+ArrowRight")
		p.until(fmt.Sprintf("document.querySelector('[data-of=point]').textContent === %q", strconv.Itoa(s.First)))
	}
	p.press("Shift+ArrowLeft")
	p.until(fmt.Sprintf("document.querySelector('[data-of=point]').textContent === %q", strconv.Itoa(a.Diagnosis.Stalls[2].First)))
	p.click(".stalls tbody tr:nth-child(9) a") // a row of a table moves the cursor
	p.until(fmt.Sprintf("document.querySelector('[data-of=point]').textContent === %q", strconv.Itoa(a.Diagnosis.Stalls[8].First)))
	if got := p.read(".stalls > p"); !strings.HasPrefix(got, "and 449 more") && !strings.HasPrefix(got, "and 450 more") {
		t.Errorf("of the stalls that are not listed it says %q", got)
	}
}

func TestReportGivesItsCSV(t *testing.T) {
	dir := t.TempDir()
	a := analyzedSample(t, "upstream")
	p := newTab(t, builtPage(t))
	p.downloadTo(dir)
	p.openFile(writeReport(t, a))
	p.click(".csv summary")
	p.click("#save")
	var want strings.Builder
	if err := a.WriteCSV(&want); err != nil {
		t.Fatal(err)
	}
	if got := waitForFile(t, filepath.Join(dir, "heldbytes-30-chunks.csv")); got != want.String() {
		t.Errorf("saved\n%s\nwant\n%s", got, want.String())
	}
	p.click("#copy") // where the browser does not let a file copy, the text is selected
	p.until("document.querySelector('#copy').textContent === 'Copied' || document.querySelector('#copy').textContent === 'Selected' && getSelection().toString().length > 900")
}

func TestReportPrints(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.resize(794, 1123, true) // A4
	p.openFile(writeReport(t, analyzedSample(t, "upstream")))
	p.do(call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
	for selector, seen := range map[string]bool{
		".proof table": true, ".readings": true, ".g1 svg": true, ".g0": false, ".g2": false, "#point": false, ".csv": false,
	} {
		if got := ask(p, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q).checkVisibility({contentVisibilityAuto: true})", selector))); got != seen {
			t.Errorf("%s is in sight: %v, want %v", selector, got, seen)
		}
	}
	if got := p.text("getComputedStyle(document.querySelector('h1')).color"); got != "rgb(22, 25, 29)" {
		t.Errorf("the headline is printed in %s", got)
	}
	if got := p.text("getComputedStyle(document.querySelector('.g1 svg > rect')).fill"); got != "rgb(255, 255, 255)" {
		t.Errorf("the graph is printed on %s", got)
	}
	p.picture("report-print")
}

func TestDarkReportHasTheColoursOfADarkGraph(t *testing.T) {
	p := newTab(t, builtPage(t))
	p.resize(1280, 900, true)
	p.openFile(writeReport(t, readText(markedRows)(t)))
	const light = `(() => {
		return [...document.querySelectorAll(".g0 svg [fill], .g0 svg [stroke]")].filter((e) => {
			const style = getComputedStyle(e);
			return ["fill", "stroke"].some((name) => {
				const hex = e.getAttribute(name);
				if (!hex?.startsWith("#")) return false;
				const rgb = "rgb(" + [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(", ") + ")";
				return style[name] === rgb;
			});
		}).map((e) => e.outerHTML).join("\n");
	})()`
	if got := p.text(light); got != "" {
		t.Errorf("these have the colours of a light graph:\n%s", got)
	}
}
