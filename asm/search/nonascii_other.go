//go:build purego || !amd64

package search

func hasNonASCIIKernel() bool { return false }

func indexUnseen([]byte) (at int, found bool) { return 0, false }

func indexNonASCIIName([]byte, bool) (at int, isOpen, found bool) { return 0, false, false }
