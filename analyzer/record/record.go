// Package record makes captures without disturbing what it watches: a file says what
// a reader received and when, and what the reader did with it.
//
// A Recorder wraps the io.Reader that a program reads a stream through:
//
//	probe := record.New(file, record.Options{Payload: record.PayloadMask})
//	defer probe.Close()
//	body := probe.Reader(res.Body) // in the place of res.Body
//
// That is enough to see how the bytes arrived. To see where they sat, the program says
// what it does with them, at any place and from any goroutine: Held or Released for its
// own account of the bytes that it keeps, Parsed and HandedOff for its events. A
// Transport wraps an http.RoundTripper and makes a capture of each response.
//
// In the path of a Read they append to memory that is there already and do nothing else.
// Payload is left out unless it is asked for. Where it is, a Mask takes the content out
// of it and leaves its framing. A Writer appends the capture form, of which `heldbytes
// formats capture` tells; it may be used from where time does not matter.
package record
