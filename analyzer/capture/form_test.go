package capture_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
	"github.com/heldbytes/heldbytes/analyzer/internal/sharedtest"
)

func TestFormAsLinesAndAsDocumentIsTheSame(t *testing.T) {
	lines := `{"heldbytes":"capture/1","content_type":"Text/Event-Stream; charset=UTF-8","content_encoding":"Identity, GZIP,br","level":"wire","accept_ms":-2}
{"t_ms":0,"text":"a\n"}
{"t_ms":1.5,"b64":"YgA="}
{"eof_ms":2}
`
	want := readString(lines).String()
	if !strings.Contains(want, `type="text/event-stream" level=wire timed=true payload=true coding="gzip, br" accept=-2`) {
		t.Error(want)
	}
	chunks := `[{"t_ms":0,"text":"a\n"},{"t_ms":1.5,"b64":"YgA="}]`
	for _, document := range []string{
		`{"heldbytes":"capture/1","content_type":"text/event-stream","level":"wire","content_encoding":"gzip, br","accept_ms":-2,"eof_ms":2,"chunks":` + chunks + `}`,
		`{"content_encoding":"gzip, br","chunks":` + chunks + `,"accept_ms":-2,"eof_ms":2,"content_type":"text/event-stream","level":"wire"}`,
		` { "content_encoding" : "gzip, br" , "level" : "wire" , "eof_ms" : 2 , "x" : [ { } , "]" ] , "chunks" : ` + chunks + ` , "accept_ms" : -2.0 , "content_type" : "text/event-stream" } ` + "\n",
		"{\n\"content_encoding\":\"gzip, br\",\"level\":\"wire\",\n\"content_type\":\"text/event-stream\",\"chunks\":\n" + chunks + ",\n\"accept_ms\":-2,\"eof_ms\":2\n}\n",
	} {
		if got := readString(document).String(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", document, got, want)
		}
	}
}

