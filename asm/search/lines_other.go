//go:build purego || !amd64

package search

func countLines(b []byte) int { return countLinesGeneric(b) }

func countPairs(b []byte) int { return countPairsGeneric(b) }
