//go:build purego || !amd64

package asm

func countLines(b []byte) int { return countLinesGeneric(b) }

func countPairs(b []byte) int { return countPairsGeneric(b) }
