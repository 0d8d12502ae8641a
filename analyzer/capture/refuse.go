package capture

import (
	"bytes"
	"slices"
)

// useless is a recording that is recognised and cannot be read.
type useless struct {
	what string
	want string
}

const (
	wantAny  = "a recording with times: " + curlHowTo
	wantTS   = `stamps with a fraction of a second: ts "%.s"`
	wantUTF8 = "UTF-8: save it again as that, or record from another shell"
)

// magics are the first bytes of binary files.
var magics = []struct {
	magic string
	useless
}{
	{"\xff\xfe", useless{"UTF-16", wantUTF8}},
	{"\xfe\xff", useless{"UTF-16", wantUTF8}},
	{"PK\x03\x04", useless{"a zip archive", "the recording in it: unzip FILE"}},
	{"\x28\xb5\x2f\xfd", useless{"a file compressed with zstd", "it decompressed: unzstd FILE"}},
	{"\xfd7zXZ", useless{"a file compressed with xz", "it decompressed: unxz FILE"}},
	{"BZh", useless{"a file compressed with bzip2", "it decompressed: bunzip2 FILE"}},
	{"%PDF-", useless{"a PDF", wantAny}},
	{"\x89PNG", useless{"a picture", wantAny}},
	{"\xff\xd8\xff", useless{"a picture", wantAny}},
	{"GIF8", useless{"a picture", wantAny}},
	{"\x7fELF", useless{"a program", "what it prints or reads, with times: " + curlHowTo}},
	{"SQLite format 3", useless{"a database of SQLite", wantAny}},
}

// recognise names a recording that cannot be read, from its first bytes.
func (t teller) recognise(head []byte) (useless, bool) {
	if looksLikePcap(head) {
		return useless{}, false
	}
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.useless, true
		}
	}
	trimmed := head[skipSpace(head, 0):]
	switch {
	case len(trimmed) == 0:
		return useless{}, false
	case looksLikeDump(head):
		return useless{"packets without times, or requests and responses", "a stream followed as YAML: " + followHowTo}, true
	case looksLikeRepr(trimmed):
		return useless{"objects as a program prints them", `JSON, one a line, such as {"t_ms":0,"text":"data: 1"}: json.dumps, JSON.stringify; or --format body, if this is the body`}, true
	case trimmed[0] == '{':
		return t.recogniseObject(trimmed)
	case trimmed[0] == '[' && !isLogged(trimmed) && !looksLikeCurl(head) && !looksLikeStrace(head) && !wholeSeconds(trimmed):
		return useless{}, false
	case looksLikeRawScript(head):
		return useless{"what script -r of BSD or macOS records", "one of these: " + castHowTo + ", or " + curlHowTo}, true
	case looksLikeUTF16(head):
		return useless{"UTF-16", wantUTF8}, true
	case bytes.IndexByte(head[:min(len(head), 512)], 0) >= 0 && !looksLikeBody(head):
		return useless{"binary data " + Quote(head[:min(len(head), 8)]), wantAny + "; or --format body, if this is the body"}, true
	}
	return t.recogniseText(head)
}

// looksLikeUTF16 finds ASCII in 16 bits, of either order, without a BOM.
func looksLikeUTF16(head []byte) bool {
	return len(head) > 3 && (head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0 ||
		head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0)
}

// isTold says that head is of a format that is told from more than being JSON.
func (t teller) isTold(head []byte) bool {
	f := t.like(head)
	return f != nil && f.Format != FormatBody
}

func (t teller) recogniseObject(head []byte) (useless, bool) {
	if t.isTold(head) {
		return useless{}, false
	}
	for _, s := range objectSigns {
		if bytes.Contains(head, []byte(s.sign)) {
			return s.useless, true
		}
	}
	names, whole, rest := firstNames(head)
	if whole { // a first line can be about the recording alone
		second, _, _ := firstNames(rest)
		names = append(names, second...)
	}
	if slices.Contains(names, "t_ms") {
		return useless{"JSON with t_ms and no chunk", "the capture form: text, b64 or len beside t_ms"}, true
	}
	for _, n := range logNames[:logPayloads] {
		if slices.Contains(names, n) {
			return useless{"JSON with a time named " + n + " and no chunk", "a payload beside it, " + logWants + "; or --format body, if this is the body"}, true
		}
	}
	return useless{}, false
}

// textLines is how many lines of a text are looked at.
const textLines = 50

