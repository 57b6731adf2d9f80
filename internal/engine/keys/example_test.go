package keys_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/keys"
)

func Example() {
	var set keys.Set
	fmt.Println(set.Add([]uint64{1, 2, 3}), set.Add([]uint64{4, 2, 5}))
	var runs keys.Runs
	runs.Add([]uint64{1, 2, 3})
	repeated := runs.Repeated([]uint64{4, 2, 5}, nil)
	fmt.Println(repeated.Has(2), repeated.Has(3))
	// Output:
	// 3 1
	// true false
}
