package characters_test

import (
	"fmt"

	"github.com/assayjson/assay/asm/internal/characters"
)

// A text is cut after a whole character.
func Example() {
	fmt.Printf("%s\n", characters.Whole([]byte("Käse"), 2))
	// Output: K
}
