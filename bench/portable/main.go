// Command portable takes part in the comparison with assay's portable code, when it is
// built with -tags purego. It speaks the protocol of package wire; compare builds and
// drives it where assay itself runs a vector kernel.
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
