//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// forwarded are the signals that a command is told of.
func forwarded() []os.Signal {
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}
}

// toCommand reports whether a signal is to be sent on. Those of the keyboard a
// terminal sends to the command by itself.
func toCommand(s os.Signal) bool {
	if s != os.Interrupt && s != syscall.SIGQUIT {
		return true
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return true
	}
	tty.Close()
	return false
}

// keepBrokenPipes has writes to a pipe that nobody reads fail, so that what was
// recorded is kept. The caller calls what it returns at the end.
func keepBrokenPipes() func() {
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	return func() { signal.Stop(broken) }
}

// exitCode is what a shell calls the end of a command.
func exitCode(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}
