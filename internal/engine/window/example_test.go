package window_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/engine/window"
)

// Lines are read without more memory than the longest of them needs.
func Example() {
	w := window.Window{In: strings.NewReader("one\ntwo\nthree and a half\n")}
	for w.Fill(len(w.Text) + 1); len(w.Text) > 0; w.Fill(len(w.Text) + 1) {
		end := bytes.IndexByte(w.Text, '\n') + 1
		if end == 0 && !w.Ends() {
			continue // the line goes on
		}
		fmt.Printf("%d: %q\n", w.Base, w.Text[:end])
		w.Drop(end)
	}
	// Output:
	// 0: "one\n"
	// 4: "two\n"
	// 8: "three and a half\n"
}
