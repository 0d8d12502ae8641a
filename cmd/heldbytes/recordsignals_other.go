//go:build !unix

package main

import "os"

// forwarded are the signals that a command is told of.
func forwarded() []os.Signal { return []os.Signal{os.Interrupt} }

// toCommand reports whether a signal is to be sent on: here a console has sent it.
func toCommand(os.Signal) bool { return false }

// keepBrokenPipes has nothing to do where no signal tells of them.
func keepBrokenPipes() func() { return func() {} }

// exitCode is that of the command.
func exitCode(s *os.ProcessState) int { return s.ExitCode() }
