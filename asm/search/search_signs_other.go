//go:build purego || (!amd64 && !arm64)

package search

func hasSignKernel() bool { return false }

func findSigns(*byte, int) Signs { return Signs{} }
