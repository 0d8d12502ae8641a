package capture_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

func TestListsAsLanguagesWriteThem(t *testing.T) {
	const want = "data: 1\n\n|data: 2\n\n"
	for _, c := range []struct{ name, in, want string }{
		{"JSON", `["data: 1\n\n","data: 2\n\n"]`, want},
		{"JSON over lines", "[\n  \"data: 1\\n\\n\",\n  \"data: 2\\n\\n\"\n]\n", want},
		{"JavaScript with a name and a comma too many", "const chunks = [\n  'data: 1\\n\\n',\n  'data: 2\\n\\n',\n];\n", want},
		{"TypeScript with a type", "const chunks: string[] = ['data: 1\\n\\n', 'data: 2\\n\\n'] // two\n", want},
		{"template strings", "[`data: 1\n\n`, `data: 2\n\n`]", want},
		{"template strings over CRLF", "[`data: 1\r\n\r\n`, `data: 2\r\n\r\n`]", want},
		{"Buffer.from", `[Buffer.from("data: 1\n\n"), Buffer.from('data: 2\n\n', 'utf8')]`, want},
		{"Buffer.from of base64", `[Buffer.from("ZGF0YTogMQoK", "base64"), Buffer.from("646174613a20320a0a", 'hex')]`, want},
		{"Buffer.from of bytes", `[Buffer.from([100,97,116,97,58,32,49,10,10]), new Uint8Array([0x64,0x61,116,97,58,32,50,10,10])]`, want},
		{"TextEncoder", `[new TextEncoder().encode("data: 1\n\n"), encoder.encode("data: 2\n\n")]`, want},
		{"strings that console.log breaks at their line ends", "[\n  'data: 1\\n' +\n    '\\n',\n  'data: 2\\n' + '\\n'\n]\n", want},
		{"a Uint8Array as console.log prints it", "Uint8Array(9) [\n  100, 97, 116, 97,\n   58, 32,  49, 10,\n   10\n]\nUint8Array(9) [ 100, 97, 116, 97, 58, 32, 50, 10, 10 ]\n", want},
		{"a Buffer as console.log prints it", "<Buffer 64 61 74 61 3a 20 31 0a 0a>\n<Buffer 64 61 74 61 3a 20 32 0a 0a>\n", want},
		{"Buffers in a list", "[\n  <Buffer 64 61 74 61 3a 20 31 0a 0a>,\n  <Buffer 64 61 74 61 3a 20 32 0a 0a>\n]\n", want},
		{"a list as a browser's console prints it", "(2) ['data: 1\\n\\n', 'data: 2\\n\\n']", want},
		{"Python bytes", `[b'data: 1\n\n', b"data: 2\n\n"]`, want},
		{"Python with a type", `chunks: list[bytes] = [b'data: 1\n\n', b"data: 2\n\n"]`, want},
		{"a tuple", `(b'data: 1\n\n', b'data: 2\n\n',)`, want},
		{"prefixes", `[u'data: 1\n\n', bytearray(b'data: 2\n\n')]`, want},
		{"raw strings and three quotes", "[r'''data: 1\n\n''', \"\"\"data: 2\n\n\"\"\"]", want},
		{"strings beside each other", "[b'data: 1\\n' b'\\n', 'data: 2\\n'\n '\\n']", want},
		{"strings that are encoded", `['data: 1\n\n'.encode(), 'data: 2\n\n'.encode("utf-8")]`, want},
		{"octal and hexadecimal", `[b'\144ata: \x31\012\n', '\x64ata: 2\n\12']`, want},
		{"a line for each", "b'data: 1\\n\\n'\nb'data: 2\\n\\n'\n", want},
		{"a line for each with commas", "'data: 1\\n\\n',\n'data: 2\\n\\n',\n", want},
		{"a line for each of JSON", "\"data: 1\\n\\n\"\r\n\"data: 2\\n\\n\"\r\n", want},
		{"lines with a count in front", "0 b'data: 1\\n\\n'\n1 b'data: 2\\n\\n'\n", want},
		{"pairs with a count", `[[1, "data: 1\n\n"], [2, "data: 2\n\n"]]`, want},
		{"comments and blank lines", "# the first\n\n[ // a list\n'data: 1\\n\\n', # one\n\n'data: 2\\n\\n']\n", want},
		{"nothing between", `['data: 1\n\n', null, undefined, None, 'data: 2\n\n']`, want},
		{"Go", `chunks := []string{"data: 1\n\n", "data: 2\n\n"}`, want},
		{"Go bytes", "[][]byte{[]byte(\"data: 1\\n\\n\"), []byte(`data: 2\n\n`)}", want},
		{"Rust", `let chunks = vec![b"data: 1\n\n", b"data: 2\n\n"];`, want},
		{"Firefox", `Array [ "data: 1\n\n", "data: 2\n\n" ]`, want},
		{"a block of code in Markdown", "```python\nchunks = [b'data: 1\\n\\n', b'data: 2\\n\\n']\n```\n", want},
		{"lines in a block of code", "```\nb'data: 1\\n\\n'\nb'data: 2\\n\\n'\n```\n", want},
		{"an empty string", `["data: 1\n\n", "", "data: 2\n\n"]`, "data: 1\n\n||data: 2\n\n"},
		{"characters", `["caf\u00e9", "\u{1f600}", "\udbff\udfff", '\xe9', "é", '\U0001f600']`, "café|😀|\U0010ffff|é|é|😀"},
		{"bytes that are no characters", `[b'\xc3', b'\xa9', "\xc3", "\xa9", b'\u00e9']`, "\xc3|\xa9|\xc3|\xa9|\\u00e9"},
		{"quotes", `["'\"", '"\'', b'\'"', r'\'']`, `'"|"'|'"|\'`},
		{"a backslash before a line end", "['da\\\nta', \"x\"]", "data|x"},
		{"escapes that are none", `['\d\-', b'\d']`, `d-|\d`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatList || len(got.exchanges) != 1 {
				t.Fatalf("%v\n%s", got.err, got)
			}
			var chunks []string
			for _, r := range got.records[:len(got.records)-1] {
				chunks = append(chunks, string(r.Data))
			}
			if all := strings.Join(chunks, "|"); all != c.want {
				t.Errorf("got %q, want %q", all, c.want)
			}
			e := got.exchanges[0]
			if e.Timed || !e.Payload || len(e.Notes) > 0 || got.records[len(got.records)-1].Kind != capture.RecordEOF {
				t.Errorf("%+v\n%s", e, got)
			}
		})
	}
}

