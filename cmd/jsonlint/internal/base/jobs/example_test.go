package jobs_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
)

// Several goroutines do the work, and the results have the order of the items.
func Example() {
	names := slices.Values([]string{"a.json", "b.json", "c.json"})
	for name := range jobs.InOrder(3, names, strings.ToUpper) {
		fmt.Println(name)
	}
	// Output:
	// A.JSON
	// B.JSON
	// C.JSON
}
