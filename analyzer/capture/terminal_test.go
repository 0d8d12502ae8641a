package capture_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// cast is an asciicast whose events of output are the texts, one every second.
func cast(texts ...string) string {
	var b strings.Builder
	b.WriteString(`{"version": 2, "width": 80, "height": 24}` + "\n")
	for i, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			panic(err) // a string
		}
		fmt.Fprintf(&b, "[%d, \"o\", %s]\n", i+1, quoted)
	}
	return b.String()
}

func TestWhatATerminalDidIsTakenBack(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []string
		want string // second "bytes", …
	}{
		{"a line end", []string{"a\r\nb\r\n"}, `1 "a\nb\n"`},
		{"a line end of CR LF", []string{"a\r\r\n"}, `1 "a\r\n"`},
		{"a bare LF", []string{"a\nb"}, `1 "a\nb"`},
		{"a bare CR", []string{"a\rb"}, `1 "a\rb"`},
		{"CR and LF in two events", []string{"a\r", "\nb"}, `1 "a", 2 "\nb"`},
		{"CR CR LF cut after the first CR", []string{"a\r", "\r\n"}, `1 "a\r", 2 "\n"`},
		{"CR CR LF cut after the second CR", []string{"a\r\r", "\n"}, `1 "a\r", 2 "\n"`},
		{"CR CR LF in three events", []string{"a\r", "\r", "\n"}, `1 "a\r", 3 "\n"`},
		{"a CR that stays, at its own time", []string{"a\r", "b"}, `1 "a\r", 2 "b"`},
		{"a CR alone that stays", []string{"\r", "b"}, `1 "\r", 2 "b"`},
		{"a CR alone of a line end", []string{"a", "\r", "\nb"}, `1 "a", 3 "\nb"`},
		{"a CR at the end", []string{"a", "b\r"}, `1 "a", 2 "b\r"`},
		{"a CR, a colour, and LF", []string{"a\r", "\x1b[0m", "\n"}, `1 "a", 3 "\n"`},
		{"a CR, a colour, and no LF", []string{"a\r", "\x1b[0m", "b"}, `1 "a\r", 3 "b"`},
		{"events one after the other that end in CR", []string{"a\r", "\nb\r", "\nc\r"}, `1 "a", 2 "\nb", 3 "\nc\r"`},

		{"colours", []string{"\x1b[1;31mdata\x1b[0m: 1"}, `1 "data: 1"`},
		{"a colour in pieces", []string{"a\x1b", "[3", "1", "mb"}, `1 "a", 4 "b"`},
		{"a title", []string{"\x1b]0;user@host: ~\x07a"}, `1 "a"`},
		{"a title that ends in ST", []string{"\x1b]2;t\x1b\\a"}, `1 "a"`},
		{"a title that another sequence ends", []string{"\x1b]2;t\x1b[0ma"}, `1 "a"`},
		{"a title whose end is missing", []string{"\x1b]2;t\r\na"}, `1 "\na"`},
		{"a title that is cancelled", []string{"\x1b]2;t\x18a\x1b]2;t\x1aa"}, `1 "aa"`},
		{"strings of devices and applications", []string{"\x1bP1$r\x1b\\a\x1b_G\x1b\\b\x1b^x\x1b\\c\x1bXy\x1b\\d"}, `1 "abcd"`},
		{"a character set", []string{"\x1b(Ba"}, `1 "a"`},
		{"keypad and cursor", []string{"\x1b=a\x1b>b\x1b7c\x1b8"}, `1 "abc"`},
		{"UTF-8 in a sequence ends it", []string{"\x1b[3é"}, `1 "é"`},
		{"a sequence that is cancelled", []string{"\x1b[3\x18a"}, `1 "a"`},
		{"ESC in a sequence begins another", []string{"\x1b[3\x1b[0ma"}, `1 "a"`},
		{"a sequence at the end", []string{"a\x1b["}, `1 "a"`},
		{"a tab and a bell", []string{"a\tb\a"}, `1 "a\tb\a"`},

		{"the command line of bash", []string{"\x1b[?2004h$ ", "c", "url\r\n\x1b[?2004l\r", "data: 1\r\n", "\x1b[?2004h$ ", "exit\r\n\x1b[?2004l\r"}, `4 "data: 1\n"`},
		{"the command line of zsh", []string{"\x1b[?2004h", "curl", "\x1b[?2004l\r\r\n", "data: 1\r\n"}, `3 "\n", 4 "data: 1\n"`},
		{"a line end behind a command line", []string{"\x1b[?2004h$\x1b[?2004l\r\r", "\na"}, `2 "\na"`},
		{"paste switched off that was not on", []string{"a\x1b[?2004l\rb"}, `1 "a\rb"`},
		{"another mode", []string{"\x1b[?2004;1ha\x1b[?25hb"}, `1 "ab"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readString(cast(c.in...))
			var have []string
			for _, r := range got.records {
				have = append(have, fmt.Sprintf("%d %q", r.Time/1e9, r.Data))
			}
			if s := strings.Join(have, ", "); got.err != nil || s != c.want || !got.has(capture.NoteTerminal) {
				t.Errorf("got %s, %v, want %s", s, got.err, c.want)
			}
		})
	}
}

// onTerminal is what a terminal makes of the lines of s.
func onTerminal(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// Whatever curl prints comes back, and at the time of its event, wherever the
// terminal cut it.
func TestAnyBytesComeBackFromATerminal(t *testing.T) {
	alphabet := []string{"\r", "\n", "a"}
	for n := range 729 {
		text := ""
		for range 6 {
			text += alphabet[n%3]
			n /= 3
		}
		shown := onTerminal(text)
		for cut := range len(shown) {
			got := readString(cast(shown[:cut], shown[cut:]))
			if string(got.bytes()) != text {
				t.Fatalf("%q cut at %d: got %q", text, cut, got.bytes())
			}
		}
	}
}
