package input

import (
	"os"
	"syscall"
)

// setPipeSize is F_SETPIPE_SZ, which package syscall lacks; see fcntl(2).
const setPipeSize = 1031

// widen makes the buffer of a pipe larger, so that its two ends need to wait for each other less
// often. It does nothing if the file is not a pipe or if the system refuses.
func widen(file *os.File) {
	const size = 256 << 10 // the system's default is 64 KiB
	conn, err := file.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, size)
	})
}
