package coding

import _ "embed"

// brotliWords is the static dictionary of RFC 7932, appendix A: words by length,
// from 4 to 24 bytes, without anything between them.
//
//go:embed brotlidictionary.bin
var brotliWords string

// Words are from minWord to maxWord bytes.
const (
	minWord = 4
	maxWord = 24
)

// wordBits is, by length, how many bits choose a word (section 8, NDBITS).
var wordBits = [maxWord + 1]uint8{4: 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5}

// wordsBegin is, by length, where the words begin (DOFFSET).
var wordsBegin [maxWord + 1]int

func init() {
	begin := 0
	for n := minWord; n <= maxWord; n++ {
		wordsBegin[n] = begin
		begin += n << wordBits[n]
	}
}

// word appends word number id of the words of n bytes to dst. The upper bits of
// id choose how it is changed; it returns false where they choose nothing.
func word(dst []byte, n, id int) ([]byte, bool) {
	change := id >> wordBits[n]
	if change >= len(wordChanges) {
		return dst, false
	}
	c := wordChanges[change]
	at := wordsBegin[n] + n*(id&(1<<wordBits[n]-1))
	w := brotliWords[at : at+n]
	dst = append(dst, c.prefix...)
	begin := len(dst)
	switch {
	case c.how >= wordOmitFirst:
		w = w[min(n, int(c.how-wordOmitFirst)):]
	case c.how >= wordOmitLast:
		w = w[:max(0, n-int(c.how-wordOmitLast))]
	}
	dst = append(dst, w...)
	switch c.how {
	case wordUpperFirst:
		upper(dst[begin:])
	case wordUpperAll:
		for i := begin; i < len(dst); {
			i += upper(dst[i:])
		}
	}
	return append(dst, c.suffix...), true
}

// upper changes the first character of b (section 8, Ferment), in a way that
// makes Latin letters upper case, and returns its bytes.
func upper(b []byte) int {
	switch {
	case b[0] < 0xc0:
		if b[0] >= 'a' && b[0] <= 'z' {
			b[0] ^= 0x20
		}
		return 1
	case b[0] < 0xe0:
		if len(b) > 1 {
			b[1] ^= 0x20
		}
		return 2
	}
	if len(b) > 2 {
		b[2] ^= 5
	}
	return 3
}

// wordChange is what becomes of a word.
type wordChange struct {
	prefix string
	how    wordHow
	suffix string
}

// wordHow is what is done to the word itself. To the two that omit bytes, their
// number is added.
type wordHow uint8

const (
	wordAsIs wordHow = iota
	wordUpperFirst
	wordUpperAll
	wordOmitLast
	wordOmitFirst wordHow = 16
)

