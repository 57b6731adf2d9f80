//go:build small

package command

import "errors"

// parseOptions fails, because the small program for browsers has no command line.
func parseOptions([]optionGroup, []string) (*flags, error) { return nil, errors.ErrUnsupported }