func TestListsWithTimes(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		guessed        bool
	}{
		{"whole numbers", `[[0, "a"], [12, "b"], [3000, "c"]]`, "0 12 3000", true},
		{"fractions of JSON beyond ten", `[[0, "a"], [12.5, "b"]]`, "0 12.5", true},
		{"fractions of JSON below ten", `[[0, "a"], [0.06, "b"], [1.5, "c"]]`, "0 60 1500", true},
		{"fractions of Python", `[(0.012, b'a'), (31.5, b'b')]`, "12 31500", true},
		{"fractions of Python that are many", `[(0.5, b'a'), (2000.5, b'b')]`, "0.5 2000.5", true},
		{"the uptime of a machine in Python", "7654.25 b'a'\n7654.5 b'b'\n", "7654250 7654500", true},
		{"fractions of JSON within ten of each other", `[[5012.3, "a"], [5013.5, "b"]]`, "5012.3 5013.5", true},
		{"lines", "(0.012, b'a')\n(0.5, b'b')\n", "12 500", true},
		{"a time in front of bytes", "0.012 b'a'\n0.5, b'b'\n0.75: b'c'\n", "12 500 750", true},
		{"a time in front of a Go string", "12 \"a\"\n500 \"b\"\n", "12 500", true},
		{"pairs on lines", "[0.5, \"a\"]\n[12.5, \"b\"]\n", "0.5 12.5", true},
		{"the time behind", `[("a", 0.012), ("b", 0.5)]`, "12 500", true},
		{"seconds since 1970", `[(1796081158.931362, b'a'), (1796081159.5, b'b')]`, "1796081158931.362 1796081159500", false},
		{"milliseconds since 1970", `[[1796081158931.5, "a"], [1796081159500, "b"]]`, "1796081158931.5 1796081159500", false},
		{"nanoseconds since 1970", `[(1796081158931362000, b'a')]`, "1796081158931.362", false},
		{"one chunk", `[[5, "a"]]`, "5", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatList {
				t.Fatalf("%v\n%s", got.err, got)
			}
			var times []string
			for _, r := range got.records {
				if r.Kind != capture.RecordChunk {
					t.Errorf("a record of another kind: %s", line(r))
				}
				times = append(times, capture.FormatMillis(r.Time))
			}
			if all := strings.Join(times, " "); all != c.want {
				t.Errorf("got %s, want %s", all, c.want)
			}
			if e := got.exchanges[0]; !e.Timed || !e.Payload || got.has(capture.NoteUnitGuessed) != c.guessed {
				t.Errorf("exchange %+v", e)
			}
		})
	}
}

