package framing_test

import (
	"math/rand/v2"

	"github.com/heldbytes/heldbytes/analyzer/framing"
)

// Pieces from which random streams are made: what a scanner must tell apart,
// and what comes close to it.
var (
	jsonPieces = []string{
		"{", "}", "[", "]", ",", ":", "\"", "\\", "\\\"", "\\u", "\\u00e", "\\u00e9", "\\n", "\\x", "\\/",
		"0", "1", "-", ".", "e", "E", "+", "12", "0.5", "-0", "1e5", "2E-07", "00", "1.", "-1", "9.5e+3",
		"true", "false", "null", "tru", "nul", "t", "truefalse", "a", "abc", "\u00e9", "\u20ac", "\U0001f600",
		" ", "  ", "\t", "\r", "\n", "\r\n", "\n\n", "        ", "\v", "\x00", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80",
		"{}", "[]", "\"\"", "{\"a\":1}", "[1,2]", "\"abc\"", "{\"a\":[1,{\"b\":null}]}", "[[[", "]]]",
		"\"abcdefgh\"", "\"abcdefghijklmnop\"", "{\"a\":\"b\",\"c\":-1.5e3}\n", "[true,false]\n", "1\n", "2 ", bom,
	}
	ssePieces = []string{
		"data: ", "data:", "data", "data:  ", "event: ", "event:", "event", "id: 1", "id", "retry: 5", "x: y", "datax", "Data: ",
		"data: {\"a\":1}\n\n", "data: [1,\ndata: 2]\n\n", "data: x\n\n", "data: 1\r\n\r\n", "data: 1\r\r", "data: \"abc\"\r\n",
		"data: [DONE]\n\n", "data:[DONE]", "[DONE]", " [DONE] ", "[DO", "NE]", "data: \n", "data\n\n",
		"event: ping\n", "event:ping\r\n", "event: ping\ndata: {}\n\n", "event: heartbeat\n", "keepalive", "keep-alive", "event: pings\n", "ping",
		": ", ":", ": hi\n", ":\n\n", ":ok\r\n", "\n", "\n\n", "\r", "\r\n", "\r\n\r\n", "\r\r", "\n\r", "\n", "\n",
		"{\"a\":", "1}", "{}", "[", "]", "1", "12", "true", "\"a", "b\"", "\\", " ", "  ", "\t", "\v", "\x00", "\xff", "\u00e9", bom,
	}
)

// streams makes random streams for a framing. Some begin with a BOM or a part
// of one, some are cut, some have a byte changed.
func streams(rng *rand.Rand, n framing.Name, count int) [][]byte {
	pieces := jsonPieces
	if n == framing.SSE || n == framing.SSEText {
		pieces = ssePieces
	}
	out := make([][]byte, count)
	for i := range out {
		b := []byte{}
		switch rng.IntN(12) {
		case 0:
			b = append(b, bom...)
		case 1:
			b = append(b, bom[:1+rng.IntN(2)]...)
		}
		if i > 0 && rng.IntN(40) > 0 {
			for range 1 + rng.IntN(24) {
				b = append(b, pieces[rng.IntN(len(pieces))]...)
			}
		}
		if len(b) > 0 && rng.IntN(4) == 0 {
			b = b[:rng.IntN(len(b))]
		}
		if len(b) > 0 && rng.IntN(4) == 0 {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
		}
		out[i] = b
	}
	return out
}
