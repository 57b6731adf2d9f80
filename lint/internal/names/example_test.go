package names_test

import (
	"fmt"

	"github.com/assayjson/assay/lint/internal/names"
)

// The second name begins with a Cyrillic letter.
func ExampleLookalikes() {
	l := names.NewLookalikes(func(offset, length int64) names.Span { return names.Span{Offset: offset, Length: length} })
	l.Open()
	l.Add(1, 6, []byte("name"))
	l.Add(10, 6, []byte("kind"))
	_, _, found := l.Add(20, 6, []byte("kinds"))
	fmt.Println(found)
	like, first, found := l.Add(30, 7, []byte("n\u0430me"))
	fmt.Printf("%s at %d, %v\n", like, first.Offset, found)
	// Output:
	// false
	// name at 1, true
}
