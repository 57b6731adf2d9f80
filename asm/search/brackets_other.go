//go:build purego || !amd64

package search

func findBrackets(masks []BracketMasks, b []byte) { findBracketsGeneric(masks, b) }