func (t teller) recogniseText(head []byte) (useless, bool) {
	if looksLikeTshark(head) {
		return useless{}, false
	}
	if looksLikeTypescript(head) {
		return useless{"the output of script, without its timings", bothOfScript}, true
	}
	if t.looks(&listImporter, head) {
		return useless{}, false
	}
	if looksLikeSamples(head) || looksLikeCassette(head) || looksLikeStrace(head) || looksLikeCurl(head) && !looksLikeVerbose(head) {
		return useless{}, false
	}
	if u, ok := textSign(head); ok {
		return u, true
	}
	if inner, ok := unquoted(head); ok && t.isTold(inner) {
		return useless{"a recording quoted as in mail", "it without the > in front of its lines: sed 's/^> //' FILE"}, true
	}
	if looksLikeVerbose(head) {
		return useless{"the output of curl -v, which logs the first read alone", "a trace: " + curlHowTo + " (or curl -vvv from 8.10)"}, true
	}
	if looksLikeTimings(head) {
		return useless{"the timings of script, without its output", bothOfScript}, true
	}
	for i, line := range headLines(head) {
		if i == textLines {
			break
		}
		st, stamped := parseStamp(line)
		text := line
		if stamped {
			text = st.rest
		}
		switch {
		case i == 0 && printsBytes(text):
			return useless{"bytes as Python prints them, behind something else", "nothing but seconds in front of them, as of print(time.monotonic(), chunk)"}, true
		case stamped:
			return useless{}, false
		case i == 0 && looksLikeFlow(line):
			return useless{"a flow file of mitmproxy, which has no time for each read", "the log of an addon that heldbytes formats shows; or " + curlHowTo}, true
		case i == 0 && bytes.Count(line, []byte("\t")) > 4:
			return useless{"a table of another layout", "packets as tshark writes them: " + tsharkHowTo}, true
		case wholeSeconds(line):
			return useless{"times in whole seconds, " + Quote(line), wantTS}, true
		}
	}
	return useless{}, false
}

// isLogged says whether a bracket begins a line of a log: a date stands in it, or
// a word.
func isLogged(text []byte) bool {
	return len(text) > 1 && text[1]-'0' <= 9 && !mayBracket(text) || bytes.HasPrefix(text, []byte("[Trace - "))
}

// looksLikeRepr finds an object, or a list of them, as Python and JavaScript print
// them: the name of its first member is in single quotes, or bare.
func looksLikeRepr(text []byte) bool {
	for len(text) > 1 && (text[0] == '[' || text[0] == '(') {
		text = text[skipSpace(text, 1):]
	}
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	text = text[skipSpace(text, 1):]
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	return n > 0 && n < len(text) && text[n] == ':' || n == 0 && len(text) > 0 && text[0] == '\''
}

// unquoted is a text without the > that mail and Markdown put in front of every
// line.
func unquoted(head []byte) ([]byte, bool) {
	inner, ok := bytes.CutPrefix(head, []byte("> "))
	return bytes.ReplaceAll(inner, []byte("\n> "), []byte("\n")), ok
}

// stampInside finds a date and time of day inside a line, as the logs of several
// services have it behind their names.
func stampInside(line []byte) (before []byte, ok bool) {
	for i, c := range line[:min(len(line), maxLabel)] {
		if c == ' ' || c == '\t' || c == '=' {
			if s, ok := parseStamp(line[i+1:]); ok && s.kind >= stampLocal {
				return line[:i+1], true
			}
		}
	}
	return nil, false
}

// looksLikeTable finds names and, in the line below, a number.
func looksLikeTable(head []byte) bool {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(first, ',') > 0 && first[0] >= 'A' && bytes.IndexByte(first, ' ') < 0 && len(rest) > 0 && rest[0]-'0' <= 9
}

// printsBytes says whether a line ends in bytes as Python prints them, and is not
// a field of SSE whose sender did so.
func printsBytes(text []byte) bool {
	for _, quote := range []string{"'", `"`} {
		i := bytes.Index(text, []byte("b"+quote))
		if i == 0 || i > 0 && text[i-1] == ' ' {
			return !isPayload(text) && bytes.HasSuffix(text[i+2:], []byte(quote))
		}
	}
	return false
}

// looksLikeFlow finds two lengths in a row, as nested tnetstrings begin.
func looksLikeFlow(b []byte) bool {
	first, rest, ok1 := bytes.Cut(b, []byte(":"))
	second, _, ok2 := bytes.Cut(rest, []byte(":"))
	_, ok3 := parseCount(first)
	_, ok4 := parseCount(second)
	return ok1 && ok2 && ok3 && ok4 && len(first) > 2
}
