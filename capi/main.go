// Package main is the C library: the functions of include/astragal.h around host/protocol, and nothing
// but translation. It is built with -buildmode=c-shared or c-archive (make lib).
//
// A call comes in through C (exports.c), which refuses what Go must not see: a forked process, a NULL.
// It goes on to one of the exported functions in exports.go, which looks the runtime up, guards against
// panics and copies bytes over the border. Buffers are kept by C (buffer.c), runtimes by Go (runtime.go).
package main

import "github.com/astragal-engine/astragal/engine/heap"

// main is never run: a library has none, but package main must.
func main() {}

func init() { heap.Floor() }
