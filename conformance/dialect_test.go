package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/assayjson/assay/dialect"
)

// JWCC has a peer that makes JSON of it byte by byte, as Lower does.
// Only LF ends its comments; ours end with CR, too, as those of editors.
func TestJWCCIsThatOfHujson(t *testing.T) {
	pieces := strings.Split(`[|]|{|}|:|,|,|1|"a"|"//"|"/*"|"\""|true|null| |/**/|/*,*/|//|//x|/|*|/***/|/*|*/|-1.5e3|é|[1,]|{"a":1,}|[1]|{"a":2}|,/**/]|,}`, "|")
	pieces = append(pieces, "\n", "\r\n", "//é\n", "\t")
	random := rand.New(rand.NewPCG(1, 2))
	right := 0
	for range 200_000 {
		var src []byte
		for range random.IntN(12) {
			src = append(src, pieces[random.IntN(len(pieces))]...)
		}
		right += checkHujson(t, append(src, '\n')) // which ends a comment, as hujson has it
	}
	if right < 1000 {
		t.Errorf("only %d texts were right", right)
	}
}

// checkHujson compares what becomes of a text, and returns 1 if that is JSON.
func checkHujson(t *testing.T, src []byte) int {
	want, err := hujson.Standardize(bytes.Clone(src))
	got, _, _ := dialect.Lower(src, dialect.JWCC)
	if bad := dialect.Check(src, dialect.JWCC); (bad == nil) != (err == nil) {
		t.Fatalf("%q: %v, hujson says %v", src, bad, err)
	}
	if err != nil {
		return 0
	}
	if !json.Valid(got) || string(got) != string(want) {
		t.Fatalf("%q is %q, hujson says %q", src, got, want)
	}
	return 1
}
