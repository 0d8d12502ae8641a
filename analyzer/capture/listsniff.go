package capture

import (
	"bufio"
	"bytes"
	"io"
	"slices"
)

// mayBeList says whether head may be a list of chunks. It looks at the first
// value and reads none: what it takes for a list is one only if looksLikeList
// says so too, which takes the importer of lists.
func mayBeList(head []byte) bool {
	s := listText(head)
	if len(s) == 0 {
		return false
	}
	if isAssignment(s) {
		return true
	}
	switch c := s[0]; {
	case c == '[' || c == '(':
		return mayBracket(s)
	case c >= '0' && c <= '9' || c == '-':
		n := len(s) - len(bytes.TrimLeft(s, "+-.0123456789eE_"))
		behind := bytes.TrimLeft(s[n:], " \t\r,:")
		return len(behind) > 0 && (behind[0] == '[' || behind[0] == '(' || mayBeBytes(behind))
	}
	return mayBeBytes(s)
}

// listText is head without the comments, blank lines and fence of Markdown that
// stand in front of a list.
func listText(head []byte) []byte {
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		comment := bytes.HasPrefix(head, []byte("#")) || bytes.HasPrefix(head, []byte("//")) || bytes.HasPrefix(head, []byte("```"))
		if !comment {
			return head
		}
		end := bytes.IndexByte(head, '\n')
		if end < 0 {
			return nil
		}
		head = head[end:]
	}
}

// isAssignment finds the name that a list is given, as listItems passes over it.
func isAssignment(s []byte) bool {
	for i, c := range s[:min(len(s), 4*maxWord)] {
		if c == '=' {
			return i > 0
		}
		if !isWord(c) && bytes.IndexByte([]byte(" :[]<>|,*"), c) < 0 {
			return false
		}
	}
	return false
}

// mayBracket looks behind an opening bracket: a time of day in brackets begins a
// line of a log, and an object is no chunk.
func mayBracket(s []byte) bool {
	inner := bytes.TrimLeft(s[1:], " \t\r\n")
	digits := len(inner) - len(bytes.TrimLeft(inner, "0123456789"))
	switch {
	case len(inner) == 0 || inner[0] == '{':
		return false
	case digits > 0 && digits < len(inner):
		return inner[digits] != ':' && !(inner[digits] == '-' && s[0] == '[')
	}
	return true
}

// listWords are what bytes and lists of them begin with that are no strings.
var listWords = []string{"Buffer", "bytearray", "bytes", "memoryview", "new", "Uint8Array", "Array", "String", "string", "vec", "null", "None", "undefined", "nil", "byte"}

// mayBeBytes says whether a string or bytes may begin s.
func mayBeBytes(s []byte) bool {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	switch {
	case n < len(s) && n <= 2 && isQuote(s[n]):
		return true // with a prefix, as in b'data'
	case n == 0:
		return s[0] == '<' || s[0] == '[' || s[0] == '('
	}
	return slices.ContainsFunc(listWords, func(word string) bool { return bytes.HasPrefix(s, []byte(word)) })
}

// looksLikeList says whether head is a list of chunks as far as it is in sight.
// A list of one string is a JSON document as well.
func looksLikeList(head []byte) bool {
	l := listItems{literals: &literals{br: bufio.NewReaderSize(bytes.NewReader(head), 4*maxWord), no: 1}}
	for n := 0; ; n++ {
		switch _, err := l.next(); err {
		case nil:
		case errCut:
			return n > 0 || len(head) >= peekSize-len(bom)
		default:
			return err == io.EOF && n > 0
		}
	}
}
