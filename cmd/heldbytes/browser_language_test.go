//go:build !js

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/language/chinese"
)

// newTabOf opens a tab in a browser of its own, which prefers languages and has
// kept no choice.
func newTabOf(t testing.TB, languages string, handler http.Handler) *tab {
	t.Helper()
	p := openTab(t, handler, chromedp.WithNewBrowserContext())
	p.atStart("delete Navigator.prototype.serviceWorker")
	agent := p.text("navigator.userAgent")
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
		return chromedp.Void{}, err
	})
	return p
}

// english are the visible texts that have a word of English in them, but for what
// is the same in all languages: names, codes, commands.
const english = `(() => {
	const out = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode());) {
		const at = node.parentElement;
		if (!node.data.trim() || !at.checkVisibility({visibilityProperty: true}) || at.closest("pre, code, script, noscript, [lang=en], .code, .brand, kbd, option, #line")) continue;
		if (!/\p{Script=Han}/u.test(node.data) && / ?[a-z]{2,} [a-z]{2,}/.test(node.data)) out.push(node.data.trim());
	}
	for (const e of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
		if (!e.checkVisibility()) continue;
		for (const name of ["aria-label", "placeholder", "title"]) {
			const text = e.getAttribute(name);
			if (text && /[a-z]{2,}/.test(text) && !/\p{Script=Han}/u.test(text)) out.push(name + " " + text);
		}
	}
	return out.join("\n");
})()`

func TestPageSpeaksTheBrowsersLanguage(t *testing.T) {
	for languages, want := range map[string]string{
		"zh-CN,zh":       "zh-CN",
		"zh-TW,en":       "zh-CN",
		"fr,zh,en":       "zh-CN",
		"en-GB,zh":       "en",
		"fr,de":          "en",
		"fr,en-US,zh-CN": "en",
	} {
		t.Run(languages, func(t *testing.T) {
			p := newTabOf(t, languages, builtPage(t))
			p.open("/", 1280, 900, false)
			p.state("ready")
			if got := p.text("document.documentElement.lang"); got != want {
				t.Errorf("the page is in %s, want %s", got, want)
			}
			title := "Is it my reader, or the server?"
			if want == "zh-CN" {
				title = chinese.Language.Text(title)
				if got := p.text(english); got != "" {
					t.Errorf("English is left:\n%s", got)
				}
			}
			if got := p.read("#start h1"); got != title {
				t.Errorf("the title is %s, want %s", got, title)
			}
		})
	}
}

// TestFirstFrameSpeaksChinese keeps Go away: what stands in the page is translated
// before it.
func TestFirstFrameSpeaksChinese(t *testing.T) {
	built := builtPage(t)
	p := newTabOf(t, "zh-CN", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page.wasm" {
			<-r.Context().Done()
			return
		}
		built.ServeHTTP(w, r)
	}))
	p.open("/", 1280, 900, false)
	p.until("!document.documentElement.classList.contains('wordless')")
	if got := p.text(english); got != "" || p.text("document.querySelector('#app').dataset.state") != "starting" {
		t.Errorf("English is left:\n%s", got)
	}
	if got := p.text("document.title"); got != chinese.Language.Text("heldbytes: is it my reader, or the server?") {
		t.Errorf("the title of the page is %s", got)
	}
}

// TestPageWithoutItsTableSpeaksEnglish is a table that cannot be had.
func TestPageWithoutItsTableSpeaksEnglish(t *testing.T) {
	built := builtPage(t)
	p := newTabOf(t, "zh-CN", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/zh-CN.json" {
			http.NotFound(w, r)
			return
		}
		built.ServeHTTP(w, r)
	}))
	p.well = "zh-CN.json"
	p.open("/", 1280, 900, false)
	p.state("ready")
	if got := p.text("document.documentElement.lang"); got != "en" || p.read("#start h1") != "Is it my reader, or the server?" {
		t.Errorf("the page is in %s and says %s", got, p.read("#start h1"))
	}
	p.click(`[data-do="language"]`)
	p.until("document.querySelector('#status').textContent.startsWith('That language could not be loaded')")
}

