package crash_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

func ExampleCatch() {
	err := crash.Catch(func() error { panic("slice bounds out of range") })
	fmt.Println(err)
	fmt.Println(crash.Of(err).In("a.json"))
	// Output:
	// internal error: slice bounds out of range; please report it
	// internal error in a.json: slice bounds out of range; please report it
}
