package fastscan_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/scan"
)

func ExampleRest() {
	s := scan.Scanner{Src: []byte(`{"a": [1, 2, 3], "b": tru}`), Rules: scan.Plain(scan.DefaultMaxDepth)}
	if !fastscan.Rest(&s) {
		r := s.Report()
		fmt.Println(r.Kind, "at byte", r.Offset)
	}
	// Output: misspelt-literal at byte 22
}
