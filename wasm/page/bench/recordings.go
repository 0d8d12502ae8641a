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
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
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
	{"lines of ts", "stamped", false, "", stampedLines},
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

// harEntry is an entry without a body or, with one, of an answer.
func harEntry(i int, kind, content, more string) string {
	return fmt.Sprintf(`{"_initiator":{"type":"script"},"_priority":"High","_resourceType":"fetch","cache":{},"connection":"443","pageref":"page_1",`+
		`"request":{"method":"GET","url":"https://api.example.com/v1/chat?n=%d","httpVersion":"h2","headers":%s,"queryString":[{"name":"n","value":"%[1]d"}],"cookies":[],"headersSize":627,"bodySize":0},`+
		`"response":{"status":200,"statusText":"OK","httpVersion":"h2","headers":%[2]s,"cookies":[],"content":{"size":0,"mimeType":%[3]q%[4]s},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":45,"_error":null},`+
		`"serverIPAddress":"192.0.2.7","startedDateTime":"2026-11-30T23:%02[5]d:%02[6]d.931Z","time":1690.4430000000138525,"timings":{"blocked":4.649000000144296,"dns":-1,"ssl":-1,"connect":-1,"send":0.103,"wait":0.377,"receive":1685.31399999988934724}%[7]s}`,
		i, harHeaders, kind, content, i/60%60, i%60, more)
}

const harBegin = `{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[{"startedDateTime":"2026-11-30T23:00:00.000Z","id":"page_1","title":"chat","pageTimings":{"onContentLoad":65,"onLoad":69}}],"entries":[`

// harEvents is indented, as DevTools writes it: one entry in five is an answer
// with the times of its events.
func harEvents(p *printer, n int64) {
	var text bytes.Buffer
	indented := func(entry string) {
		text.Reset()
		if err := json.Indent(&text, []byte(entry), "      ", "  "); err != nil && p.err == nil {
			p.err = err
		}
		p.f("      %s", text.Bytes())
	}
	p.f("%s\n", harBegin)
	for i := 0; i == 0 || p.at < n; i++ {
		for j := range 4 {
			indented(harEntry(5*i+j, "application/json", `,"text":"{\"ok\":true}"`, ""))
			p.f(",\n")
		}
		var messages []string
		for j := range answer {
			messages = append(messages, fmt.Sprintf(`{"time":%s,"eventName":"message","eventId":"","data":%s}`, seconds(j+50*i), quoted(event(answer*i+j))))
			if int64(j*500) > n {
				break
			}
		}
		indented(harEntry(5*i+4, "text/event-stream", "", `,"_eventSourceMessages":[`+strings.Join(messages, ",")+`]`))
		if p.at < n {
			p.f(",\n")
		}
	}
	p.f("\n]}}\n")
}

// harBodies is on one line; one entry in five is an answer, without times.
func harBodies(p *printer, n int64) {
	p.f("%s", harBegin)
	for i := 0; i == 0 || p.at < n; i++ {
		for j := range 4 {
			p.f("%s,", harEntry(5*i+j, "application/json", `,"text":"{\"ok\":true}"`, ""))
		}
		body := ""
		for j := 0; j < answer && int64(j*500) <= n; j++ {
			body += "data: " + event(answer*i+j) + "\n\n"
		}
		p.f("%s", harEntry(5*i+4, "text/event-stream", `,"text":`+quoted(body), ""))
		if p.at < n {
			p.f(",")
		}
	}
	p.f("]}}")
}

