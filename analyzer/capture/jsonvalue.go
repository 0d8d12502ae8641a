package capture

import (
	"errors"

	"github.com/heldbytes/heldbytes/analyzer/internal/jsontext"
)

// What walking a JSON text can meet: its end, or a byte that cannot stand there.
var (
	errCut    = errors.New("the text ends inside a value")
	errSyntax = errors.New("not JSON")
)

func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// valueEnd returns the offset past the JSON value that begins at i. A number or
// a literal that reaches the end of b is cut, as more of it could follow.
func valueEnd(b []byte, i int) (int, error) {
	var v jsontext.Value
	n, said := v.Run(b[i:])
	switch said {
	case jsontext.More:
		return 0, errCut
	case jsontext.Broken:
		return 0, errSyntax
	}
	return i + n, nil
}

// pastValue is valueEnd for b that is known to be JSON. It looks for quotes and
// brackets alone.
func pastValue(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			i = pastString(b, i)
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\r', '\t': // inside brackets
			i++
			continue
		default:
			for i < len(b) && !endsScalar(b[i]) {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

func endsScalar(c byte) bool {
	return c == ',' || c == '}' || c == ']' || isSpace(c)
}

// pastString returns the offset past the string that begins at i.
func pastString(b []byte, i int) int {
	for i++; i < len(b); i += 2 { // past an escape
		if i += jsontext.Either(b[i:], '"', '\\'); i < len(b) && b[i] == '"' {
			return i + 1
		}
	}
	return len(b)
}
