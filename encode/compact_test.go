package encode

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// checkCompact compares appendCompact with package encoding/json.
func checkCompact(t *testing.T, text []byte) {
	t.Helper()
	var want bytes.Buffer
	if err := json.Compact(&want, text); err != nil {
		t.Fatal(err)
	}
	if got := appendCompact([]byte("before"), text); string(got) != "before"+want.String() {
		t.Fatalf("%q gives %q, want %q", text, got, want.Bytes())
	}
}

func TestCompact(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, text := range []string{`""`, ` 1 `, `[ ]`, `"\\"`, `[ "\"" ]`, "\t{ \"a\\\\\" :\r\n[ ] , \"\xc3\xa9\":\"\x7f #!\" }\n", `["` + strings.Repeat(`\\`, 40) + `" , "` + strings.Repeat(`x`, 50) + `\\\"\\" ]`} {
		checkCompact(t, []byte(text))
	}
	// Strings, escapes and white space of every length at every offset in a word.
	for n := range 50 {
		for at := range 9 {
			before := "[" + strings.Repeat("1", at+1) + ","
			checkCompact(t, []byte(before+` "`+strings.Repeat("\u00e9", n)+`\"" , 2]`))
			checkCompact(t, []byte(before+strings.Repeat(" ", n)+`"\u00e9 `+strings.Repeat("x", n)+`\\",[ ]]`))
			checkCompact(t, []byte(before+strings.Repeat("\n", n)+strings.Repeat("7", n+1)+"\t,\"a b\"]"))
		}
	}
	for range 300 {
		checkCompact(t, []byte(randomDocument(rng, 5)))
	}
	checkCompact(t, []byte(longDocument(rng)))
}

func FuzzCompact(f *testing.F) {
	for _, seed := range []string{`[1, "a\"b\\", {"x" : "y z"} ]`, "{\n  \"name\": [true, null]\n}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if tokenizer.Valid(text) {
			checkCompact(t, text)
		}
	})
}