// netlog has the bytes of sockets and of reads (chrome
// --net-log-capture-mode=Everything), and of ten events two that are reads.
func netlog(p *printer, n int64) {
	names := []string{"REQUEST_ALIVE", "URL_REQUEST_START_JOB", "HTTP_TRANSACTION_SEND_REQUEST", "HTTP_TRANSACTION_READ_RESPONSE_HEADERS",
		"URL_REQUEST_JOB_FILTERED_BYTES_READ", "SOCKET_BYTES_RECEIVED", "HTTP_TRANSACTION_READ_BODY", "HTTP_STREAM_JOB_WAITING", "PROXY_RESOLUTION_SERVICE", "CORS_REQUEST"}
	var types []string
	kinds := map[string]int{}
	for i := range 600 {
		name := fmt.Sprintf("A_TYPE_OF_EVENT_THAT_IS_NOT_HERE_%d", i)
		if i%60 == 30 {
			name = names[i/60]
		}
		kinds[name] = i
		types = append(types, fmt.Sprintf(`%q:%d`, name, i))
	}
	more := func(kind, params string, phase, source, at int) {
		if params != "" {
			params = `"params":{` + params + `},`
		}
		p.f("{%s\"phase\":%d,\"source\":{\"id\":%d,\"start_time\":\"1134856\",\"type\":1},\"time\":\"%d\",\"type\":%d},\n", params, phase, source, 1134856+at, kinds[kind])
	}
	p.f(`{"constants":{"logEventPhase":{"PHASE_BEGIN":1,"PHASE_END":2,"PHASE_NONE":0},"logEventTypes":{%s},"timeTickOffset":1796080040520},`+"\n\"events\": [\n", strings.Join(types, ","))
	more("REQUEST_ALIVE", `"priority":"MEDIUM","traffic_annotation":101845102,"url":"https://api.example.com/v1/chat"`, 1, 47, 0)
	more("URL_REQUEST_START_JOB", `"initiator":"https://app.example.com","load_flags":0,"method":"GET","url":"https://api.example.com/v1/chat"`, 1, 47, 0)
	more("HTTP_TRANSACTION_SEND_REQUEST", "", 1, 47, 1)
	more("HTTP_TRANSACTION_SEND_REQUEST", "", 2, 47, 1)
	more("HTTP_TRANSACTION_READ_RESPONSE_HEADERS", `"headers":["HTTP/1.1 200 OK","Content-Type: text/event-stream","Transfer-Encoding: chunked"]`, 0, 47, 2)
	p.until(n, func(i int) {
		text, at := readOf(i), 3+20*i
		more("HTTP_TRANSACTION_READ_BODY", "", 1, 47, at)
		more("PROXY_RESOLUTION_SERVICE", "", 1, 52, at)
		more("HTTP_STREAM_JOB_WAITING", `"should_wait":false`, 1, 53, at)
		more("HTTP_STREAM_JOB_WAITING", `"source_dependency":{"id":53,"type":5}`, 2, 53, at)
		more("PROXY_RESOLUTION_SERVICE", `"proxy_info":"DIRECT"`, 2, 52, at)
		more("CORS_REQUEST", `"cors_preflight_policy":"consider_preflight","headers":"Accept: */*\r\n\r\n","is_revalidating":false,"method":"GET","url":"https://api.example.com/v1/models"`, 0, 54, at)
		more("SOCKET_BYTES_RECEIVED", fmt.Sprintf(`"byte_count":%d,"bytes":"%s"`, len(text)+7, b64(fmt.Sprintf("%x\r\n%s\r\n", len(text), text))), 0, 35, at)
		more("HTTP_TRANSACTION_READ_BODY", "", 2, 47, at)
		more("URL_REQUEST_JOB_FILTERED_BYTES_READ", fmt.Sprintf(`"byte_count":%d,"bytes":"%s"`, len(text), b64(text)), 0, 47, at)
	})
	p.f("{\"phase\":2,\"source\":{\"id\":47,\"start_time\":\"1134856\",\"type\":1},\"time\":\"9999999\",\"type\":%d}],\n\"polledData\": {}}\n", kinds["REQUEST_ALIVE"])
}

