//go:build !js

package trials_test

// trials are the readers, with what was measured of them: where that is not what
// is said of a library, the fault says why.
var trials = []trial{
	{"requests iter_lines(), until close", "each read fills its 512 bytes first", sse(false, "\n"), python("requests", "requests_iter_lines"), "late", "block:512"},
	{"requests iter_lines(), chunked", "none: a chunk ends a read", sse(true, "\n"), python("requests", "requests_iter_lines"), "prompt", "at-close"},
	{"requests iter_content(1024), until close", "each read fills its 1,024 bytes first", sse(false, "\n"), python("requests", "requests_iter_content"), "late", "block:1024"},
	{"httpx iter_lines(), LF", "", sse(true, "\n"), python("httpx", "httpx_iter_lines", `\n`), "prompt", "at-close"},
	{"httpx iter_lines(), CRLF", "", sse(true, "\r\n"), python("httpx", "httpx_iter_lines", `\r\n`), "prompt", "at-close"},
	{"httpx iter_lines(), CR", "", whole("\r"), python("httpx", "httpx_iter_lines", `\r`), "late", "lag:1"},
	{"httpx read()", "", sse(true, "\n"), python("httpx", "httpx_read"), "late", "read-all"},
	{"http.client read(65536)", "", wide(), python("http.client", "http_client_read"), "late", "block:65536"},
	{"http.client read1(65536)", "", wide(), python("http.client", "http_client_read1"), "prompt", "at-close"},
	{"aiohttp lines", "", ndjson(true), python("aiohttp", "aiohttp_lines"), "prompt", "at-close"},
	{"aiohttp, at the next data:", "", sse(true, "\n"), python("aiohttp", "aiohttp_next_data"), "late", "lag:1"},
	{"fetch, for await", "", sse(true, "\n"), node("fetch_for_await"), "prompt", "at-close"},
	{"fetch, .text()", "", sse(true, "\n"), node("fetch_text"), "late", "read-all"},
	{`fetch, split("\n\n") fed CRLF`, "", sse(true, "\r\n"), node("fetch_split"), "never-matched", "never"},
	{"fetch, regex that looks for the next data:", "", whole("\n"), node("fetch_regex_next"), "late", "lag:1"},
	{"fetch, regex up to the end", "", sse(true, "\n"), node("fetch_regex_any"), "early", ""},
}
