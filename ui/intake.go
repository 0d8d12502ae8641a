package ui

// Intake is where a recording comes in. The shell takes what is dropped,
// chosen or pasted, so that this works before Go is there.
type Intake struct{}
