package natural_test

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/internal/files/natural"
)

func Example() {
	names := [][]byte{[]byte("page10"), []byte("page9"), []byte("page")}
	slices.SortFunc(names, natural.Compare)
	fmt.Printf("%s\n", names)
	// Output: [page page9 page10]
}
