package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/assayjson/assay/asm"
)

// version names what a bug report needs: the module's version, the platform, and
// the kernels in use.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("jsonlint %s (%s, %s/%s, %s kernels)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}
