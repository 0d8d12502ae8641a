//go:build !js

package trials_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/cmd/heldbytes/internal/beside"
)

// secret is planted in every place of an exchange. No word that a recording has
// reason to hold has its letters, nor its digits.
const secret = "quokka73218"

// planted are streams with the secret in names, values, numbers, comments, heads
// and text.
func planted() []stream {
	s := secret
	head := "; note=" + s + "\r\nX-Token: " + s + "\r\nSet-Cookie: " + s + "=" + s
	return []stream{
		{contentType: "text/event-stream" + head, chunked: true, writes: []string{
			": " + s + "\n", "event: " + s + "\nid: " + s + "\ndata: {\"" + s + "\":\"" + s + "\",\"n\":73218,\"e\":\"\\u0071" + s + "\"}\n\n",
			"data: " + s + "\n\n", s + ": " + s + "\n", "retry: 73218\n\n", "data: {\"" + s, s + "\":[\"" + s + "\",73218]}\n\n", "data: [DONE]\n\n", "event: ping\ndata: " + s + "\n\n",
		}},
		{contentType: "application/x-ndjson" + head, chunked: true, writes: []string{
			"{\"" + s + "\":\"" + s + "\"}\n", "73218\n", s + "\n", "{\"a\":\"quok", "ka73218\"}\n", "[\"" + s + "\", " + s + "]\n", "\"" + s,
		}},
		{contentType: "text/plain" + head, writes: []string{"Dear " + s + ",\n", s + "\r\n\r\n", "Content-Length: " + s + "\n", s}},
		{contentType: "application/octet-stream" + head, writes: []string{s, "\x00\x01" + s + "\xff"}},
		{contentType: "application/grpc" + head, writes: []string{"\x00\x00\x00\x00\x0b" + s}},
	}
}

// pieces are the parts of the secret that no recording may hold.
var pieces = regexp.MustCompile(`(?i)quo|uok|okk|kka|732|321|218`)

// held is a recording and all that stands in base64 in it.
func held(text string) string {
	for _, m := range regexp.MustCompile(`"b64":"([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if b, err := base64.StdEncoding.DecodeString(m[1]); err == nil {
			text += string(b)
		}
	}
	return text
}

// times are numbers that could have the digits of the secret by chance.
var times = regexp.MustCompile(`"[a-z_]+ms":-?[0-9.e-]+`)

func TestNoRecorderKeepsContentUnlessItIsAskedTo(t *testing.T) {
	for _, p := range []beside.Program{beside.Python(""), beside.Node()} {
		for _, payload := range []string{"", "mask", "lines", "none", "raw"} {
			t.Run(strings.TrimSpace(p.Language+" "+payload), func(t *testing.T) {
				t.Parallel()
				for _, s := range planted() {
					dir := t.TempDir()
					path := filepath.Join(dir, "run.jsonl")
					args := []string{serve(t, s, path) + "?" + secret, path}
					if payload != "" {
						args = append(args, payload)
					}
					if said := p.Run(t, dir, "testdata/secret", args...); said != "" {
						t.Fatal(said)
					}
					text, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					found := pieces.FindString(times.ReplaceAllString(held(string(text)), ""))
					if payload != "raw" && found != "" {
						t.Errorf("%.20s: the recording holds %q:\n%s", s.contentType, found, text)
					}
					if payload == "raw" && !strings.Contains(held(string(text)), secret) {
						t.Errorf("%.20s: the payload that was asked for is not there:\n%s", s.contentType, text)
					}
					for _, kept := range []string{"X-Token", "note", "127.0.0.1", "authorization"} {
						if strings.Contains(string(text), kept) {
							t.Errorf("%.20s: the recording says %s", s.contentType, kept)
						}
					}
				}
			})
		}
	}
}
