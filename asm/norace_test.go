//go:build !race

package asm_test

const race = false
