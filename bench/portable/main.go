// Command portable is a contestant of the comparison: assay's portable code, if built with -tags
// purego. It speaks the protocol of package wire. Command compare builds and runs it if assay
// itself uses a vector kernel.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/wire"
)

func main() {
	runtime.GOMAXPROCS(1) // as in compare
	var ours []contest.Contestant
	for _, c := range peers.All() {
		if c.Role == contest.Assay {
			ours = append(ours, c)
		}
	}
	if err := wire.Serve(os.Stdin, os.Stdout, "purego", ours); err != nil {
		fmt.Fprintln(os.Stderr, "portable:", err)
		os.Exit(1)
	}
}
