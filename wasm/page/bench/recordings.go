//go:build !js

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// recorded is a recording of many reads, as one recorder writes it.
type recorded struct {
	name, format string
	wide         bool   // it takes the module that reads more
	json         string // "document", "lines", or "": not JSON
	write        func(p *printer, n int64)
}

// recordings are of nothing but the answers of chat, so that they differ by
// their recorders alone.
var recordings = []recorded{
	{"HAR of DevTools, events", "har", true, "document", harEvents},
	{"HAR of Playwright, bodies", "har", true, "document", harBodies},
	{"NetLog", "netlog", true, "document", netlog},
	{"DevTools Protocol, lines", "cdp", true, "lines", cdpLines},
	{"DevTools Protocol, array", "cdp", true, "document", cdpArray},
	{"performance trace", "trace", true, "document", performanceTrace},
	{"client's log, JSON Lines", "log", true, "lines", clientLog},
	{"capture form, lines of b64", "capture", false, "lines", formLines},
	{"capture form, lines of text", "capture", false, "lines", formText},
	{"capture form, document", "capture", false, "document", formDocument},
	{"tshark -T json", "tshark", true, "document", tsharkJSON},
	{"tshark -T ek", "tshark", true, "lines", tsharkEK},
	{"asciicast v1", "asciicast", true, "document", castV1},
	{"asciicast v2", "asciicast", true, "lines", castV2},
	{"aimock fixtures", "fixture", true, "document", fixtures},
	{"list of chunks, JSON", "list", true, "document", listed},
	{"tshark -T fields", "tshark", true, "", tsharkFields},
	{"pcap", "pcap", true, "", pcap},
	{"strace -xx", "strace", true, "", straceCalls},
	{"curl trace", "curl", false, "", curlTrace},
	{"lines of ts", "stamped", true, "", stampedLines},
}

// of makes n bytes or a little more of it.
func (r recorded) of(n int64) func(io.Writer) error {
	return func(w io.Writer) error {
		p := &printer{w: w}
		r.write(p, n)
		return p.err
	}
}

// printer counts what it prints, and keeps the first error.
type printer struct {
	w   io.Writer
	at  int64
	err error
}

func (p *printer) f(format string, args ...any) {
	n, err := fmt.Fprintf(p.w, format, args...)
	if p.at += int64(n); p.err == nil {
		p.err = err
	}
}

// until calls print with 0, 1 and so on until n bytes are printed.
func (p *printer) until(n int64, print func(i int)) {
	for i := 0; p.at < n && p.err == nil; i++ {
		print(i)
	}
}

// readOf is what one read has: one event, two or three.
func readOf(i int) string {
	text := ""
	for j := range 1 + i%3 {
		text += "data: " + event(3*i+j) + "\n\n"
	}
	return text
}

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// quoted is a JSON string, with & and < as they are.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// The begin of each recording, in seconds since 1970.
const begun = 1796081132

// seconds is the time of a read.
func seconds(i int) string { return fmt.Sprintf("%d.%06d", begun+i/50, i%50*20000+i%997) }

const browser = `"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"`

// harHeaders are those that a browser sends and gets, as a HAR has them.
var harHeaders = func() string {
	var b strings.Builder
	for _, h := range [][2]string{
		{"Accept", `"text/event-stream"`}, {"Accept-Encoding", `"gzip, deflate, br, zstd"`}, {"Accept-Language", `"en-US,en;q=0.9"`},
		{"Cache-Control", `"no-cache"`}, {"Connection", `"keep-alive"`}, {"Host", `"api.example.com"`}, {"Pragma", `"no-cache"`},
		{"Referer", `"https://app.example.com/chat/7f0c"`}, {"Sec-Fetch-Dest", `"empty"`}, {"Sec-Fetch-Mode", `"cors"`}, {"Sec-Fetch-Site", `"same-site"`},
		{"User-Agent", browser}, {"sec-ch-ua", `"\"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\""`}, {"sec-ch-ua-mobile", `"?0"`}, {"sec-ch-ua-platform", `"\"Linux\""`},
	} {
		fmt.Fprintf(&b, `{"name":%q,"value":%s},`, h[0], h[1])
	}
	return "[" + strings.TrimSuffix(b.String(), ",") + "]"
}()

func clientLog(p *printer, n int64) {
	p.until(n, func(i int) {
		text := readOf(i)
		p.f(`{"t": %s, "flow": "2f65ce95-c1f5-4f6b-b347-e23b25784c33", "url": "https://api.example.com/v1/chat", "len": %d, "b64": "%s"}`+"\n", seconds(i), len(text), b64(text))
	})
}

func formChunk(p *printer, i int) { p.f(`{"t_ms":%d.%03d,"b64":"%s"}`, 20*i, i%1000, b64(readOf(i))) }

func formLines(p *printer, n int64) {
	p.until(n, func(i int) {
		formChunk(p, i)
		p.f("\n")
	})
}

