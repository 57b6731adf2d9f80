package asm

//go:generate go -C _gen run .
