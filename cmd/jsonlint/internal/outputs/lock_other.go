//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outputs

// lockFolder does nothing, because folders cannot be locked here.
func lockFolder(string) (unlock func()) { return func() {} }
