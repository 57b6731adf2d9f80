package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr, terminalWidth(os.Stdout), isTerminal(os.Stderr), os.Getenv}))
}
