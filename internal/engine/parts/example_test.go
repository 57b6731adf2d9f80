package parts_test

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Two goroutines check a document of 4 MiB.
func ExampleCheck() {
	rules := scan.Plain(scan.DefaultMaxDepth)
	rules.Workers = 2
	doc := "[" + strings.Repeat("1, ", 4<<20/3) + "2]"
	fmt.Println(parts.Check(&rules, []byte(doc)) == nil)
	bad := parts.Check(&rules, []byte(doc+"]"))
	fmt.Println(bad.Kind, int(bad.Offset) == len(doc))
	// Output:
	// true
	// trailing-data true
}

// A string that looks like the text between two strings.
func ExampleNext() {
	doc := `{"names": ["Smith, J.", "Doe, A."], "years": [1, 2]}`
	for from := 0; ; from += 12 {
		cut, ok := parts.Next([]byte(doc), from)
		if !ok {
			break
		}
		fmt.Println(doc[cut.At:])
	}
	// Output:
	// , "Doe, A."], "years": [1, 2]}
	// , "Doe, A."], "years": [1, 2]}
	// , "years": [1, 2]}
	// , 2]}
}
