//go:build unix

package effort

import (
	"syscall"
	"time"
)

func init() {
	cpu = func() time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return time.Since(began)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
}
