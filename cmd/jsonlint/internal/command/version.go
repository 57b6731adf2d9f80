package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/assayjson/assay/asm"
)

// version names what a bug report needs: the module's version, the platform, and
// the kernels in use.
func version() string {
	return fmt.Sprintf("jsonlint %s (%s, %s/%s, %s kernels)", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}

// moduleVersion is the version that the module has been built as.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
