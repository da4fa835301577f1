package main

// #cgo CFLAGS: -I${SRCDIR}/../include -DASTRAGAL_BUILD -std=gnu99 -Wall -Wextra
// #include <stdlib.h>
// #include "capi.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// The functions here are called from exports.c, which has checked for NULL and for a fork. None lets a
// panic out: C could not catch it.

var runtimes table

// library is the log of what belongs to no runtime.
var library journal

//export goRuntimeNew
func goRuntimeNew(config unsafe.Pointer, n C.size_t, out *C.astragal_runtime) (status C.int) {
	defer guard(&library, &status)
	if n > maxConfig {
		return C.ASTRAGAL_LIMIT
	}
	rt, err := newRuntime(C.GoBytes(config, C.int(n)))
	if err != nil {
		library.add(levelError, err.Error())
		return C.ASTRAGAL_BAD_REQUEST
	}
	handle := runtimes.add(rt)
	if handle == 0 {
		rt.session.Close()
		return C.ASTRAGAL_LIMIT
	}
	*out = C.astragal_runtime(handle)
	return C.ASTRAGAL_OK
}

//export goRuntimeFree
func goRuntimeFree(handle C.astragal_runtime) (status C.int) {
	defer guard(&library, &status)
	rt := runtimes.remove(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	rt.log.listen(levelOff, nil)
	rt.session.Close()
	return C.ASTRAGAL_OK
}

// answers lends the memory in which answers are made before they are copied out.
var answers = sync.Pool{New: func() any { return new([]byte) }}

// lent is the longest answer whose memory is kept for the next.
const lent = 64 << 10

var statuses = [...]C.int{
	answered:   C.ASTRAGAL_OK,
	unreadable: C.ASTRAGAL_BAD_REQUEST,
	cancelled:  C.ASTRAGAL_CANCELLED,
	closed:     C.ASTRAGAL_CLOSED,
}

//export goCall
func goCall(handle C.astragal_runtime, request unsafe.Pointer, n C.size_t, out *C.answer) (status C.int) {
	rt := runtimes.find(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	defer guard(&rt.log, &status)
	if uint64(n) > rt.maxLen {
		return C.ASTRAGAL_LIMIT
	}
	memory := answers.Get().(*[]byte)
	answer, result := rt.call(unsafe.Slice((*byte)(request), int(n)), (*memory)[:0])
	status = put(out, answer, statuses[result])
	if cap(answer) <= lent {
		*memory = answer
		answers.Put(memory)
	}
	rt.log.deliver()
	return status
}

//export goSetHostFunction
func goSetHostFunction(handle C.astragal_runtime, name *C.char, n C.size_t, fn, userData C.uintptr_t) (status C.int) {
	rt := runtimes.find(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	defer guard(&rt.log, &status)
	if n == 0 || n > maxName {
		return C.ASTRAGAL_BAD_REQUEST
	}
	text := C.GoStringN(name, C.int(n))
	if !utf8.ValidString(text) {
		return C.ASTRAGAL_BAD_REQUEST
	}
	var function session.Function
	if fn != 0 {
		function = protocol.Function(func(called []byte) ([]byte, error) { return rt.ask(fn, userData, called) })
	}
	if rt.session.SetFunction(text, function) != nil {
		return C.ASTRAGAL_LIMIT
	}
	return C.ASTRAGAL_OK
}

// ask calls a function of the host. It and its user data are numbers here because nothing says that user
// data is an address.
func (rt *runtime) ask(fn, userData C.uintptr_t, called []byte) ([]byte, error) {
	told := C.CBytes(called)
	defer C.free(told)
	outcome := C.call_host(fn, userData, (*C.uint8_t)(told), C.size_t(len(called)), C.size_t(rt.maxLen))
	status, out := outcome.status, outcome.out
	defer C.free(unsafe.Pointer(out.data))
	switch {
	case status == -1:
		return nil, fmt.Errorf("its answer has more than %d bytes", rt.maxLen)
	case status != 0 && out.len == 0:
		return nil, fmt.Errorf("it failed with %d", int(status))
	case status != 0:
		return nil, errors.New(strings.ToValidUTF8(C.GoStringN((*C.char)(unsafe.Pointer(out.data)), C.int(out.len)), "\uFFFD"))
	}
	return C.GoBytes(unsafe.Pointer(out.data), C.int(out.len)), nil
}

//export goSetLog
func goSetLog(handle C.astragal_runtime, level C.int, fn C.astragal_log_fn, userData C.uintptr_t) (status C.int) {
	rt := runtimes.find(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	defer guard(&rt.log, &status)
	if fn == nil {
		rt.log.listen(int(level), nil)
		return C.ASTRAGAL_OK
	}
	rt.log.listen(int(level), func(l line) {
		text := C.CString(l.text)
		defer C.free(unsafe.Pointer(text))
		C.call_log(fn, userData, C.int(l.level), text, C.size_t(len(l.text)))
	})
	return C.ASTRAGAL_OK
}

//export goCancel
func goCancel(handle C.astragal_runtime, id C.uint64_t) (status C.int) {
	rt := runtimes.find(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	defer guard(&rt.log, &status)
	if !rt.session.Cancel(uint64(id)) {
		return C.ASTRAGAL_BAD_HANDLE
	}
	return C.ASTRAGAL_OK
}

//export goPoll
func goPoll(handle C.astragal_runtime, out *C.answer) (status C.int) {
	defer guard(&library, &status)
	if handle == 0 {
		return put(out, library.poll(true), C.ASTRAGAL_OK)
	}
	rt := runtimes.find(uint64(handle))
	if rt == nil {
		return C.ASTRAGAL_BAD_HANDLE
	}
	rt.log.deliver()
	return put(out, rt.poll(), C.ASTRAGAL_OK)
}

// guard makes a status of a panic, and lines for the log.
func guard(log *journal, status *C.int) {
	if fault := recover(); fault != nil {
		log.add(levelError, fmt.Sprintf("a fault of the library: %v\n%s", fault, debug.Stack()))
		*status = C.ASTRAGAL_PANIC
	}
}

// put copies an answer into C's memory and gives the status back, or that there was no memory.
func put(out *C.answer, answer []byte, status C.int) C.int {
	if len(answer) == 0 {
		return status
	}
	if C.size_t(len(answer)) > out.cap && C.answer_grow(out, C.size_t(len(answer))) == 0 {
		return C.ASTRAGAL_LIMIT
	}
	copy(unsafe.Slice((*byte)(out.data), len(answer)), answer)
	out.len = C.size_t(len(answer))
	return status
}
