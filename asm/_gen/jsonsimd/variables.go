// Package jsonsimd emits the kernels of asm/jsonsimd: the rules of JSON as circuits, and what is around them.
package jsonsimd

import "github.com/assayjson/assay/asm/gen/files"

// PlaneVariables are what the Go code must know of the kernels' variables.
var PlaneVariables files.Constants

func define(name string, value int) { PlaneVariables.Define(name, value) }
