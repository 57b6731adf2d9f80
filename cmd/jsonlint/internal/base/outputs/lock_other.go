//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outputs

import "time"

// lockFolder does nothing, because folders cannot be locked here.
func lockFolder(string, time.Duration) (unlock func()) { return func() {} }
