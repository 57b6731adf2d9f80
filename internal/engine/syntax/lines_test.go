package syntax_test

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/syntax"
)

func TestAppendLine(t *testing.T) {
	for _, text := range []string{"", "\n", "\r\n", "[]", "[\n]", "\r[\r\n1,\n\n2\r]\n", "[1,\n" + strings.Repeat(" ", 100) + "2]\r"} {
		want := "x" + strings.NewReplacer("\r", "", "\n", "").Replace(text)
		if got := string(syntax.AppendLine([]byte("x"), []byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPut(t *testing.T) {
	src := []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	for begin := range src {
		for end := begin; end <= len(src); end++ {
			dst := make([]byte, end-begin+syntax.Block)
			if n := syntax.Put(dst, src[begin:end]); n != end-begin || string(dst[:n]) != string(src[begin:end]) {
				t.Errorf("%q: %q", src[begin:end], dst[:n])
			}
		}
	}
}
