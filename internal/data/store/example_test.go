package store_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/data/store"
)

func ExampleSplit() {
	for _, name := range []string{"s3://logs/2026/a.json", "gs://logs", "data/a.json"} {
		scheme, bucket, key := store.Split(name)
		fmt.Printf("%v %q %q %q\n", store.Is(name), scheme, bucket, key)
	}
	// Output:
	// true "s3" "logs" "2026/a.json"
	// true "gs" "logs" ""
	// false "data/a.json" "" ""
}
