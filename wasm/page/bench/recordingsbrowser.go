//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

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
