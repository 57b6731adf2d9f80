//go:build !linux

package ruler

import "errors"

// Pin ties the process to one CPU, which only Linux lets it do.
func Pin() (cpu int, err error) {
	return 0, errors.New("this system does not let a process choose its CPU")
}
