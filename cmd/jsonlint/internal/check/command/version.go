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

// programName is the name of the program in its help and messages. It does not change after [Main] has begun.
var programName = "jsonlint"

// ProgramName returns the name of the program in its help and messages.
func ProgramName() string { return programName }

// FullVersion returns what a bug report needs: the version of the module, the platform and the kernels
// in use.
func FullVersion() string {
	return fmt.Sprintf("%s %s (%s, %s/%s, %s kernels)", programName, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}

// Version returns the version of the module that the program was built from.
func Version() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
