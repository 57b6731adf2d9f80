package progress_test

import (
	"io"
	"os"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
)

func Example() {
	bar := progress.Start(os.Stderr, progress.Options{Total: 3})
	part := bar.Begin(3)
	io.Copy(io.Discard, part.Reader(strings.NewReader("[1]")))
	part.End()
	bar.Stop() // nothing is printed, because the run was shorter than a second
	// Output:
}
