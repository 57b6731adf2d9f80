// Command guest runs contestants that must be built in another way than the rest: assay's portable code, and the JSON packages
// that the standard library contains under GOEXPERIMENT=jsonv2. It speaks the protocol of package wire. The subcommand compare
// builds and runs it.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/assayjson/assay/bench/internal/wire"
)

func main() {
	runtime.GOMAXPROCS(1) // as in compare
	if err := wire.Serve(os.Stdin, os.Stdout, version, contestants()); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
		os.Exit(1)
	}
}
