// Package trials keeps what the recorders are tried with: readers of three
// languages with known faults, each recorded as it reads a stream that pauses, and
// what analyze says of it.
package trials
