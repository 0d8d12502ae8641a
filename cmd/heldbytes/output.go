package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"
)

// outputs refuses an output without a name, as from a variable of a shell that is
// not set: nothing would be written, and nothing said.
func (in *invocation) outputs() (err error) {
	in.flags.Visit(func(f *pflag.Flag) {
		if to, _ := pflag.UnquoteUsage(f); to == "OUT" && f.Value.String() == "" {
			err = fmt.Errorf("--%s: read %q, want the name of a file, or - for standard output: %w", f.Name, "", errUsage)
		}
	})
	return err
}

// writeTo writes what write writes to the file called name, - being standard
// output. The file is opened once there is all of it, as what it is: a device
// and the target of a link stay what they are. One that was read is refused.
func (in *invocation) writeTo(name string, inputs []string, write func(io.Writer) error) error {
	if name == "-" {
		return write(in.stdout)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		for _, input := range inputs {
			if read, err := os.Stat(input); err == nil && os.SameFile(read, info) {
				return fmt.Errorf("%s: read as the recording, want another file to write to", name)
			}
		}
	}
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		return err
	}
	return os.WriteFile(name, whole.Bytes(), 0o666)
}
