//go:build purego || !amd64

package asm

func findBrackets(masks []BracketMasks, b []byte) { findBracketsGeneric(masks, b) }
