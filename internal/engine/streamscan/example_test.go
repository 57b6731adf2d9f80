package streamscan_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

func ExampleAdvance() {
	var positions place.StreamPositions
	positions.Reset()
	s := scan.Scanner{Rules: scan.Plain(scan.DefaultMaxDepth), Positions: &positions}
	for _, text := range []string{"[1, 2", "[1, 23, 4", "[1, 23, 4]"} {
		s.Src = []byte(text)
		fmt.Println(streamscan.Advance(&s), s.Pos)
	}
	fmt.Println(streamscan.Finish(&s))
	// Output:
	// true 4
	// true 8
	// true 10
	// true
}
