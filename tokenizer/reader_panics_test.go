package tokenizer

import (
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// A reader that panics once loses nothing of the text: the next call reads on.
func TestReaderPanics(t *testing.T) {
	const read = 5000
	text := "[" + strings.Repeat("1234567, ", 20_000) + "0]"
	var want []string
	for token, err := range New([]byte(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, string(token.Raw()))
	}
	for panics := range len(text)/read + 1 {
		n := 0
		in := strings.NewReader(text)
		tokens := NewReader(jsontest.ReaderFunc(func(p []byte) (int, error) {
			if n++; n == panics+1 {
				panic("once")
			}
			return in.Read(p[:min(len(p), read)])
		}))
		var got []string
		for ended := false; !ended && len(got) <= len(want); {
			func() {
				defer func() { recover() }()
				for len(got) <= len(want) {
					token, err := tokens.Next()
					if err != nil {
						ended = true
						return
					}
					got = append(got, string(token.Raw()))
				}
			}()
		}
		if !slices.Equal(got, want) {
			t.Fatalf("a panic in read %d: %d tokens, want %d", panics, len(got), len(want))
		}
	}
}
