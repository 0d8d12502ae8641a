//go:build !js

package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"github.com/heldbytes/heldbytes/analyzer"
)

// bigSize is the size in MiB of the recording that the tests give to the page:
// 1 GiB with HELDBYTES_BIG=1, which takes a while.
func bigSize() int {
	if os.Getenv("HELDBYTES_BIG") != "" {
		return 1024
	}
	return 256
}

// makeBig makes in the page a recording of so many MiB whose chunks have so many
// bytes of payload. It is made in the page of one part over and over, which takes
// neither disk nor memory; so its times begin anew with each part.
func (p *tab) makeBig(mib, payload int) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const head = '{"heldbytes":"capture/1","content_type":"text/event-stream","level":"read"}\n';
		const pad = "x".repeat(%d);
		let lines = "";
		for (let i = 0; lines.length < 1 << 20; i++) lines += '{"t_ms":' + i + ',"text":"data: {\\"n\\":\\"' + pad + '\\"}\\n\\n"}\n';
		const part = new Blob([lines]);
		const parts = Array.from({length: Math.ceil(%d * (1 << 20) / part.size)}, () => part);
		window.big = new File([head, ...parts], "big.jsonl");
	})()`, payload, mib)))
}

const giveBig = `heldbytes.give({kind: "files", role: "capture", files: [big]}), undefined`

// longestTask is the longest time in ms for which a task of the page's main thread
// computed while something was done. It is the thread's own time: the machine may
// be busy with something else.
func (p *tab) longestTask(during func()) float64 {
	p.Helper()
	type event struct {
		Name string         `json:"name"`
		PID  int            `json:"pid"`
		TID  int            `json:"tid"`
		Own  int            `json:"tdur"` // microseconds
		Args map[string]any `json:"args"`
	}
	type thread struct{ pid, tid int }
	main, longest := map[thread]bool{}, map[thread]int{}
	complete := make(chan struct{})
	if err := chromedp.Listen(p.ctx, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			for _, v := range ev.Value {
				var e event
				if json.Unmarshal(v, &e) != nil {
					continue // of a form that is not looked for
				}
				at := thread{e.PID, e.TID}
				switch {
				case e.Name == "thread_name" && e.Args["name"] == "CrRendererMain":
					main[at] = true
				case strings.HasSuffix(e.Name, "RunTask"):
					longest[at] = max(longest[at], e.Own)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	}); err != nil {
		p.Fatal(err)
	}
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
			RecordMode:         tracing.TraceConfigRecordModeRecordContinuously,
			IncludedCategories: []string{"disabled-by-default-devtools.timeline"}, ExcludedCategories: []string{"*"},
		}})
		return chromedp.Void{}, err
	})
	during()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, tracing.End, cdp.Empty{})
		return chromedp.Void{}, err
	})
	select {
	case <-complete:
	case <-time.After(patience):
		p.Fatal("the browser does not say what it did")
	}
	most := 0
	for at := range main {
		most = max(most, longest[at])
	}
	if most == 0 {
		p.Fatal("the browser tells of no task")
	}
	return float64(most) / 1000
}

// quick runs something a few times, until it took at most some milliseconds: the
// machine may have been busy with something else.
func quick(t *testing.T, what string, most float64, run func() (ms float64)) {
	t.Helper()
	ms := run()
	for range 2 {
		if ms <= most {
			break
		}
		t.Logf("%s: %.0f ms", what, ms)
		ms = run()
	}
	t.Logf("%s: %.0f ms", what, ms)
	if ms > most {
		t.Errorf("%s: %.0f ms, want at most %.0f", what, ms, most)
	}
}

func TestPageOpensABigRecordingAndListens(t *testing.T) {
	mib := bigSize()
	p := newTab(t, builtPage(t))
	p.open("/", 1280, 900, false)
	p.state("ready")
	p.makeBig(mib, 4000)
	ms := p.longestTask(func() {
		began := time.Now()
		p.do(chromedp.Evaluate[chromedp.Void](giveBig))
		p.until("document.querySelector('.reading progress').value > 0")
		if said := p.read(".reading p"); !regexp.MustCompile(`^Reading big\.jsonl: [\d,]+ of [\d,]{11,} bytes$`).MatchString(said) {
			t.Errorf("the page says %q", said)
		}
		for end := time.Now().Add(5 * patience); p.text("document.querySelector('#app').dataset.state") == "reading"; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the page still says %q", p.read(".reading p"))
			}
		}
		p.state("done")
		t.Logf("%d MiB took %v", mib, time.Since(began).Round(time.Millisecond))
	})
	t.Logf("the longest task of the page took %.0f ms", ms)
	if ms > 100 {
		t.Errorf("a task of the page took %.0f ms, want at most 100", ms)
	}
	if line := p.read("#line"); !regexp.MustCompile(`^big\.jsonl · [\d,]{6,} events · [\d,]{11,} bytes · capture · SSE`).MatchString(line) {
		t.Errorf("what was read: %s", line)
	}
}

// TestPageLetsGoOfABigRecordingAtOnce cancels while bytes are read, and while what
// was read is worked out.
func TestPageLetsGoOfABigRecordingAtOnce(t *testing.T) {
	for _, c := range []struct {
		name         string
		mib, payload int
		when         string
	}{
		{"while bytes are read", 256, 4000, "document.querySelector('.reading progress').value > 0"},
		{"while they are worked out", 48, 4, "/^Read [\\d,]+ bytes\\. Working out where they sat$/.test(document.querySelector('.reading p').textContent)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newTab(t, builtPage(t))
			p.open("/?sample=buffered", 1280, 900, false)
			p.state("done")
			p.makeBig(c.mib, c.payload)
			quick(t, "from the click to the page as it was", 1000, func() float64 {
				p.do(chromedp.Evaluate[chromedp.Void](giveBig))
				p.until(c.when)
				p.do(chromedp.Evaluate[chromedp.Void](`(() => {
					const app = document.querySelector("#app");
					const began = performance.now();
					window.took = 0;
					const seen = new MutationObserver(() => {
						if (app.dataset.state !== "done") return;
						seen.disconnect();
						window.took = performance.now() - began;
					});
					seen.observe(app, {attributes: true});
					document.querySelector("#cancel").click();
				})()`))
				p.until("took > 0")
				return ask(p, chromedp.Evaluate[float64]("took"))
			})
			p.same(analyzedSample(t, "buffered"))
		})
	}
}

// lessMemory serves the page with a module that may have so many pages of 64 KiB.
func lessMemory(t *testing.T, pages uint64) http.Handler {
	t.Helper()
	built := builtPage(t)
	plain := httptest.NewRecorder()
	built.ServeHTTP(plain, httptest.NewRequest("GET", "/page.wasm", nil))
	module := plain.Body.Bytes()
	const memory = 5 // the section's id
	for at := 8; at < len(module); {
		size, n := binary.Uvarint(module[at+1:])
		body := at + 1 + n
		if module[at] != memory {
			at = body + int(size)
			continue
		}
		if module[body] != 1 || module[body+1] != 0 {
			t.Fatalf("the memory of the module is %x", module[body:body+int(size)])
		}
		limits := append([]byte{1, 1}, module[body+2:body+int(size)]...)
		limits = binary.AppendUvarint(limits, pages)
		whole := slices.Concat(module[:at], []byte{memory, byte(len(limits))}, limits, module[body+int(size):])
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/page.wasm" {
				built.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/wasm")
			w.Write(whole)
		})
	}
	t.Fatal("the module has no memory")
	return nil
}

// TestPageSaysThatItsMemoryIsSpent reads more chunks than a small memory takes.
func TestPageSaysThatItsMemoryIsSpent(t *testing.T) {
	p := newTab(t, lessMemory(t, 64<<20>>16))
	p.loud = true // what Go prints when it ends
	p.open("/?sample=buffered", 1280, 900, false)
	p.state("done")
	p.makeBig(64, 4)
	p.do(chromedp.Evaluate[chromedp.Void](giveBig))
	p.state("error")
	if got, want := p.read("#error"), "this needs more memory than a page can have, which is 4 GB; cut the recording, or read it with the command: heldbytes analyze FILE"; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	if p.text(`String(document.querySelector("#failure").checkVisibility())`) != "false" {
		t.Errorf("a limit is told as a failure:\n%s", p.text(`document.querySelector("#failure-report").textContent`))
	}
	p.same(analyzedSample(t, "buffered"))
	p.click("#dismiss")
	p.state("done")
	p.give("own.jsonl", twoEvents) // by the engine that took its place
	p.until(`document.querySelector("#line").textContent.startsWith("own.jsonl")`)
	p.state("done")
	p.same(analyzed(t, strings.NewReader(twoEvents), analyzer.Options{Name: "own.jsonl"}))
}
