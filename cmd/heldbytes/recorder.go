package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/heldbytes/heldbytes/analyzer/diagnose"
	"github.com/heldbytes/heldbytes/analyzer/language"
	"github.com/heldbytes/heldbytes/analyzer/record"
	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// recorder makes one capture and says what it came to.
type recorder struct {
	*invocation
	payload record.Payload
	out     string // as -o has it; "" for a name from the time
	made    string // the file that was made
}

// ready fails where the file could not be made later, when there is something to
// write.
func (r *recorder) ready() error {
	if r.out == "-" {
		return nil
	}
	dir := filepath.Dir(r.out)
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: dir, Err: errors.New("not a directory")}
	}
	if at, found := os.Stat(r.out); err == nil && found == nil && at.IsDir() {
		err = fmt.Errorf("-o: read a directory, want the name of a file: %w", errUsage)
	}
	return err
}

// create makes the file of the capture.
func (r *recorder) create() (io.WriteCloser, error) {
	switch r.out {
	case "-":
		return unclosed{r.stdout}, nil
	case "":
		return createNew(".", "heldbytes-"+stamp(), func(name string) { r.made = name })
	}
	r.made = r.out
	return createAs(r.out)
}

// stamp is the time as the names of files have it.
func stamp() string { return time.Now().Format("20060102-150405") }

// unclosed is standard output as a file.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// note says one line on stderr. The holes of english are file names and numbers.
func (in *invocation) note(english string, args diagnose.Args, holes ...string) {
	text := language.Fill(in.language.Say(english, args), holes...)
	fmt.Fprintf(in.stderr, "heldbytes: %s\n", oneLine(text))
}

// over says what a recording came to.
func (r *recorder) over(s spool.Summary) error {
	if s.Err != nil {
		return s.Err
	}
	r.came(s, r.payload)
	if s.Reads > 0 && r.out != "-" {
		fmt.Fprintf(r.stderr, "heldbytes analyze %s\n", quoteName(r.made))
	}
	return nil
}

// came says what a recording has and what not.
func (in *invocation) came(s spool.Summary, asked record.Payload) {
	if s.Reads == 0 {
		in.note("no byte came, and nothing was written", nil)
		return
	}
	in.note("{chunks chunk chunks}, {bytes byte bytes}, {lasted_ms}",
		diagnose.Args{"chunks": s.Reads, "bytes": s.Bytes, "lasted_ms": int64(s.Lasted)})
	switch {
	case s.Short > 0:
		in.note("{bytes byte bytes} came faster than they could be written: their lengths alone were kept", diagnose.Args{"bytes": s.Short})
	case s.Payload == record.PayloadNone && asked == record.PayloadMask:
		in.note("lengths alone were kept: bytes under this content coding, or of this type, cannot be masked", nil)
	case s.Inflated:
		in.note("the body was coded: what came out of its coding was kept, masked", nil)
	}
}

// quoteName writes the name of a file for a shell.
func quoteName(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	special := func(r rune) bool {
		return strings.ContainsRune(" \t\n\r'\"\\$`!*?[](){}<>|&;~#^", r)
	}
	if strings.IndexFunc(name, special) < 0 {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
