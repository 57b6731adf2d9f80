package main

import (
	"strings"

	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// A kind is a kind of package, with its color.
type kind struct {
	name string
	tone picture.Tone
}

var kinds = []kind{
	{"program", picture.Violet},
	{"library", picture.Green},
	{"internal package", picture.Blue},
	{"kernels", picture.Orange},
}

func kindOf(pkg string) kind {
	switch first, _, _ := strings.Cut(pkg, "/"); first {
	case "cmd":
		return kinds[0]
	case "internal":
		return kinds[2]
	case "asm":
		return kinds[3]
	}
	return kinds[1]
}