// sameIn compares what is shown with what the command says in a language.
func (p *tab) sameIn(l *language.Language, a *analyzer.Analysis) {
	p.Helper()
	a.Language = l
	p.until(fmt.Sprintf("document.querySelector('#headline').textContent.replace(/\\s+/g, ' ').trim() === %q", a.Report().Headline))
	p.state("done")
	p.until(fmt.Sprintf("document.querySelector('#graph').textContent.includes(%q)", l.Text("why")))
	p.same(a)
}

// TestLanguageIsChangedByHand changes it while an analysis is shown. Nothing is
// read again.
func TestLanguageIsChangedByHand(t *testing.T) {
	recording, rows := sampleFiles(t, "upstream")
	p := newTabOf(t, "en", builtPage(t))
	p.atStart(`window.requests = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
	if (message.request) requests.push(message.request);
	post.apply(this, arguments);
}`)
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.choose("#file", recording, rows)
	p.shows("own.jsonl and own.csv")
	a := analyzedFiles(t, recording, rows)
	p.sameIn(nil, a)
	read := func() string { return p.text(`"" + requests.filter((r) => JSON.parse(r).analyze).length`) }
	before := read()
	p.click(`[data-do="language"]`)
	p.sameIn(chinese.Language, a)
	if got := p.text(english); got != "" {
		t.Errorf("English is left:\n%s", got)
	}
	if got := p.text("document.documentElement.lang"); got != "zh-CN" {
		t.Errorf("the page says that it is in %s", got)
	}
	p.click(`[data-do="language"]`)
	p.sameIn(nil, a)
	if got := p.read("footer p"); !strings.Contains(got, "heldbytes runs in this page.") {
		t.Errorf("the footer says %s", got)
	}
	p.click(`[data-do="language"]`)
	p.sameIn(chinese.Language, a)
	if got := read(); got != before {
		t.Errorf("the recording was read %s times, want %s", got, before)
	}
	p.reload()
	p.state("ready")
	if got := p.read("#start h1"); got != chinese.Language.Text("Is it my reader, or the server?") {
		t.Errorf("after a reload the title is %s", got)
	}
}

// TestFindingsInChineseAreTheCommands compares the samples.
func TestFindingsInChineseAreTheCommands(t *testing.T) {
	p := newTabOf(t, "zh-CN", builtPage(t))
	for _, name := range sampleNames() {
		p.open("/?sample="+name, 1280, 900, false)
		p.state("done")
		p.sameIn(chinese.Language, analyzedSample(t, name))
		if got := p.text(english); got != "" {
			t.Errorf("%s: English is left:\n%s", name, got)
		}
	}
}

