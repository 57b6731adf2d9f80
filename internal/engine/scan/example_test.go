package scan_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/scan"
)

func ExampleScanner() {
	s := scan.Scanner{Src: []byte(`[1, 2,]`), Rules: scan.Plain(scan.DefaultMaxDepth)}
	if !s.Document() {
		r := s.Report()
		fmt.Println(r.Kind, "at byte", r.Offset)
	}
	// Output: trailing-comma at byte 5
}
