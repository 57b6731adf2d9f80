//go:build !linux && !darwin

package outputs

import (
	"errors"
	"os"
)

// exchange returns an error, because two files cannot be exchanged in one step.
func exchange(tree, string, string) error { return errors.ErrUnsupported }

// isOpenForWriting reports false, because it is not known.
func isOpenForWriting(*os.File) bool { return false }
