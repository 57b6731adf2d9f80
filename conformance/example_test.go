package conformance_test

import (
	"fmt"

	"github.com/assayjson/assay/conformance"
)

func Example() {
	cases, err := conformance.Suite("..")
	if err != nil {
		fmt.Println(err)
		return
	}
	mustAccept, mustReject := 0, 0
	for _, c := range cases {
		accept, reject := c.Must()
		if accept {
			mustAccept++
		}
		if reject {
			mustReject++
		}
	}
	fmt.Println(len(cases), "files:", mustAccept, "to accept,", mustReject, "to reject")
	// Output: 318 files: 95 to accept, 188 to reject
}
