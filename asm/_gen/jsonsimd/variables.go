// Package jsonsimd emits the kernels of asm/jsonsimd: the rules of JSON as circuits, and the code
// around them.
package jsonsimd

import "github.com/assayjson/assay/asm/gen/files"

// PlaneVariables holds the constants that the Go code needs for the variables of the kernels.
var PlaneVariables files.Constants

func define(name string, value int) { PlaneVariables.Define(name, value) }
