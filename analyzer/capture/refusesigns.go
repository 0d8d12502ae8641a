package capture

import "bytes"

const (
	wantLog    = "a log of each read, as heldbytes formats shows for JavaScript and Python; or " + curlHowTo
	wantStamps = `the same through ts "%.s", line by line`
	wantPacket = "the packets themselves: tcpdump -U -s 0 -w out.pcap"
	wantDocker = "docker logs --timestamps NAME > out.txt; or jq -j '.time + \" \" + .log' FILE > out.txt"
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
	{"interface: ", useless{"packets as a program prints them", wantPacket}},
	{"[Trace - ", useless{"a trace of a language server, with its messages laid out anew", wantLog}},
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
	{`"__REALTIME_TIMESTAMP"`, useless{"a journal as JSON", "journalctl -o short-iso-precise > out.txt"}},
	{`"stream":"stdout"`, useless{"a log as Docker keeps it", wantDocker}},
	{`"stream":"stderr"`, useless{"a log as Docker keeps it", wantDocker}},
	{`"type":"context-options"`, useless{"a trace of Playwright, without the times of reads", wantLog}},
	{`"type":"resource-snapshot"`, useless{"a trace of Playwright, without the times of reads", wantLog}},
	{`"run_type"`, useless{"a run of LangSmith, which has times without bytes", wantLog}},
}

// innerSigns are what the lines of such a text have inside.
var innerSigns = []struct {
	sign string
	useless
}{
	{"httpcore.", useless{"a debug log of httpx, without bytes", wantLog}},
	{"] httpx - HTTP Request", useless{"a debug log of httpx, without bytes", wantLog}},
	{" - openai._base_client:", useless{"a debug log of OpenAI's library, without bytes", wantLog}},
	{": Flags [", useless{"packets as a program prints them", wantPacket}},
	{" from=0 to=", useless{"packets as a program prints them", wantPacket}},
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
		for _, s := range innerSigns {
			if bytes.Contains(line, []byte(s.sign)) {
				return s.useless, true
			}
		}
	}
	return useless{}, false
}