func TestListsThatAreCutShort(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		note           capture.Note
		payload        bool
	}{
		{"a Buffer", "<Buffer 64 61 ... 50 more bytes>\n<Buffer 64>\n", "52 1", capture.NoteSnapped, false},
		{"a Uint8Array", "Uint8Array(102) [\n  100, 97,\n  ... 100 more items\n]\n", "102", capture.NoteSnapped, false},
		{"a string", "[\n  'data'... 6 more characters,\n  'x'\n]\n", "10 1", capture.NoteSnapped, false},
		{"a list", "[\n  'data',\n  ... 1 more item\n]\n", "4", capture.NoteTruncated, true},
		{"a list inside a string", `["data", "da`, "4", capture.NoteTruncated, true},
		{"a list behind a comma", `["data", `, "4", capture.NoteTruncated, true},
		{"a surrogate pair", `["\ud83d", "x"]`, "3 1", capture.NoteLoneSurrogate, true},
		{"a surrogate pair from behind", `["\ude00", "x"]`, "3 1", capture.NoteLoneSurrogate, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(c.in)
			if got.err != nil || got.format != capture.FormatList || !got.has(c.note) || len(got.exchanges[0].Notes) != 1 || got.exchanges[0].Payload != c.payload {
				t.Fatalf("%v\n%s", got.err, got)
			}
			var lengths []string
			for _, r := range got.records {
				if r.Kind == capture.RecordChunk {
					lengths = append(lengths, fmt.Sprint(r.Len))
				}
			}
			if all := strings.Join(lengths, " "); all != c.want {
				t.Errorf("got %s, want %s", all, c.want)
			}
			if eof := got.records[len(got.records)-1].Kind == capture.RecordEOF; eof == (c.note == capture.NoteTruncated) {
				t.Errorf("an end: %v", eof)
			}
		})
	}
}

func TestBadListsAreNamedByLine(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a template string with an expression", "[`a`,\n`b${c}`]", []string{"in:2:", "${c}", "a template string without"}},
		{"a string over lines", "['a',\n'b\n', 'c']", []string{"in:2:", `"b"`, "the end of this string"}},
		{"a variable", "['a',\nfirst]", []string{"in:2:", "not", "first"}},
		{"an object", "['a',\n{'b': 1}]", []string{"in:2:", literalWant}},
		{"bytes without their type", "['a',\n[100, 97]]", []string{"in:2:"}},
		{"a length that is no date's", "['a',\n[5, 6, 7]]", []string{"in:2:", literalWant}},
		{"a number", "['a',\n5]", []string{"in:2:", literalWant}},
		{"a time without a chunk", "0.5 'a'\n0.6\n", []string{"in:2:", "a chunk behind its time"}},
		{"a chunk without a time", "0.5 'a'\n'b'\n", []string{"in:2:", "a time with every chunk or with none"}},
		{"a time that is none", "0.5 'a'\n0.5.5 'b'\n", []string{"in:2:", "0.5.5"}},
		{"two chunks on a line", "'a'\n'b' 'c'\n", []string{"in:2:", "a line for itself"}},
		{"more behind the list", "['a']\nfor c in chunks:\n", []string{"in:2:", "nothing behind the list"}},
		{"a bad escape", "['a',\n'\\xg0']", []string{"in:2:", "hexadecimal"}},
		{"a bad character", "['a',\n'\\u{110000}']", []string{"in:2:", "\\u{1f600}"}},
		{"bad base64", "['a',\nBuffer.from('?', 'base64')]", []string{"in:2:", "a string of base64"}},
		{"too many brackets", "['a',\n" + strings.Repeat("[", 20) + "]", []string{"in:2:", "fewer brackets"}},
		{"too many calls", "['a',\n" + strings.Repeat("bytes(", 20) + "]", []string{"in:2:", "fewer calls"}},
		{"a number in a Buffer that is no byte", "['a',\n<Buffer 6x>]", []string{"in:2:", "hexadecimal"}},
		{"no chunk", "[]", []string{"without a chunk"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatList})
			wantError(t, got.err, c.want...)
		})
	}
}

const literalWant = "a string, bytes or a list of them"

func TestWhatIsNoListIsNotTakenForOne(t *testing.T) {
	for _, in := range []string{
		"[1,2,3]", "[[1,2],[3,4]]", `[{"a":1},{"b":2}]`, `{"a":"b"}`, `"a","b"` + "\n" + `"c","d"` + "\n", "12\n", "'Twas the night\n", "\"Hello,\" she said.\n",
		"key: \"value\"\nother: \"value\"\n", "name = \"a\"\nversion = \"b\"\n", "<html>", "[section]\na = \"b\"\n",
		"1796081140.565138 data: 1\n", "0.069324 51\n0.000095 2\n0.060254 53\n", "23:18:07.782681 <= Recv header, 2 bytes (0x2)\n",
	} {
		if got := readString(in); got.err == nil && got.format == capture.FormatList {
			t.Errorf("%q is read as a list:\n%s", in, got)
		}
	}
}