// TestEngineThatTakesAnothersPlaceSpeaksChinese reads what the wide module reads.
func TestEngineThatTakesAnothersPlaceSpeaksChinese(t *testing.T) {
	p := newTabOf(t, "zh-CN", builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	name := filepath.Join("..", "..", "analyzer", "packets", "testdata", "sse-stall.pcap")
	p.choose("#file", name)
	p.state("done")
	p.sameIn(chinese.Language, analyzedFiles(t, name))
}

func TestErrorsInChineseAreTheCommands(t *testing.T) {
	p := newTabOf(t, "zh-CN", builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bad.csv":   "i,t_ms,held_bytes,parsed\n0,zero,1,True\n",
		"empty.txt": "",
		"go.mod":    "module example.com/m\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		run([]string{"analyze", "--lang", "zh", path}, nil, &stdout, &stderr)
		want := strings.TrimSpace(strings.TrimPrefix(strings.ReplaceAll(stderr.String(), dir+string(filepath.Separator), ""), "heldbytes: "))
		p.choose("#file", path)
		p.until(fmt.Sprintf("document.querySelector('#error').textContent === %q", want))
		p.click(`[data-do="language"]`)
		p.until(fmt.Sprintf("document.querySelector('#error').textContent !== %q", want))
		p.click(`[data-do="language"]`)
		p.until(fmt.Sprintf("document.querySelector('#error').textContent === %q", want))
	}
}

func TestLabSpeaksChinese(t *testing.T) {
	p := newTabOf(t, "zh-CN", builtPage(t))
	p.open("/#lab", 1280, 900, false)
	p.until("document.querySelector('#lab-run').checkVisibility()")
	if got := p.read("#lab-result"); got != chinese.Language.Sentences["experiment.elsewhere.not"] {
		t.Errorf("the plan says %s", got)
	}
	p.click("#lab-run")
	p.until("document.querySelector('#lab-panel').dataset.state === 'executed'")
	result := p.read("#lab-result")
	if !strings.Contains(result, "在同样的 30 个数据块上") {
		t.Errorf("the result is %s", result)
	}
	if got := p.text(english); got != "" {
		t.Errorf("English is left:\n%s", got)
	}
	p.click(`[data-do="language"]`)
	p.until("document.querySelector('#lab-result').textContent.includes('On the same 30 chunks')")
}

// TestTwoRecordingsInChinese lays two beside each other, and changes the language
// while they are shown.
func TestTwoRecordingsInChinese(t *testing.T) {
	for name, width := range map[string]int64{"desk": 1280, "phone": 390} {
		t.Run(name, func(t *testing.T) {
			p := newTabOf(t, "zh-CN", builtPage(t))
			p.open("/", width, 900, false)
			p.state("ready")
			p.give("one.jsonl", pointOne)
			p.shows("one.jsonl")
			p.give("two.jsonl", pointTwo)
			p.asked("point")
			p.picture(fmt.Sprintf("offer-zh-light-%d", width))
			for _, found := range []string{p.text(english), p.text(faults)} {
				if found != "" {
					t.Errorf("the question: %s", found)
				}
			}
			p.take("point")
			p.betweenPointsIn(chinese.Language, nil, pointOne, pointTwo)
			p.picture(fmt.Sprintf("points-zh-light-%d", width))
			for _, found := range []string{p.text(english), p.text(faults)} {
				if found != "" {
					t.Errorf("two points: %s", found)
				}
			}
			p.click(`[data-do="language"]`)
			p.until("document.querySelector('#pair-headline').textContent.includes('between points 1 and 2')")
		})
	}
}

// TestEnglishLoadsNoTable counts what a page in English asks for.
func TestEnglishLoadsNoTable(t *testing.T) {
	built := builtPage(t)
	var asked atomic.Int32
	p := newTabOf(t, "en", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".json") {
			asked.Add(1)
		}
		built.ServeHTTP(w, r)
	}))
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	if n := asked.Load(); n > 0 {
		t.Errorf("a page in English asked for a table %d times", n)
	}
}

// TestLayoutInChinese looks at the screens that differ most.
func TestLayoutInChinese(t *testing.T) {
	for _, s := range screens {
		if !strings.Contains(" start sample error unmeasured bad-event marks lab pair points change offer keys ", " "+s.name+" ") {
			continue
		}
		for _, width := range []int64{1280, 390} {
			name := fmt.Sprintf("%s-zh-light-%d", s.name, width)
			t.Run(name, func(t *testing.T) {
				p := newTabOf(t, "zh-CN", builtPage(t))
				p.open("/", width, 900, false)
				s.goTo(p)
				p.picture(name)
				if got := p.text(faults); got != "" {
					t.Error(got)
				}
				if got := p.text(english); got != "" {
					t.Errorf("English is left:\n%s", got)
				}
				if s.name == "sample" {
					p.accessible()
				}
			})
		}
	}
}