// wordChanges are those of appendix B.
var wordChanges = [...]wordChange{
	{"", wordAsIs, ""}, {"", wordAsIs, " "}, {" ", wordAsIs, " "},
	{"", wordOmitFirst + 1, ""}, {"", wordUpperFirst, " "}, {"", wordAsIs, " the "},
	{" ", wordAsIs, ""}, {"s ", wordAsIs, " "}, {"", wordAsIs, " of "},
	{"", wordUpperFirst, ""}, {"", wordAsIs, " and "}, {"", wordOmitFirst + 2, ""},
	{"", wordOmitLast + 1, ""}, {", ", wordAsIs, " "}, {"", wordAsIs, ", "},
	{" ", wordUpperFirst, " "}, {"", wordAsIs, " in "}, {"", wordAsIs, " to "},
	{"e ", wordAsIs, " "}, {"", wordAsIs, "\""}, {"", wordAsIs, "."},
	{"", wordAsIs, "\">"}, {"", wordAsIs, "\n"}, {"", wordOmitLast + 3, ""},
	{"", wordAsIs, "]"}, {"", wordAsIs, " for "}, {"", wordOmitFirst + 3, ""},
	{"", wordOmitLast + 2, ""}, {"", wordAsIs, " a "}, {"", wordAsIs, " that "},
	{" ", wordUpperFirst, ""}, {"", wordAsIs, ". "}, {".", wordAsIs, ""},
	{" ", wordAsIs, ", "}, {"", wordOmitFirst + 4, ""}, {"", wordAsIs, " with "},
	{"", wordAsIs, "'"}, {"", wordAsIs, " from "}, {"", wordAsIs, " by "},
	{"", wordOmitFirst + 5, ""}, {"", wordOmitFirst + 6, ""}, {" the ", wordAsIs, ""},
	{"", wordOmitLast + 4, ""}, {"", wordAsIs, ". The "}, {"", wordUpperAll, ""},
	{"", wordAsIs, " on "}, {"", wordAsIs, " as "}, {"", wordAsIs, " is "},
	{"", wordOmitLast + 7, ""}, {"", wordOmitLast + 1, "ing "}, {"", wordAsIs, "\n\t"},
	{"", wordAsIs, ":"}, {" ", wordAsIs, ". "}, {"", wordAsIs, "ed "},
	{"", wordOmitFirst + 9, ""}, {"", wordOmitFirst + 7, ""}, {"", wordOmitLast + 6, ""},
	{"", wordAsIs, "("}, {"", wordUpperFirst, ", "}, {"", wordOmitLast + 8, ""},
	{"", wordAsIs, " at "}, {"", wordAsIs, "ly "}, {" the ", wordAsIs, " of "},
	{"", wordOmitLast + 5, ""}, {"", wordOmitLast + 9, ""}, {" ", wordUpperFirst, ", "},
	{"", wordUpperFirst, "\""}, {".", wordAsIs, "("}, {"", wordUpperAll, " "},
	{"", wordUpperFirst, "\">"}, {"", wordAsIs, "=\""}, {" ", wordAsIs, "."},
	{".com/", wordAsIs, ""}, {" the ", wordAsIs, " of the "}, {"", wordUpperFirst, "'"},
	{"", wordAsIs, ". This "}, {"", wordAsIs, ","}, {".", wordAsIs, " "},
	{"", wordUpperFirst, "("}, {"", wordUpperFirst, "."}, {"", wordAsIs, " not "},
	{" ", wordAsIs, "=\""}, {"", wordAsIs, "er "}, {" ", wordUpperAll, " "},
	{"", wordAsIs, "al "}, {" ", wordUpperAll, ""}, {"", wordAsIs, "='"},
	{"", wordUpperAll, "\""}, {"", wordUpperFirst, ". "}, {" ", wordAsIs, "("},
	{"", wordAsIs, "ful "}, {" ", wordUpperFirst, ". "}, {"", wordAsIs, "ive "},
	{"", wordAsIs, "less "}, {"", wordUpperAll, "'"}, {"", wordAsIs, "est "},
	{" ", wordUpperFirst, "."}, {"", wordUpperAll, "\">"}, {" ", wordAsIs, "='"},
	{"", wordUpperFirst, ","}, {"", wordAsIs, "ize "}, {"", wordUpperAll, "."},
	{"\xc2\xa0", wordAsIs, ""}, {" ", wordAsIs, ","}, {"", wordUpperFirst, "=\""},
	{"", wordUpperAll, "=\""}, {"", wordAsIs, "ous "}, {"", wordUpperAll, ", "},
	{"", wordUpperFirst, "='"}, {" ", wordUpperFirst, ","}, {" ", wordUpperAll, "=\""},
	{" ", wordUpperAll, ", "}, {"", wordUpperAll, ","}, {"", wordUpperAll, "("},
	{"", wordUpperAll, ". "}, {" ", wordUpperAll, "."}, {"", wordUpperAll, "='"},
	{" ", wordUpperAll, ". "}, {" ", wordUpperFirst, "=\""}, {" ", wordUpperAll, "='"},
	{" ", wordUpperFirst, "='"},
}
