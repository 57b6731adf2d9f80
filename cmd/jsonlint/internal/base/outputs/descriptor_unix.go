//go:build unix

package outputs

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// descriptor returns the open file that a name such as /dev/stdout or /dev/fd/3 stands for, or nil for
// other names. If a shell has redirected it to a regular file, the file must not be replaced, and not be
// opened again, because earlier contents would be lost.
func descriptor(name string) (*os.File, error) {
	fd := -1
	switch name := filepath.Clean(name); name {
	case "/dev/stdout":
		fd = 1
	case "/dev/stderr":
		fd = 2
	default:
		for _, folder := range []string{"/dev/fd/", "/proc/self/fd/"} {
			if digits, ok := strings.CutPrefix(name, folder); ok {
				if n, err := strconv.ParseUint(digits, 10, 31); err == nil {
					fd = int(n)
				}
			}
		}
	}
	if fd < 0 {
		return nil, nil
	}
	fd, err := syscall.Dup(fd)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name), nil
}