// What a page wrote of its reads: their times and lengths, and the names of their
// events.
func TestListsOfTimesAndLengths(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "recordings", "chromium"), "*.app.json"))
	if err != nil || len(paths) < 5 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got := readString(string(b))
		if got.err != nil || got.format != capture.FormatList {
			t.Errorf("%s: %v", path, got.err)
			continue
		}
		e := got.exchanges[0]
		if want := strings.Count(string(b), "],[") + 1; len(got.records) != want || !e.Timed || e.Payload || got.has(capture.NoteUnitGuessed) || got.records[0].Time < 1796081000e9 {
			t.Errorf("%s: %d records, want %d, of %+v", path, len(got.records), want, e)
		}
	}
}

func FuzzList(f *testing.F) {
	for _, in := range []string{
		"const c = [`a`, 'b' + '\\n', \"c\",]", "[b'\\xff', r'\\'', u'x', bytearray(b'y')]", "(0.5, b'a')\n0.6 b'b'\n", "[[0, 'a'], ['b', 1]]",
		"Uint8Array(3) [ 1, 2, ... 1 more item ]\n<Buffer 61 ... 5 more bytes>", "[new TextEncoder().encode('x'), Buffer.from('eA==', 'base64')]",
		"[][]byte{[]byte(\"x\"), []byte{1, 2}}", "[[1796081186104.4,36],[1796081186145.4,36,\"x\"]]", "['\\ud83d\\ude00\\u{1f600}\\U0001f600\\101']",
	} {
		f.Add([]byte(in))
	}
	fuzzFormat(f, capture.FormatList)
}

// A list is suspected to be one by a program without the importer of lists.
func TestListsOfEveryShapeAreSuspectedToBeLists(t *testing.T) {
	for _, in := range []string{
		"# chunks\nchunks: list[bytes] = [b'a']", "```python\n[b'a', b'b']\n```", "0.5 b'a'\n0.6 b'b'\n", "(0.5, b'a')\n", "[[0, 'a'], ['b', 1]]",
		"<Buffer 61 62>", "Uint8Array(3) [ 1, 2, 3 ]", "vec![\"a\"]", "[]string{\"a\"}", "\"a\"\n\"b\"\n", "b'a'", "new Uint8Array([1])", "(3) ['a', 'b', 'c']",
		"const chunks = [`a`]", "bytearray(b'a')", "Buffer.from(\"YQ==\", \"base64\")", "[\n  'a',\n  'b',\n]", "12 \"a\"\n13 \"b\"\n", "('a', 'b')",
	} {
		if !capture.LooksLikeList([]byte(in)) || !capture.MayBeList([]byte(in)) {
			t.Errorf("%q: a list %v, suspected %v", in, capture.LooksLikeList([]byte(in)), capture.MayBeList([]byte(in)))
		}
	}
}

func TestWhatIsNoListIsHardlySuspectedToBeOne(t *testing.T) {
	for _, in := range []string{
		"1796081140.565138 data: {\"n\":1}\n", "2026-11-30T23:25:43.123Z data: {}\n", "[12:34:56.789] data\n", "[0-0] == Info: x\n", "data: {}\n\n", "event: a\ndata: 1\n\n",
		"[{\"a\":1}]", "{\"a\":1}\n", "HTTP/1.1 200 OK\r\n\r\n", "Dear all,\n", "i,t_ms,held_bytes,parsed\n", "12:34:56.789 x\n",
		"31482 1796081313.227000 recvfrom(4, \"x\", 8192, 0, NULL, NULL) = 1 <0.9>\n",
	} {
		if capture.MayBeList([]byte(in)) {
			t.Errorf("%q", in)
		}
	}
}

// An escape of JSON that Python does not know is two bytes to it.
func TestPythonKeepsABackslashThatEscapesNothing(t *testing.T) {
	got := readString(`[b'1\/2', b'3']` + "\n")
	if len(got.records) < 2 || string(got.records[0].Data) != `1\/2` {
		t.Errorf("got\n%v", got)
	}
	got = readString(`["1\/2", "3"]` + "\n")
	if len(got.records) < 2 || string(got.records[0].Data) != `1/2` {
		t.Errorf("got\n%v", got)
	}
}
