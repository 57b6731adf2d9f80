package objects_test

import (
	"fmt"
	"os"

	"github.com/assayjson/assay/cloud/objects"
)

func ExampleStores() {
	for _, s := range objects.Stores(os.Getenv) {
		fmt.Println(s.Scheme())
	}
	// Output:
	// s3
	// gs
	// azblob
}
