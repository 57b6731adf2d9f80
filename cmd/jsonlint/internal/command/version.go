package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/assayjson/assay/asm"
)

// released is the version of a release, such as v1.2.3. The program in release/ sets it with the linker,
// because the packages are built without data from version control.
var released string

// version returns what a bug report needs: the version of the module, the platform and the kernels
// in use.
func version() string {
	return fmt.Sprintf("jsonlint %s (%s, %s/%s, %s kernels)", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}

// moduleVersion returns the version of the module that the program was built from.
func moduleVersion() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
