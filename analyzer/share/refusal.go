package share

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
)

// What a host refuses, as it says it.
var (
	errNoPath   = errors.New("there is nothing at this address")
	errMethod   = errors.New("this address does not take that method")
	errLimited  = errors.New("too many requests, want fewer: try again later")
	errBusy     = errors.New("the host has too much to do: try again later")
	errType     = errors.New("want a body of the type text/csv, in UTF-8 and not compressed")
	errTooLarge = errors.New("want a timeline of at most 1,048,576 bytes")
	errCut      = errors.New("the body ended before its end")
	errText     = errors.New("want text in UTF-8, not compressed")
	errRuns     = errors.New("want the rows of one run, with one header")
	errQuery    = errors.New("want no other parameters than this address has, each once")
	errDays     = errors.New("want days from 1 to 365")
	errStall    = errors.New("want stall in ms from 1 to 1,000,000,000")
	errBearer   = errors.New("want the delete token, as Authorization: Bearer TOKEN")
	errToken    = errors.New("that is not the delete token of this timeline")
	errGone     = errors.New("no such timeline: it was deleted, its time is up, or it never was")
	errStore    = errors.New("the host cannot reach what it keeps: try again later")
	errFull     = errors.New("this host is full: a link or a file holds the same, and needs no host")
	errHost     = errors.New("want a Host that is a name or an address")
	errNoPage   = errors.New("the host cannot make its page: try again later")
	errBroken   = errors.New("the host failed on this request")
)

// broke says where a panic came from: functions and lines, and no value, which
// could be of a request.
func broke() slog.Attr {
	var at [16]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(3, at[:])])
	var places []string
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			places = append(places, f.Function)
		}
		if !more {
			break
		}
	}
	return slog.String("at", strings.Join(places, " "))
}

// kindOf is what is logged of an error: its types, and not its text.
func kindOf(err error) string {
	var kinds []string
	for ; err != nil; err = errors.Unwrap(err) {
		kinds = append(kinds, fmt.Sprintf("%T", err))
	}
	return strings.Join(kinds, " ")
}
