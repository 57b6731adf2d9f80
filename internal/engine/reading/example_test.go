package reading_test

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A boastful reader returns a larger count than the buffer permits.
type boastful struct{}

func (boastful) Read(p []byte) (int, error) { return len(p) + 1, nil }

// An idle reader returns neither data nor an error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func ExampleSome() {
	p := make([]byte, 8)
	for _, r := range []io.Reader{boastful{}, idle{}, nil} {
		n, err := reading.Some(r, p)
		fmt.Println(n, err)
	}
	// Output:
	// 0 the reader returned an invalid count
	// 0 multiple Read calls return no data or error
	// 0 there is no reader
}
