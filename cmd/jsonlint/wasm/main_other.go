//go:build !js

package main

import "os"

func main() {
	os.Stderr.WriteString("This program runs only in a browser: build it with GOOS=js GOARCH=wasm.\n")
	os.Exit(2)
}
