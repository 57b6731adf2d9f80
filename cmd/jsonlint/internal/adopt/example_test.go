package adopt_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
)

func Example() {
	folder, err := os.MkdirTemp("", "adopt")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, ".prettierrc"), []byte("tabWidth: 4\nobjectWrap: collapse\n"), 0o666); err != nil {
		panic(err)
	}
	draft, err := adopt.Read(folder, []string{"prettier"})
	fmt.Println(draft.Format, draft.Missing, err)
	// Output: [{indent 4} {lineEnding "lf"}] [{.prettierrc 2 objectWrap: collapse 0 }] <nil>
}
