package language

import (
	"errors"
	"strconv"
	"strings"

	"github.com/heldbytes/heldbytes/analyzer/capture"
)

// kept stands in a text for a part that is translated already.
const kept = "\x00"

// wanted stands in front of what a recording should have had.
const wanted = ", want %s"

// Error is the text of an error. One of a recording is put together anew from
// its parts; of others, and of the parts, the text is looked for among the
// texts, whose holes stand for anything.
func (l *Language) Error(err error) string {
	if l == nil || len(l.Texts) == 0 {
		return err.Error()
	}
	var at *capture.Error
	if !errors.As(err, &at) {
		return l.Phrase(err.Error())
	}
	said := at.Place()
	if at.Read != "" {
		said += Fill(l.Text(": read %s"), l.Phrase(at.Read))
	}
	if at.Want != "" {
		said += Fill(l.Text(wanted), l.Phrase(at.Want))
	}
	if at.Err != nil {
		said += Fill(l.Text(": %s"), l.Error(at.Err))
	}
	if err == error(at) {
		return said
	}
	around := strings.Replace(err.Error(), at.Error(), kept, 1)
	return strings.Replace(l.Phrase(around), kept, said, 1)
}

// Phrase is a text whose holes are filled, such as one that fmt.Errorf made. What
// fills them is a text itself, perhaps. Of several that have these holes the one
// that says most counts. A list is one where each of its parts is, and what follows a name, as of a flag. One sign
// alone, as the name of a folder can be, is none.
func (l *Language) Phrase(english string) string {
	if l == nil || len(english) < 2 {
		return english
	}
	if s := l.Text(english); s != english {
		return s
	}
	most, as := 0, ""
	var with []string
	for text, translated := range l.Texts {
		pieces := pieces(text)
		if len(pieces) > 1 && (text[0] == ' ' || text[0] == ',') && text != wanted { // it goes on with another
			pieces, translated = append([]string{""}, pieces...), "%s"+translated
		}
		n := len(strings.Join(pieces, ""))
		if len(pieces) < 2 || n < most || n == most && text > as {
			continue
		}
		if holes, ok := unfill(pieces, english); ok {
			most, as, with = n, translated, holes
		}
	}
	if as == "" {
		if name, rest, ok := strings.Cut(english, ": "); ok && !strings.Contains(name, " ") {
			if said := l.Phrase(rest); said != rest {
				return name + Fill(l.Text(": %s"), said)
			}
		}
		return l.list(english)
	}
	for i, hole := range with {
		with[i] = l.Phrase(hole)
	}
	return Fill(as, with...)
}

// list is a list of texts, in English where one of its parts is none.
func (l *Language) list(english string) string {
	parts := strings.Split(english, ", ")
	for i, part := range parts {
		s, ok := l.Texts[part]
		if !ok {
			return english
		}
		parts[i] = s
	}
	return strings.Join(parts, l.Sentences["list.comma"])
}

// Fill puts words into the holes of a text, in order, or in that of the text:
// %[2]s is the second of them.
func Fill(text string, words ...string) string {
	var b strings.Builder
	next := 0
	for text != "" {
		at, size := hole(text)
		if size == 0 {
			break
		}
		b.WriteString(text[:at])
		which := next
		if numbered, ok := strings.CutPrefix(text[at:at+size], "%["); ok {
			number, _, _ := strings.Cut(numbered, "]")
			n, _ := strconv.Atoi(number)
			which = n - 1
		}
		if which >= 0 && which < len(words) {
			b.WriteString(words[which])
		}
		next = which + 1
		text = text[at+size:]
	}
	b.WriteString(text)
	return b.String()
}

// hole finds the first hole of a text, such as %d, %.40q or %[2]s. Without one
// its size is 0.
func hole(text string) (at, size int) {
	for at = 0; at < len(text); at++ {
		if text[at] != '%' {
			continue
		}
		verb := strings.TrimLeft(text[at+1:], "[]0123456789.+-#*")
		if verb != "" && strings.IndexByte("dqsvwxgfT", verb[0]) >= 0 {
			return at, len(text) - at - len(verb) + 1
		}
	}
	return 0, 0
}

// pieces are what stands between the holes of a text.
func pieces(text string) []string {
	var out []string
	for {
		at, size := hole(text)
		if size == 0 {
			return append(out, text)
		}
		out = append(out, text[:at])
		text = text[at+size:]
	}
}

// unfill returns what fills the holes between pieces to make up text, if
// something does.
func unfill(pieces []string, text string) (holes []string, ok bool) {
	last := len(pieces) - 1
	text, ok = strings.CutPrefix(text, pieces[0])
	if !ok {
		return nil, false
	}
	for _, piece := range pieces[1:last] {
		hole, rest, ok := strings.Cut(text, piece)
		if !ok {
			return nil, false
		}
		holes, text = append(holes, hole), rest
	}
	text, ok = strings.CutSuffix(text, pieces[last])
	return append(holes, text), ok
}
