package tokenizer

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

// An error about a long number holds only the beginning of the number.
func TestErrorsOfLongNumbersAreShort(t *testing.T) {
	const many = 1 << 20
	for name, c := range map[string]struct {
		text       string
		integer    error
		floatError error
	}{
		"digits":    {strings.Repeat("7", many), strconv.ErrRange, strconv.ErrRange},
		"negative":  {"-" + strings.Repeat("7", many), strconv.ErrRange, strconv.ErrRange},
		"fraction":  {"1." + strings.Repeat("7", many), strconv.ErrSyntax, nil},
		"exponent":  {"1e" + strings.Repeat("7", many), strconv.ErrSyntax, strconv.ErrRange},
		"underflow": {"1e-" + strings.Repeat("7", many), strconv.ErrSyntax, nil},
		"string":    {`"` + strings.Repeat("7", many) + `"`, strconv.ErrSyntax, strconv.ErrSyntax},
	} {
		token, err := New([]byte(c.text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		_, signed := token.Int64()
		_, unsigned := token.Uint64()
		_, float := token.Float64()
		if strings.HasPrefix(c.text, "-") {
			unsigned = signed
		}
		for _, e := range []struct{ got, want error }{{signed, c.integer}, {unsigned, c.integer}, {float, c.floatError}} {
			if !errors.Is(e.got, e.want) {
				t.Errorf("%s: %.200v, want %v", name, e.got, e.want)
			}
			var failed *strconv.NumError
			if e.want != nil && (!errors.As(e.got, &failed) || len(failed.Num) > 100 || !strings.HasPrefix(c.text, failed.Num[:64])) {
				t.Errorf("%s: %.200v", name, e.got)
			}
		}
	}
}

// Int64 returns the same values as strconv.ParseInt for numbers at the limits of int64 and beyond
// them.
func TestIntegersAtTheirLimits(t *testing.T) {
	for _, text := range []string{"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616", strings.Repeat("9", 65), "0", "-0"} {
		token, err := New([]byte(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := strconv.ParseInt(text, 10, 64)
		if got, err := token.Int64(); got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
}
