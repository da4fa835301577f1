// Package heap keeps the collector of a program that plays games from running too often.
//
// The heap of a runtime with few games is a few megabytes, which the collector goes over each time as
// much again has been allocated: hundreds of times a second while games are played on all cores, and
// each time all of them stop for a moment. Floor makes it wait for more.
package heap

import "os"

// floor counts as heap, but nothing touches it, so that the system gives no memory for it.
const floor = 64 << 20

var ballast []byte

// Floor has the collector wait until 64 MiB have been allocated since it last ran, however small the heap
// is. A larger heap is collected as before. It does nothing where the environment says how (GOGC,
// GOMEMLIMIT). A program calls it once, when it begins.
func Floor() {
	if ballast == nil && os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		ballast = make([]byte, floor)
	}
}
