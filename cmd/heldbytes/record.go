package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/client"
)

// recordFlags are the flags of a recording of a URL; of a command, out and payload
// alone.
type recordFlags struct {
	out, payload string
	request      client.Request
	headers      []string
	data         string
	maxTime      float64
	tee          bool
}

// urlFlagNames are the flags that a command has no use for.
var urlFlagNames = []string{"request", "header", "data", "http1", "compressed", "max-time", "tee"}

const payloadUsage = "what is kept of the bytes, as `KIND`: mask keeps framing, lengths and syntax, raw all, none lengths"

func (f *recordFlags) register(flags *pflag.FlagSet) {
	flags.StringVarP(&f.out, "output", "o", "", "write the capture to `OUT`; otherwise to a new file that is named for the time")
	flags.StringVar(&f.payload, "payload", "mask", payloadUsage)
	flags.StringVarP(&f.request.Method, "request", "X", "", "the `METHOD`; otherwise GET, or POST with --data")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, "a header of the request, as `NAME: VALUE`; may be repeated")
	flags.StringVarP(&f.data, "data", "d", "", "the body of the request: `DATA`, @FILE, or - for standard input")
	flags.BoolVar(&f.request.HTTP1, "http1", false, "speak HTTP/1.1, also where the server has HTTP/2")
	flags.BoolVar(&f.request.Coded, "compressed", false, "ask for a content coding")
	flags.Float64Var(&f.maxTime, "max-time", 0, "stop after `SECONDS`, and keep what came; 0 never")
	flags.BoolVar(&f.tee, "tee", false, "pass the body on to standard output")
}

// runRecord records what a server or a command sends, while it is sent.
func runRecord(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := newInvocation("record", "URL | -- COMMAND [ARGUMENTS]", stdin, stdout, stderr)
	var f recordFlags
	f.register(in.flags)
	code := exitDone
	failed := in.run(args, 0, 1<<16, func(words []string) error {
		payload, err := record.ParsePayload(f.payload)
		if err != nil {
			return fmt.Errorf("--payload: %w", err)
		}
		rec := &recorder{invocation: in, payload: payload, out: f.out}
		if err := rec.ready(); err != nil {
			return err
		}
		if in.flags.ArgsLenAtDash() == 0 && len(words) > 0 {
			for _, name := range urlFlagNames {
				if in.flags.Changed(name) {
					return fmt.Errorf("%s: read --%s with a command, want it with a URL: %w", in.name, name, errUsage)
				}
			}
			if f.out == "-" {
				return fmt.Errorf("%s: read -o - with a command, want a file: standard output is the command's: %w", in.name, errUsage)
			}
			code, err = rec.command(words)
			return err
		}
		if len(words) != 1 || in.flags.ArgsLenAtDash() > 0 {
			return fmt.Errorf("%s: read %s, want a URL, or -- and a command: %w", in.name, operands(len(words)), errUsage)
		}
		if f.tee && f.out == "-" {
			return fmt.Errorf("%s: read --tee with -o -, want one for standard output: %w", in.name, errUsage)
		}
		f.request.URL = words[0]
		if err := in.request(&f); err != nil {
			return err
		}
		return rec.url(f)
	})
	if failed != exitDone {
		return failed
	}
	return code
}

// request completes the request by its headers and its body.
func (in *invocation) request(f *recordFlags) error {
	if !(f.maxTime >= 0 && f.maxTime <= 1e9) {
		return fmt.Errorf("--max-time: read %v, want seconds from 0 to 1e9", f.maxTime)
	}
	f.request.Header = http.Header{}
	for i, h := range f.headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return fmt.Errorf("--header: read header %d without a colon, want NAME: VALUE", i+1)
		}
		value = strings.TrimSpace(value)
		if strings.Trim(name, tokenLetters) != "" || strings.ContainsFunc(value, isControl) {
			return fmt.Errorf("--header: read header %d with a character that none may have, want NAME: VALUE", i+1)
		}
		f.request.Header.Add(name, value)
	}
	if strings.Trim(f.request.Method, tokenLetters) != "" {
		return fmt.Errorf("--request: read no method, want one such as POST")
	}
	if !in.flags.Changed("data") {
		return nil
	}
	var err error
	switch name, isFile := strings.CutPrefix(f.data, "@"); {
	case f.data == "-", f.data == "@-":
		f.request.Body, err = io.ReadAll(in.stdin)
	case isFile:
		f.request.Body, err = os.ReadFile(name)
	default:
		f.request.Body = []byte(f.data)
	}
	if f.request.Body == nil {
		f.request.Body = []byte{}
	}
	return err
}

// tokenLetters are those of methods and of the names of headers (RFC 9110, section
// 5.6.2).
const tokenLetters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// isControl says of a character that no value of a header may have it.
func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// maximum is the longest that the recording lasts; 0 where there is no end.
func (f *recordFlags) maximum() time.Duration {
	return time.Duration(f.maxTime * float64(time.Second))
}
