//go:build !linux

package ruler

import "errors"

// Pin returns an error, because only Linux allows a process to choose its CPU.
func Pin() (cpu int, err error) {
	return 0, errors.New("this system does not let a process choose its CPU")
}
