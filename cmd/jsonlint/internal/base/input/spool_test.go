package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/engine/reading"
)

// members returns the beginning of an object, with at least so many bytes.
func members(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `%c"%d":0`, "{,"[min(i, 1)], i)
	}
	return b.String()
}

// A spool begins again with what it has returned, wherever that ends, and continues with the rest. If the file cannot hold what is read, the
// first pass fails, and the second one does not.
func TestSpool(t *testing.T) {
	broken := errors.New("broken")
	text := []byte(members(10_000)[:10_000])
	for _, failure := range []error{nil, broken} {
		for _, first := range []int{0, 1, 99, 5000, len(text)} {
			for _, most := range []int64{0, 1, 98, 99, 4096, int64(len(text) - 1), int64(len(text))} {
				for _, writable := range []bool{true, false} {
					file, err := unnamedFile()
					if err != nil {
						t.Skip(err)
					}
					if !writable {
						file.Close()
						if file, err = os.Open("spool_test.go"); err != nil {
							t.Fatal(err)
						}
					}
					source := io.Reader(bytes.NewReader(text))
					if failure != nil {
						source = io.MultiReader(source, iotest.ErrReader(failure))
					}
					s := &spool{stream: &reading.Reader{R: iotest.HalfReader(source)}, file: file, most: most}
					s.text = kept{s}
					begun := make([]byte, first)
					n, err := io.ReadFull(&reading.Reader{R: s}, begun)
					if fits := int64(first) <= most && (writable || first == 0); fits != (err == nil) && err != errNotKept || !bytes.Equal(begun[:n], text[:n]) {
						t.Errorf("%d of %d bytes, %d in a file: %v", n, first, most, err)
					}
					if err := s.Restart(); err != nil {
						t.Fatal(err)
					}
					all, err := io.ReadAll(s)
					if err != failure || !bytes.Equal(all, text) {
						t.Errorf("after %d bytes, %d in a file: %d bytes, %v", first, most, len(all), err)
					}
					if err := s.Restart(); err != errNotKept {
						t.Errorf("the text begins a second time: %v", err)
					}
					file.Close()
				}
			}
		}
	}
}

// Only pipes that begin with a large object become spools. All streams keep their text.
func TestSpoolsAreForLargeObjects(t *testing.T) {
	object := members(spoolBeginning)
	for _, c := range []struct {
		name, text string
		seeks      bool
		want       bool
	}{
		{"a large object", object, false, true},
		{"a large object in another one", `{"a":{}, "b":` + object, false, true},
		{"a file", object, true, false},
		{"a short text", object[:spoolBeginning-1], false, false},
		{"small objects", strings.Repeat(object[:1000]+"},", spoolBeginning/1000), false, false},
		{"a large object that ends", "[" + members(spoolBeginning/2) + "}" + strings.Repeat(",0", spoolBeginning/2), false, false},
		{"a large array", "[" + strings.Repeat(`"a",`, spoolBeginning), false, false},
		{"an error", object[:1000] + "x" + object, false, false},
		{"not JSON", strings.Repeat("x", spoolBeginning), false, false},
		{"nothing", "", false, false},
	} {
		stream := io.Reader(strings.NewReader(c.text))
		if !c.seeks {
			stream = iotest.OneByteReader(stream)
		}
		content := &Content{Stream: stream}
		content.Spool()
		if _, ok := content.Stream.(*spool); ok != c.want {
			t.Errorf("%s: the stream is a %T", c.name, content.Stream)
		}
		if got, err := io.ReadAll(content.Stream); err != nil || string(got) != c.text {
			t.Errorf("%s: %d of %d bytes, %v", c.name, len(got), len(c.text), err)
		}
		content.Close()
	}
}
