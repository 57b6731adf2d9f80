package progress_test

import (
	"io"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
)

func Example() {
	bar := progress.Start(os.Stderr, 3)
	io.Copy(io.Discard, bar.Reader(strings.NewReader("[1]")))
	bar.File()
	bar.Stop() // nothing is printed, because the run was shorter than a second
	// Output:
}
