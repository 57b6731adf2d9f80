package locate_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/locate"
)

func Example() {
	src := []byte("[1,\n \"n\u00e9e\", 2]\n")
	p := locate.New(src, locate.Start).Locate(13)
	line, begin := locate.NewExcerpts(src, 0, 100).At(13)
	fmt.Printf("%d:%d, byte %d: %q at %d\n", p.Line, p.Rune, p.Column, line, begin)
	// Output: 2:9, byte 10: " \"née\", 2]" at 4
}
