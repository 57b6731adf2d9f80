//go:build purego || !amd64

package names

func hasQuotedKernel() bool { return false }

func indexQuoted([]byte, byte, int) int { return 0 }
