package sandbox

import (
	"encoding/binary"
	"fmt"
)

// The numbers of WASI's errors that are given.
const (
	success = 0
	badf    = 8
	fault   = 21
	nosys   = 52
)

// TheTime is what every clock shows, in nanoseconds since 1970: the year 2000 begins.
const TheTime = 946_684_800_000_000_000

// answers makes a function of one that gives an error's number.
func answers(signature string, f func(i *instance, a []uint64) uint64) hostFunction {
	return hostFunction{signature, func(i *instance, a []uint64) { a[0] = f(i, a) }}
}

func missing(signature string) hostFunction {
	return answers(signature, func(*instance, []uint64) uint64 { return nosys })
}

func wrote(ok bool) uint64 {
	if ok {
		return success
	}
	return fault
}

// none is for lists of which there are none: arguments, the environment.
var (
	none   = answers("ii:i", func(*instance, []uint64) uint64 { return success })
	noSize = answers("ii:i", func(i *instance, a []uint64) uint64 {
		return wrote(i.putU32(uint32(a[0]), 0) && i.putU32(uint32(a[1]), 0))
	})
)

// wasi is the preview 1 of WASI: a clock that stands still, random numbers that begin again with every call,
// output that goes to the log, and for all else the answer that there is no such thing.
var wasi = map[string]hostFunction{
	"args_get":          none,
	"args_sizes_get":    noSize,
	"environ_get":       none,
	"environ_sizes_get": noSize,
	"clock_res_get": answers("ii:i", func(i *instance, a []uint64) uint64 {
		return wrote(i.putU64(uint32(a[1]), 1_000_000))
	}),
	"clock_time_get": answers("iIi:i", func(i *instance, a []uint64) uint64 {
		return wrote(i.putU64(uint32(a[2]), TheTime))
	}),
	"random_get": answers("ii:i", func(i *instance, a []uint64) uint64 {
		return i.fill(uint32(a[0]), uint32(a[1]))
	}),
	"fd_write": answers("iiii:i", func(i *instance, a []uint64) uint64 {
		return i.output(uint32(a[0]), uint32(a[1]), uint32(a[2]), uint32(a[3]))
	}),
	"fd_prestat_get": answers("ii:i", func(*instance, []uint64) uint64 { return badf }), // no folder is open
	"sched_yield":    answers(":i", func(*instance, []uint64) uint64 { return success }),
	"proc_exit": {"i:", func(_ *instance, a []uint64) {
		panic(&stop{kind: Trap, message: fmt.Sprintf("it ended itself with proc_exit, code %d", uint32(a[0]))})
	}},

	"fd_advise":               missing("iIIi:i"),
	"fd_allocate":             missing("iII:i"),
	"fd_close":                missing("i:i"),
	"fd_datasync":             missing("i:i"),
	"fd_fdstat_get":           missing("ii:i"),
	"fd_fdstat_set_flags":     missing("ii:i"),
	"fd_fdstat_set_rights":    missing("iII:i"),
	"fd_filestat_get":         missing("ii:i"),
	"fd_filestat_set_size":    missing("iI:i"),
	"fd_filestat_set_times":   missing("iIIi:i"),
	"fd_pread":                missing("iiiIi:i"),
	"fd_prestat_dir_name":     missing("iii:i"),
	"fd_pwrite":               missing("iiiIi:i"),
	"fd_read":                 missing("iiii:i"),
	"fd_readdir":              missing("iiiIi:i"),
	"fd_renumber":             missing("ii:i"),
	"fd_seek":                 missing("iIii:i"),
	"fd_sync":                 missing("i:i"),
	"fd_tell":                 missing("ii:i"),
	"path_create_directory":   missing("iii:i"),
	"path_filestat_get":       missing("iiiii:i"),
	"path_filestat_set_times": missing("iiiiIIi:i"),
	"path_link":               missing("iiiiiii:i"),
	"path_open":               missing("iiiiiIIii:i"),
	"path_readlink":           missing("iiiiii:i"),
	"path_remove_directory":   missing("iii:i"),
	"path_rename":             missing("iiiiii:i"),
	"path_symlink":            missing("iiiii:i"),
	"path_unlink_file":        missing("iii:i"),
	"poll_oneoff":             missing("iiii:i"),
	"proc_raise":              missing("i:i"),
	"sock_accept":             missing("iii:i"),
	"sock_recv":               missing("iiiiii:i"),
	"sock_send":               missing("iiiii:i"),
	"sock_shutdown":           missing("ii:i"),
}

// fill writes the next random numbers: those of SplitMix64 from zero on, eight bytes at a time.
func (i *instance) fill(address, n uint32) uint64 {
	if !i.within(address, n) {
		return fault
	}
	i.pay(int64(n))
	for n > 0 {
		i.host.random += 0x9e3779b97f4a7c15
		z := i.host.random
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		b := binary.LittleEndian.AppendUint64(nil, z^z>>31)
		k := min(n, 8)
		i.write(address, b[:k])
		address, n = address+k, n-k
	}
	return success
}

// output is fd_write: what goes to standard output and error comes to the log.
func (i *instance) output(fd, list, n, result uint32) uint64 {
	if fd != 1 && fd != 2 {
		return badf
	}
	total := uint32(0)
	for ; n > 0; n-- {
		address, ok := i.u32(list)
		length, ok2 := i.u32(list + 4)
		if !ok || !ok2 || !i.within(address, length) {
			return fault
		}
		if length > 0 {
			i.log(i.linear.bytes[address : address+length])
		}
		i.pay(1)
		list, total = list+8, total+length
	}
	return wrote(i.putU32(result, total))
}