func formText(p *printer, n int64) {
	p.until(n, func(i int) { p.f(`{"t_ms":%d.%03d,"text":%s}`+"\n", 20*i, i%1000, quoted(readOf(i))) })
}

func formDocument(p *printer, n int64) {
	p.f(`{"heldbytes":"capture/1","content_type":"text/event-stream","chunks":[` + "\n")
	p.until(n, func(i int) {
		if i > 0 {
			p.f(",\n")
		}
		formChunk(p, i)
	})
	p.f("],\"eof_ms\":99999999}\n")
}

const httpHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

// onTerminal is what a terminal shows of a read.
func onTerminal(i int) string { return quoted(strings.ReplaceAll(readOf(i), "\n", "\r\n")) }

func castV1(p *printer, n int64) {
	p.f(`{"version":1,"width":80,"height":24,"duration":1.5,"command":"curl -sN URL","env":{"SHELL":"/bin/bash"},"stdout":[` + "\n")
	p.until(n, func(i int) {
		if i > 0 {
			p.f(",\n")
		}
		p.f("[0.02%04d,%s]", i%997, onTerminal(i))
	})
	p.f("]}\n")
}

func castV2(p *printer, n int64) {
	p.f(`{"version": 2, "width": 80, "height": 24, "timestamp": 1796081135, "env": {"SHELL": "/bin/bash", "TERM": "xterm"}}` + "\n")
	p.until(n, func(i int) { p.f("[%d.%06d, \"o\", %s]\n", i/50, i%50*20000, onTerminal(i)) })
}

// fixtures are of answers whose frames have their times.
func fixtures(p *printer, n int64) {
	p.f(`{"fixtures":[` + "\n")
	p.until(n, func(i int) {
		if i > 0 {
			p.f(",\n")
		}
		content, times := "", ""
		for j := range answer {
			content += " " + words[j*7%97%len(words)]
			times += fmt.Sprintf(",%d.%d", 20+j%7, j%10)
		}
		p.f(`{"match":{"userMessage":"question %d","turnIndex":0},"response":{"content":"%s"},"recordedTimings":{"ttftMs":412,"interChunkDelaysMs":[%s],"totalDurationMs":9999}}`, i, content, times[1:])
	})
	p.f("]}\n")
}

func listed(p *printer, n int64) {
	p.f("[\n")
	p.until(n, func(i int) {
		if i > 0 {
			p.f(",\n")
		}
		p.f("[%d.%03d,%s]", 20*i, i%1000, quoted(readOf(i)))
	})
	p.f("]\n")
}

// xx is bytes as strace -xx writes them.
func xx(text string) string {
	digits := hex.EncodeToString([]byte(text))
	b := make([]byte, 0, 2*len(digits))
	for i := 0; i < len(digits); i += 2 {
		b = append(append(b, `\x`...), digits[i:i+2]...)
	}
	return string(b)
}

func straceCalls(p *printer, n int64) {
	transfer(p, n, func(i, _ int, text string) {
		p.f("31482 %s poll([{fd=4, events=POLLIN}], 1, 1000) = 1 ([{fd=4, revents=POLLIN}]) <0.019563>\n", seconds(i))
		p.f("31482 %s recvfrom(4, \"%s\", 8192, 0, NULL, NULL) = %d <0.000063>\n", seconds(i), xx(text), len(text))
	})
}

func curlTrace(p *printer, n int64) {
	clock := func(i int) string {
		return fmt.Sprintf("%02d:%02d:%02d.%06d", i/180000%24, i/3000%60, i/50%60, i%50*20000)
	}
	hexed := func(text string) {
		for j := 0; j < len(text); j += 16 {
			line := text[j:min(j+16, len(text))]
			shown := []byte(line)
			for k, c := range shown {
				if c < ' ' || c > '~' {
					shown[k] = '.'
				}
			}
			p.f("%04x: %-48s%s\n", j, fmt.Sprintf("% x", line), shown)
		}
	}
	p.f("%s => Send header, 29 bytes (0x1d)\n", clock(0))
	hexed("GET / HTTP/1.1\r\nHost: a.b\r\n\r\n")
	for _, line := range strings.SplitAfter(httpHead, "\r\n") {
		if line != "" {
			p.f("%s <= Recv header, %d bytes (0x%[2]x)\n", clock(0), len(line))
			hexed(line)
		}
	}
	transfer(p, n, func(i, offset int, text string) {
		if offset == 0 {
			return
		}
		p.f("%s <= Recv data, %d bytes (0x%[2]x)\n", clock(i), len(text))
		hexed(text)
	})
}

// stampedLines are of ts '%.s'.
func stampedLines(p *printer, n int64) {
	p.until(n, func(i int) { p.f("%s data: %s\n%[1]s \n", seconds(i), event(i)) })
}