// cdp is the events of Network, among them those of requests without a body.
func cdp(p *printer, n int64, after string) {
	one := func(i int, method, params string) {
		p.f(`{"t_recv":%s,"method":"Network.%s","params":{"requestId":%s}}%s`, seconds(i), method, params, after)
	}
	at := func(i int) string { return fmt.Sprintf("%d.%06d", 1128+i/50, i%50*20000) }
	request := func(i int, id, kind string) {
		one(i, "requestWillBeSent", fmt.Sprintf(`%q,"loaderId":"0488E5FFE1A6B7B3C4EE3C378F96C9B8","documentURL":"https://app.example.com/chat/7f0c","request":{"url":"https://api.example.com/v1/chat","method":"GET","headers":{"sec-ch-ua-platform":"\"Linux\"","Referer":"https://app.example.com/chat/7f0c","User-Agent":%s,"sec-ch-ua":"\"Chromium\";v=\"156\"","sec-ch-ua-mobile":"?0"},"mixedContentType":"none","initialPriority":"High","referrerPolicy":"strict-origin-when-cross-origin","isSameSite":true},"timestamp":%s,"wallTime":%s,"initiator":{"type":"script"},"redirectHasExtraInfo":false,"type":"Fetch","frameId":"1B46AD72DE634F46D37D4DD670D137BE","hasUserGesture":false`,
			id, browser, at(i), seconds(i)))
		one(i, "responseReceived", fmt.Sprintf(`%q,"loaderId":"0488E5FFE1A6B7B3C4EE3C378F96C9B8","timestamp":%s,"type":"Fetch","response":{"url":"https://api.example.com/v1/chat","status":200,"statusText":"OK","headers":{"Content-Type":%[3]q},"mimeType":%[3]q,"charset":"","connectionReused":true,"connectionId":46,"remoteIPAddress":"192.0.2.7","remotePort":443,"fromDiskCache":false,"encodedDataLength":45,"timing":{"requestTime":%[2]s,"proxyStart":-1,"proxyEnd":-1,"dnsStart":-1,"dnsEnd":-1,"connectStart":-1,"connectEnd":-1,"sslStart":-1,"sslEnd":-1,"sendStart":0.446,"sendEnd":0.574,"receiveHeadersStart":2.347,"receiveHeadersEnd":2.799},"responseTime":1796081168924.148,"protocol":"h2","securityState":"secure"},"hasExtraInfo":true,"frameId":"1B46AD72DE634F46D37D4DD670D137BE"`,
			id, at(i), kind))
	}
	request(0, "27864.2", "text/event-stream")
	p.until(n, func(i int) {
		if i%20 == 19 {
			id := fmt.Sprintf("27864.%d", i)
			request(i, id, "application/json")
			one(i, "loadingFinished", fmt.Sprintf(`%q,"timestamp":%s,"encodedDataLength":301`, id, at(i)))
		}
		text := readOf(i)
		one(i, "dataReceived", fmt.Sprintf(`"27864.2","timestamp":%s,"dataLength":%d,"encodedDataLength":%d,"data":"%s"`, at(i), len(text), len(text)+7, b64(text)))
	})
	p.f(`{"t_recv":1896081168.934101,"method":"Network.loadingFinished","params":{"requestId":"27864.2","timestamp":100001128.412374,"encodedDataLength":0}}`)
}

func cdpLines(p *printer, n int64) {
	cdp(p, n, "\n")
	p.f("\n")
}

func cdpArray(p *printer, n int64) {
	p.f("[\n")
	cdp(p, n, ",\n")
	p.f("\n]\n")
}

