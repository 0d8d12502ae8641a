package capture

import "bytes"

const (
	wantLog    = "a log of each read, as heldbytes formats shows for JavaScript and Python; or " + curlHowTo
	wantStamps = `the same through ts "%.s", line by line`
	wantBody   = "the body of a stream; or --format body, if this is it"
)

// textSigns are how the lines begin of texts that people have and that cannot be
// read. They are looked for in the first few.
var textSigns = []struct {
	sign string
	useless
}{
	{"HTTP #", useless{"what NODE_DEBUG=http logs, without times and bytes", wantLog}},
	{"NET #", useless{"what NODE_DEBUG=net logs, without times and bytes", wantLog}},
	{"FETCH #", useless{"what NODE_DEBUG=fetch logs, without times and bytes", wantLog}},
	{"UNDICI #", useless{"what NODE_DEBUG=undici logs, without times and bytes", wantLog}},
	{"send: b", useless{"what http.client logs at its debuglevel, without times and bytes", wantLog}},
	{"reply: 'HTTP/", useless{"what http.client logs at its debuglevel, without times and bytes", wantLog}},
	{"DEBUG:httpcore", useless{"a debug log of httpx, without bytes", wantLog}},
	{"DEBUG:httpx", useless{"a debug log of httpx, without bytes", wantLog}},
	{"Connected (press CTRL+C to quit)", useless{"the output of wscat, without times", wantStamps}},
	{"Resolved method descriptor:", useless{"the output of grpcurl -v, without times", wantStamps}},
	{"<!DOCTYPE", useless{"an HTML page", wantBody}},
	{"<!doctype", useless{"an HTML page", wantBody}},
	{"<html", useless{"an HTML page", wantBody}},
	{"<?xml", useless{"XML", wantBody}},
}

// objectSigns are names that tell JSON which times what happened, and has no bytes.
var objectSigns = []struct {
	sign string
	useless
}{
	{`"timeUnixNano"`, useless{"spans of OpenTelemetry, which have times without bytes", wantLog}},
	{`"startTimeUnixNano"`, useless{"spans of OpenTelemetry, which have times without bytes", wantLog}},
	{`"run_type"`, useless{"a run of LangSmith, which has times without bytes", wantLog}},
}

// signLines is how many lines are looked at for textSigns.
const signLines = 5

// textSign looks for a sign. In one, # stands for a number and a colon.
func textSign(head []byte) (useless, bool) {
	for i, line := range headLines(head) {
		if i == signLines {
			break
		}
		for _, s := range textSigns {
			prefix, number := bytes.CutSuffix([]byte(s.sign), []byte("#"))
			rest, ok := bytes.CutPrefix(line, prefix)
			if ok && number {
				digits, _, colon := bytes.Cut(rest, []byte(":"))
				_, ok = parseCount(digits)
				ok = ok && colon
			}
			if ok {
				return s.useless, true
			}
		}
		if bytes.Contains(line, []byte("httpcore.")) || bytes.Contains(line, []byte("] httpx - HTTP Request")) {
			return useless{"a debug log of httpx, without bytes", wantLog}, true
		}
	}
	return useless{}, false
}
