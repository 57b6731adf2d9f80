package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// Fixing a valid text does not change it, and fixing a fixed text changes nothing more. If there is nothing wrong with a text except
// trailing commas, only these are removed.
func FuzzFixText(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{
		"[1,]", "{\"a\": [True, None,],}\n", "\uFEFF{}", `["\x41\'", +1, .5]`, "[1\t,\"\t\"]", "[\"caf\xE9\"]", "[\"\xED\xA0\xBD\xED\xB8\x80\"]", "1\n[1,]\n", "[,]", "[1,,]", `[1,{"a,]":["\",", ],} , ]`,
		strings.Repeat("[", 5) + strings.Repeat("1,]", 5),
	} {
		for how := range fixEncodings {
			f.Add([]byte(s), uint8(how), uint8(lint.JSON))
			f.Add([]byte(s), uint8(how), uint8(lint.NDJSON))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, how, dialect uint8) {
		c := &base{Settings: &Settings{Repairs: Repairs{fixEncoding: fixEncodings[int(how)%len(fixEncodings)]}}}
		o := lint.Options{Dialect: lint.Dialects()[int(dialect)%len(lint.Dialects())]}
		fixed, n := c.FixText(o, src)
		if (n == 0) != bytes.Equal(src, fixed) {
			t.Errorf("%d fixes of %q make %q", n, src, fixed)
		}
		if n > 0 && o.Dialect == lint.JSON && tokenizer.Valid(src) {
			t.Errorf("%q is right, and has become %q", src, fixed)
		}
		if c.fixEncoding == "replace" && !utf8.Valid(fixed) {
			t.Errorf("%q is not UTF-8", fixed)
		}
		if want, commas := withoutTrailingCommas(src); commas > 0 && o.Dialect == lint.JSON && (n != commas || !bytes.Equal(fixed, want)) {
			t.Errorf("%q has only trailing commas, and has become %q by %d fixes", src, fixed, n)
		}
		const mostRounds = 200 // the limit of [lint.Linter.Fix]
		if again, more := c.FixText(o, fixed); more > 0 && n < mostRounds {
			t.Errorf("%q has become %q, and then %q", src, fixed, again)
		}
	})
}

// withoutTrailingCommas returns src without its trailing commas, and their number. It returns nil and 0 if the result is not valid.
func withoutTrailingCommas(src []byte) (valid []byte, commas int) {
	begin := 0
	for tokens := tokenizer.New(src, tokenizer.OnlyErrors()); ; commas++ {
		var bad *tokenizer.SyntaxError
		if _, err := tokens.Next(); !errors.As(err, &bad) || bad.Kind != tokenizer.TrailingComma {
			break
		}
		valid = append(valid, src[begin:bad.Offset]...)
		begin = int(bad.Offset) + 1
	}
	if valid = append(valid, src[begin:]...); !tokenizer.Valid(valid) {
		return nil, 0
	}
	return valid, commas
}