// performanceTrace is mostly of what a page does: one event in twenty is a read.
func performanceTrace(p *printer, n int64) {
	const at = `"pid":29056,"s":"t","tid":29056,"ts":%d,"tts":%d`
	var lines strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lines, ",%d", i*7%31-15)
	}
	p.f(`{"metadata":{"dataOrigin":"TraceEvents","source":"DevTools","startTime":"2026-11-30T23:00:00.000Z"},"traceEvents":[` + "\n")
	p.f(`{"args":{"data":{"frame":"4CE8AEA7CB6B3F5CE045F0FC35DF4B49","priority":"High","requestId":"29056.2","requestMethod":"GET","resourceType":"Fetch","url":"https://api.example.com/v1/chat"}},"cat":"devtools.timeline","name":"ResourceSendRequest","ph":"I",`+at+"},\n", 1145000000, 1)
	p.f(`{"args":{"data":{"encodedDataLength":145,"frame":"4CE8AEA7CB6B3F5CE045F0FC35DF4B49","fromCache":false,"headers":[{"name":"Content-Type","value":"text/event-stream"}],"mimeType":"text/event-stream","protocol":"h2","requestId":"29056.2","responseTime":1796081186066.397,"statusCode":200}},"cat":"devtools.timeline","name":"ResourceReceiveResponse","ph":"I",`+at+"},\n", 1145000001, 1)
	p.until(n, func(i int) {
		ts := 1145500000 + 1000*i
		switch {
		case i%20 == 0:
			p.f(`{"args":{"data":{"encodedDataLength":%d,"frame":"4CE8AEA7CB6B3F5CE045F0FC35DF4B49","requestId":"29056.2"}},"cat":"devtools.timeline","name":"ResourceReceivedData","ph":"I",`+at+"},\n", 250+i%3*250, ts, i)
		case i%20 == 7:
			p.f(`{"args":{"data":{"cpuProfile":{"nodes":[{"callFrame":{"codeType":"JS","functionName":"render","scriptId":%d,"url":"https://app.example.com/app.js","lineNumber":1,"columnNumber":%d},"id":%[2]d,"parent":3}],"samples":[2%[3]s]},"timeDeltas":[0%[3]s],"lines":[1%[3]s]}},"cat":"disabled-by-default-v8.cpu_profiler","id":"0x1","name":"ProfileChunk","ph":"P","pid":29056,"tid":29060,"ts":%[4]d,"tts":%[2]d},`+"\n", i%9, i, lines.String(), ts)
		case i%2 == 0:
			p.f(`{"args":{},"cat":"disabled-by-default-devtools.timeline","dur":%d,"name":"RunTask","ph":"X","pid":29056,"tdur":%[1]d,"tid":29056,"ts":%d,"tts":%d},`+"\n", i%97, ts, i)
		default:
			p.f(`{"args":{"data":{"columnNumber":2031,"frame":"4CE8AEA7CB6B3F5CE045F0FC35DF4B49","functionName":"","isolate":"4242424242","lineNumber":1,"sampleTraceId":%d,"scriptId":"9","url":"https://app.example.com/app.js"}},"cat":"devtools.timeline","dur":%d,"name":"FunctionCall","ph":"X","pid":29056,"tdur":%[2]d,"tid":29056,"ts":%d,"tts":%[1]d},`+"\n", i, i%97, ts)
		}
	})
	p.f(`{"args":{"data":{"decodedBodyLength":1,"didFail":false,"encodedDataLength":1,"finishTime":1146.1,"requestId":"29056.2"}},"cat":"devtools.timeline","name":"ResourceFinish","ph":"I",`+at+"}\n]}\n", 2000000000, 1)
}

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

// transfer calls segment with what a server sends: its head, and a chunk for
// each read.
func transfer(p *printer, n int64, segment func(i, offset int, text string)) {
	segment(0, 0, httpHead)
	offset := len(httpHead)
	p.until(n, func(i int) {
		text := readOf(i)
		text = fmt.Sprintf("%x\r\n%s\r\n", len(text), text)
		segment(i+1, offset, text)
		offset += len(text)
	})
}

// colons is bytes as tshark writes them.
func colons(text string) string {
	digits := hex.EncodeToString([]byte(text))
	b := make([]byte, 0, len(digits)*3/2)
	for i := 0; i < len(digits); i += 2 {
		b = append(append(b, digits[i:i+2]...), ':')
	}
	return string(b[:len(b)-1])
}

// layersOf are the layers of a packet with the fields that tshark has for it; between a
// name of a field and the one of its layer is sep.
func layersOf(i, offset int, text, sep string, hexed func(string) string) string {
	name := func(layer, field string) string {
		if sep == "." {
			return layer + "." + field
		}
		return layer + sep + layer + sep + field
	}
	var b strings.Builder
	layer := func(l string, fields ...string) {
		fmt.Fprintf(&b, "%q:{", l)
		for j := 0; j < len(fields); j += 2 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q:%q", name(l, strings.ReplaceAll(fields[j], ".", sep)), fields[j+1])
		}
		b.WriteString("},")
	}
	size := fmt.Sprint(len(text))
	layer("frame", "encap_type", "1", "time", "Nov 30, 2026 23:18:53.172568000 UTC", "offset_shift", "0.000000000", "time_epoch", seconds(i)+"000", "time_delta", "0.000200000",
		"time_delta_displayed", "0.000000000", "time_relative", "0.000232000", "number", fmt.Sprint(2*i), "len", fmt.Sprint(len(text)+66), "cap_len", fmt.Sprint(len(text)+66), "marked", "0", "ignored", "0", "protocols", "eth:ethertype:ip:tcp:http")
	layer("eth", "dst", "00:00:00:00:00:00", "src", "00:00:00:00:00:00", "type", "0x00000800")
	layer("ip", "version", "4", "hdr_len", "20", "dsfield", "0x00", "len", "159", "id", "0x7bb4", "flags", "0x02", "frag_offset", "0", "ttl", "64", "proto", "6", "checksum", "0xc0a2", "checksum.status", "2",
		"src", "192.0.2.7", "addr", "192.0.2.7", "src_host", "192.0.2.7", "host", "192.0.2.7", "dst", "198.51.100.9", "dst_host", "198.51.100.9")
	layer("tcp", "srcport", "80", "dstport", "41108", "port", "80", "stream", "0", "completeness", "31", "len", size, "seq", fmt.Sprint(offset+1), "seq_raw", "2485447482", "nxtseq", fmt.Sprint(offset+1+len(text)), "ack", "108", "ack_raw", "485274779",
		"hdr_len", "32", "flags", "0x0018", "window_size_value", "512", "window_size", "65536", "checksum", "0xfe93", "urgent_pointer", "0", "payload", hexed(text))
	return strings.TrimSuffix(b.String(), ",")
}