func TestFormChunks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"escapes", `{"t_ms":0,"text":"\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00é"}`, "chunk 0 0 len=17 \"\\\"\\\\/\\b\\f\\n\\r\\tAé😀é\""},
		{"half a pair, then a letter", `{"t_ms":0,"text":"\ud83dA"}`, `chunk 0 0 len=4 "` + "\ufffd" + `A"`},
		{"two first halves", `{"t_ms":0,"text":"\ud83d\ud83d\ude00"}`, `chunk 0 0 len=7 "` + "\ufffd😀" + `"`},
		{"a slash that is escaped in base64", `{"t_ms":0,"b64":"\/\/79"}`, `chunk 0 0 len=3 "\xff\xfe\xfd"`},
		{"an empty payload", `{"t_ms":0,"b64":""}`, `chunk 0 0 len=0 ""`},
		{"a length that agrees", `{"t_ms":0,"b64":"YQ==","len":1}`, `chunk 0 0 len=1 "a"`},
		{"a length alone", `{"t_ms":0,"len":4096}`, `chunk 0 0 len=4096`},
		{"members that are null", `{"t_ms":0,"text":null,"b64":"YQ=="}`, `chunk 0 0 len=1 "a"`},
		{"members of others", `{"i":7,"t_ms":0,"x":{"text":"b"},"text":"a"}`, `chunk 0 0 len=1 "a"`},
		{"nanoseconds", `{"t_ms":1234567.123456,"text":"a"}`, `chunk 0 1234567.123456 len=1 "a"`},
		{"less than a nanosecond", `{"t_ms":62.75099999999998,"text":"a"}`, `chunk 0 62.751 len=1 "a"`},
		{"an exponent", `{"t_ms":1.5e3,"text":"a"}`, `chunk 0 1500 len=1 "a"`},
		{"blanks", ` { "t_ms" : 1 , "text" : "a" } `, `chunk 0 1 len=1 "a"`},
		{"a name that is escaped", `{"t_ms":1,"t\u0065xt":"a","text2":"b"}`, `chunk 0 1 len=1 "a"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []string{c.in + "\n", `{"chunks":[` + c.in + `]}`} {
				got := read(strings.NewReader(in), capture.Options{Format: capture.FormatCapture})
				if got.err != nil || len(got.records) != 1 || line(got.records[0]) != c.want {
					t.Errorf("%s: got %v\n%s\nwant %s", in, got.err, got, c.want)
				}
				if lone := strings.Contains(c.name, "hal"); got.has(capture.NoteLoneSurrogate) != lone {
					t.Errorf("notes %v", got.exchanges[0].Notes)
				}
			}
		})
	}
}

func TestFormWithoutTimes(t *testing.T) {
	got := readString("{\"heldbytes\":\"capture/1\",\"accept_ms\":-5}\n{\"text\":\"a\"}\n{\"len\":2}\n{\"eof_ms\":7}\n")
	e := got.exchanges[0]
	if got.err != nil || e.Timed || e.Payload || e.Accept.Set || len(got.records) != 3 || got.records[2].Time != 0 {
		t.Errorf("got\n%s", got)
	}
}

func TestFormTimesMayRunBackwards(t *testing.T) {
	for _, in := range []string{
		"{\"t_ms\":5,\"len\":1}\n{\"t_ms\":4,\"len\":1}\n",
		"{\"t_ms\":5,\"len\":1}\n{\"eof_ms\":4}\n",
	} {
		got := readString(in)
		if got.err != nil || len(got.records) != 2 || !got.has(capture.NoteTimesBackwards) || got.records[1].Time >= got.records[0].Time {
			t.Errorf("%s: got\n%s", in, got)
		}
	}
}

func TestBadFormIsNamedByLine(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"another version", `{"heldbytes":"capture/2"}`, []string{"capture/2", `"capture/1"`}},
		{"a time that is text", `{"t_ms":"5","text":"a"}`, []string{`"\"5\""`, "t_ms"}},
		{"a time out of range", `{"t_ms":1e300,"text":"a"}`, []string{"1e300", "t_ms"}},
		{"no payload", `{"t_ms":5}`, []string{"text, b64 and len"}},
		{"two payloads", `{"t_ms":5,"text":"a","b64":"YQ=="}`, []string{"not both"}},
		{"a member twice", `{"t_ms":5,"t_ms":6,"text":"a"}`, []string{"t_ms once"}},
		{"bad base64", `{"t_ms":5,"b64":"a?=="}`, []string{"a?==", "b64"}},
		{"base64 that is a number", `{"t_ms":5,"b64":5}`, []string{"b64"}},
		{"text that is a number", `{"t_ms":5,"text":5}`, []string{"text"}},
		{"a bad escape", `{"t_ms":5,"text":"\x"}`, []string{"text"}},
		{"half an escape", `{"t_ms":5,"text":"\u12"}`, []string{"text"}},
		{"a negative length", `{"t_ms":5,"len":-1}`, []string{`"-1"`, "len"}},
		{"half a byte", `{"t_ms":5,"len":1.5}`, []string{`"1.5"`, "len"}},
		{"a length that does not agree", `{"t_ms":5,"text":"abc","len":4}`, []string{`"4"`, "len to be 3"}},
		{"no colon", `{"t_ms" 5,"text":"a"}`, []string{"JSON"}},
		{"no comma", `{"t_ms":5 "text":"a"}`, []string{"JSON"}},
		{"a comma too many", `{"t_ms":5,"text":"a",}`, []string{"JSON"}},
		{"a bad literal", `{"t_ms":5,"text":"a","x":tru}`, []string{"JSON"}},
		{"a bad number", `{"t_ms":05,"text":"a"}`, []string{"JSON"}},
		{"a bad nest", `{"t_ms":5,"text":"a","x":[1}]}`, []string{"JSON"}},
		{"a control character", "{\"t_ms\":5,\"text\":\"a\x01\"}", []string{"JSON"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := `{"t_ms":0,"text":"x"}`
			in := first + "\n" + c.in + "\n" + first + "\n"
			got := read(strings.NewReader(in), capture.Options{Name: "in", Format: capture.FormatCapture})
			wantError(t, got.err, append(c.want, "in:2:")...)
			if len(got.records) != 1 {
				t.Errorf("%d records before the error", len(got.records))
			}
			if strings.Contains(c.in, "heldbytes") {
				return
			}
			in = "{\"chunks\":[\n" + first + ",\n" + c.in + "\n]}"
			got = read(strings.NewReader(in), capture.Options{Name: "in", Format: capture.FormatCapture})
			wantError(t, got.err, append(c.want, "in:3:")...)
			if len(got.records) != 1 {
				t.Errorf("%d records before the error", len(got.records))
			}
		})
	}
}

func TestBadLinesOrDocument(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"times in some chunks", "{\"t_ms\":0,\"len\":1}\n{\"len\":1}\n", []string{"in:2:", "every chunk or in none"}},
		{"two objects on a line", "{\"t_ms\":0,\"len\":1} {\"t_ms\":0,\"len\":1}\n", []string{"in:1:", "JSON"}},
		{"an array among lines", "{\"t_ms\":0,\"len\":1}\n[1]\n", []string{"in:2:", "JSON"}},
		{"two ends", "{\"t_ms\":0,\"len\":1}\n{\"eof_ms\":1}\n{\"eof_ms\":2}\n", []string{"in:3:", "eof_ms once"}},
		{"an unknown level", "{\"level\":\"moon\"}\n", []string{"in:1:", "moon", "wire"}},
		{"a level that is a number", "{\"level\":1}\n", []string{"in:1:", "level"}},
		{"a content type that is a number", "{\"content_type\":1}\n", []string{"in:1:", "content_type"}},
		{"a content encoding that is a number", "{\"content_encoding\":1}\n", []string{"in:1:", "content_encoding"}},
		{"a content encoding behind a chunk", "{\"t_ms\":0,\"len\":1}\n{\"content_encoding\":\"gzip\"}\n", []string{"in:2:", "before the first chunk"}},
		{"a content encoding behind the chunks", "{\"chunks\":[{\"len\":1}],\n\"content_encoding\":\"gzip\"}", []string{"in:2:", "before the first chunk"}},
		{"an end that is text", "{\"eof_ms\":\"1\"}\n", []string{"in:1:", "eof_ms"}},
		{"chunks that are an object", "{\"chunks\":\n{}}", []string{"in:2:", "array"}},
		{"chunks twice", "{\"chunks\":[],\n\"chunks\":[]}", []string{"in:2:", "chunks once"}},
		{"a chunk that is a number", "{\"chunks\":[\n5]}", []string{"in:2:", "chunk"}},
		{"chunks without a comma", "{\"chunks\":[{\"len\":1}\n{\"len\":1}]}", []string{"in:2:", "comma"}},
		{"a comma behind the last chunk", "{\"chunks\":[{\"len\":1},\n]}", []string{"in:2:", "chunk"}},
		{"a name that is no string", "{\"chunks\":[],\n5:1}", []string{"in:2:", "name"}},
		{"no colon in the document", "{\"chunks\":[],\n\"x\" 1}", []string{"in:2:", "colon"}},
		{"no value in the document", "{\"chunks\":[],\n\"x\":}", []string{"in:2:", "value"}},
		{"a bad value in the document", "{\"chunks\":[],\n\"x\":01}", []string{"in:2:", "value"}},
		{"more after the document", "{\"chunks\":[]}\n{}", []string{"in:2:", "nothing after"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(strings.NewReader(c.in), capture.Options{Name: "in", Format: capture.FormatCapture})
			wantError(t, got.err, c.want...)
		})
	}
}

func TestCasebookReadsAsChunks(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(sharedtest.Dir(t, "casebook"), "[ABC]*.json"))
	if err != nil || len(paths) < 10 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Chunks []struct {
				Time json.Number `json:"t_ms"`
				Data *string     `json:"b64"`
				Len  int64
			}
			EOF    *json.Number `json:"eof_ms"`
			Accept *json.Number `json:"accept_ms"`
		}
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
		got := readString(string(b))
		if got.err != nil {
			t.Errorf("%s: %v", path, got.err)
			continue
		}
		if (want.Accept != nil) != got.exchanges[0].Accept.Set {
			t.Errorf("%s: accept %v", path, got.exchanges[0].Accept)
		}
		for i, c := range want.Chunks {
			r := got.records[i]
			at, _ := capture.ParseMillis(c.Time.String())
			if r.Kind != capture.RecordChunk || r.Time != at || c.Data == nil && (r.Data != nil || r.Len != c.Len) || c.Data != nil && base64.StdEncoding.EncodeToString(r.Data) != *c.Data {
				t.Fatalf("%s: chunk %d is %s", path, i, line(r))
			}
		}
		rest := got.records[len(want.Chunks):]
		if want.EOF == nil && len(rest) != 0 || want.EOF != nil && (len(rest) != 1 || rest[0].Kind != capture.RecordEOF) {
			t.Errorf("%s: %d records after the chunks", path, len(rest))
		}
	}
}
