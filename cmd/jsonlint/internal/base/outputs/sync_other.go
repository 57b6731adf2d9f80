//go:build !unix

package outputs

// syncFolder does nothing, because folders need not be synced on systems other than Unix.
func syncFolder(tree, string) {}