func tsharkJSON(p *printer, n int64) {
	p.f("[\n")
	var text bytes.Buffer
	transfer(p, n, func(i, offset int, data string) {
		if i > 0 {
			p.f(",\n")
		}
		text.Reset()
		packet := `{"_index":"packets-2026-11-30","_type":"doc","_score":null,"_source":{"layers":{` + layersOf(i, offset, data, ".", colons) + `}}}`
		if err := json.Indent(&text, []byte(packet), "  ", "  "); err != nil && p.err == nil {
			p.err = err
		}
		p.f("  %s", text.Bytes())
	})
	p.f("\n]\n")
}

func tsharkEK(p *printer, n int64) {
	transfer(p, n, func(i, offset int, data string) {
		p.f(`{"index":{"_index":"packets-2026-11-30","_type":"doc"}}`+"\n"+`{"timestamp":"1796080733172","layers":{%s}}`+"\n", layersOf(i, offset, data, "_", colons))
	})
}

func tsharkFields(p *printer, n int64) {
	p.f("frame.number\tframe.time_epoch\tip.src\ttcp.srcport\ttcp.dstport\ttcp.seq\ttcp.len\ttcp.payload\n")
	transfer(p, n, func(i, offset int, data string) {
		p.f("%d\t%s000\t192.0.2.7\t80\t41108\t%d\t%d\t%x\n", 2*i, seconds(i), offset+1, len(data), data)
	})
}

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

// pcap is of segments that are acknowledged each.
func pcap(p *printer, n int64) {
	w := pcapgo.NewWriter(counted{p})
	check := func(err error) {
		if p.err == nil {
			p.err = err
		}
	}
	check(w.WriteFileHeader(65536, layers.LinkTypeEthernet))
	b := gopacket.NewSerializeBuffer()
	at := time.Unix(begun, 0)
	client, server := []byte{198, 51, 100, 9}, []byte{192, 0, 2, 7}
	packet := func(syn, fromServer bool, seq, ack uint32, text string) {
		at = at.Add(10 * time.Millisecond)
		ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: client, DstIP: server}
		tcp := &layers.TCP{SrcPort: 41108, DstPort: 80, Seq: seq, Ack: ack, Window: 512, SYN: syn, ACK: !syn || fromServer}
		if fromServer {
			ip.SrcIP, ip.DstIP, tcp.SrcPort, tcp.DstPort = ip.DstIP, ip.SrcIP, tcp.DstPort, tcp.SrcPort
		}
		mac := []byte{2, 0, 0, 0, 0, 1}
		check(gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true},
			&layers.Ethernet{SrcMAC: mac, DstMAC: mac, EthernetType: layers.EthernetTypeIPv4}, ip, tcp, gopacket.Payload(text)))
		check(w.WritePacket(gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b.Bytes()), Length: len(b.Bytes())}, b.Bytes()))
	}
	const get = "GET /v1/chat HTTP/1.1\r\nHost: api.example.com\r\n\r\n"
	packet(true, false, 100, 0, "")
	packet(true, true, 500, 101, "")
	packet(false, false, 101, 501, get)
	acked := uint32(101 + len(get))
	transfer(p, n, func(i, offset int, text string) {
		seq := uint32(501 + offset)
		packet(false, true, seq, acked, text)
		packet(false, false, acked, seq+uint32(len(text)), "")
	})
}

// counted is a printer as an io.Writer.
type counted struct{ *printer }

func (c counted) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.at += int64(n)
	return n, err
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
