package reading

import (
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// Regular files are always read ahead, and other readers only if the caller asks for it. With a
// single CPU, nothing is read ahead.
func TestAhead(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	dir, err := fstest.MapFS{"d/f": {}}.Open("d")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r     io.Reader
		asked bool
		want  bool
	}{
		{jsontest.FileOf(nil), false, true},
		{dir.(io.Reader), false, false},
		{strings.NewReader(""), false, false},
		{strings.NewReader(""), true, true},
	} {
		if got := Ahead(c.r, c.asked); got != c.want {
			t.Errorf("%T, asked %v: %v", c.r, c.asked, got)
		}
	}
	runtime.GOMAXPROCS(1)
	if Ahead(jsontest.FileOf(nil), true) {
		t.Error("read ahead by a single CPU")
	}
}

func TestInMemory(t *testing.T) {
	for _, c := range []struct {
		r    io.Reader
		want int
		ok   bool
	}{
		{strings.NewReader("abc"), 3, true},
		{strings.NewReader(""), 0, true},
		{wrongLen{}, 0, true},
		{jsontest.FileOf([]byte("abc")), 0, false},
		{nil, 0, false},
	} {
		if n, ok := InMemory(c.r); n != c.want || ok != c.ok {
			t.Errorf("%T: %d, %v", c.r, n, ok)
		}
	}
}

type wrongLen struct{ io.Reader }

func (wrongLen) Len() int { return -1 }
