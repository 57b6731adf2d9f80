//go:build small

package command

import "errors"

// ParseOptions fails, because the small program for browsers has no command line.
func ParseOptions([]OptionGroup, []string) (*Flags, error) { return nil, errors.ErrUnsupported }
