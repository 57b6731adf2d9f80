package command

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

func TestHasRecords(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "\n": false, "{}": false, "{}\n": false, "{}\n \t\r\n": false, "{\n}\n{\n}\n": false, "[\n{},\n{}\n]": false,
		"{\"a\":\n{}\n": false, "{\"a\":\n{\"b\":1}\n": false, "1\n2": true, "{}\n{}": true, "\uFEFF\n{}\r\n{}": true, "{}\n\n\n{": true,
		"{,}\n{}\n": true, "{,}\n{}": false, "{,}\n[]\n": false, "{,}\n{,}\n": false, "x\n{}\n": true, "// x\n{}\n": false, "{}\n// x\n": false, "/* x */\n{}\n": false,
		"[{\"a\":1,},\n{\"b\":2}\n]\n": false, "[NaN,\n{}\n]\n": false, "{\"a\":01,\"b\": \r\n{}\n}\n": false, strings.Repeat("[", 10001) + "\n{}\n": false, "\"a\":1}\n{\"a\":2}\n": true,
	} {
		if got := HasRecords([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// No beginning of a valid document seems to have records.
func TestDocumentsHaveNoRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	for range 300 {
		n := 1 + rng.IntN(300)
		for _, text := range []string{jsontest.Lined(rng, n), jsontest.Nested(rng, n), jsontest.Mixed(rng, n), "[\n" + strings.Repeat("{},\n", n) + "{}\n]\n"} {
			for _, end := range []int{len(text), rng.IntN(len(text) + 1), rng.IntN(len(text) + 1)} {
				if HasRecords([]byte(text[:end])) {
					t.Fatalf("%q seems to have records", text[:end])
				}
			}
		}
	}
}
