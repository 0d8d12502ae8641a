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

// Pieces of framings whose frames are whole more often than not, so that random
// streams keep their place for a while.
var (
	seqPieces = append([]string{
		"\x1e", "\x1e", "\x1e", "\n", "\x1e\n", "\x1e{\"a\":1}\n", "\x1e1\n", "\x1etrue", "\x1e[1,2]\r\n", "\x1e\"a\x1e", "\f", " \v ", "\v\n",
	}, jsonPieces...)
	grpcPieces = []string{
		"\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x02ab", "\x01\x00\x00\x00\x05\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x08{\"a\":1}\n",
		"\x80\x00\x00\x00\x0fgrpc-status: 0\r\n", "\x28\x00\x00\x00\x01(", "\x00\x00\x00\x00\x10abcdefghijklmnop", "\x00\x00\x00\x00\x00",
		"\x00\x00\x00\x00\x02ab\x00\x00\x00\x00\x02cd", "\x00\x00\x00\x01\x00", "\x00\x03\xff\xff\xfb", "\x00\x03\xff\xff\xfc", "\x00", "\xff\xff",
	}
	lengthPieces = []string{
		"Content-Length: 2\r\n\r\n{}", "Content-Length: 8\r\n\r\n{\"a\":1}\n", "content-length:1\r\n\r\n1", "CONTENT-LENGTH : 4 \r\n\r\nnull", "Content-Length: 4\r\n\r\nnope",
		"Content-Type: x\r\nContent-Length: 3\r\n\r\n\"a\"", "Content-Length: 9\r\nContent-Length: 4\r\nX\r\n\r\n\r\n1 ", "Content-Length: 0\r\n\r\n",
		"Content-Length: 6\r\n\r\n{\"a\":\r\n", "Content-Length: 5\r\n\r\n\"\u20ac\"", "Content-Length: 002\r\n\r\n[]", "\r\nContent-Length: 2\r\n\r\n{}",
		"Content-Length: ", "Content-Length", "Content-Lengths: 1", "Content Length: 1", "content", "-", "length", ":", "1", "2", "1 2", "x", " ", "\t", "\v", "\r", "\n",
		"\r\n", "\r\n", "\r\n\r\n", "\r\r\n\r\n", "\r\n\r\r\n", "{}", "[", "\"", "\xff",
	}
)

// streams makes random streams for a framing. Some begin with a BOM or a part
// of one, some are cut, some have a byte changed.
func streams(rng *rand.Rand, n framing.Name, count int) [][]byte {
	pieces := jsonPieces
	switch n {
	case framing.SSE, framing.SSEText:
		pieces = ssePieces
	case framing.JSONSeq:
		pieces = seqPieces
	case framing.GRPC:
		pieces = grpcPieces
	case framing.ContentLength:
		pieces = lengthPieces
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
