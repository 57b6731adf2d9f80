//go:build !unix

package outputs

import "os"

// descriptor returns nil, because only Unix has names for open files.
func descriptor(string) (*os.File, error) { return nil, nil }
