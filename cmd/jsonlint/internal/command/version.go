package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/assayjson/assay/asm"
)

// version returns what a bug report needs: the version of the module, the platform and the kernels
// in use.
func version() string {
	return fmt.Sprintf("jsonlint %s (%s, %s/%s, %s kernels)", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}

// moduleVersion returns the version of the module that the program was built from.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
