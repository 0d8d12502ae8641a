package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"

	"github.com/heldbytes/heldbytes/analyzer/record/spool"
)

// command runs a command and records its standard output, which is passed on byte
// by byte as it comes. Its exit code is the command's, 128 and the signal's number
// where one ended it. Signals go to the command, which ends by itself.
func (r *recorder) command(args []string) (code int, err error) {
	from, to, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer from.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.stdin, to, r.stderr
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, forwarded()...)
	defer signal.Stop(signals)
	defer keepBrokenPipes()()
	err = cmd.Start()
	to.Close()
	if err != nil {
		var of *exec.Error
		if errors.As(err, &of) {
			err = of.Err
		}
		return 0, fmt.Errorf("%s: the command cannot be run: %w", r.name, err)
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case s := <-signals:
				if toCommand(s) {
					cmd.Process.Signal(s) // one that has ended needs none
				}
			case <-ended:
				return
			}
		}
	}()

	line := r.progressLine(true)
	j := spool.NewJournal(r.payload, line.tell())
	rec := j.Begin(spool.Head{}, r.create)
	copied := rec.Copy(r.stdout, from)
	rec.End(copied == nil)
	from.Close() // nobody reads what it writes from here on: it is told as in a pipeline
	waited := cmd.Wait()
	s := rec.Wait()
	j.Close()
	line.clear()
	var exit *exec.ExitError
	if waited != nil && !errors.As(waited, &exit) {
		return 0, fmt.Errorf("%s: %w", r.name, waited)
	}
	if err := r.over(s); err != nil {
		// What becomes of the recording is not the command's affair.
		fmt.Fprintf(r.stderr, "heldbytes: %s\n", oneLine(r.language.Error(err)))
	}
	return exitCode(cmd.ProcessState), nil
}
