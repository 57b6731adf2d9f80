package suppress_test

import (
	"fmt"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/suppress"
)

func Example() {
	text := "{\n  // jsonlint-disable-next-line duplicate-keys -- the last one counts\n  \"a\": 1, \"a\": 2\n}\n"
	for _, d := range suppress.Find([]byte(text), dialect.JWCC) {
		fmt.Printf("%s in the line of %.3s: %s\n", d.Rule, text[d.Target:], d.Reason)
	}
	fmt.Println(suppress.Matches("/users/*/id", "/users/17/id"))
	// Output:
	// duplicate-keys in the line of "a": the last one counts
	// true
}
