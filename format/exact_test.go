package format

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
)

// With ExactNumbers, the canonical form of a number is an error exactly if its value is another one, as computed by
// package big.
func TestCanonicalFormRoundsNumbers(t *testing.T) {
	numbers := []string{
		"9007199254740993", "9007199254740992", "-9007199254740993", "36028797018963968", "0.1", "0.10", "1e23", "1E+2", "100000000000000000000000",
		"0.1000000000000000055", "-0", "-0.0e5", "0", "1e-400", "4.9e-324", "5e-324", "2.4e-324", "1.7976931348623157e308", "12345678901234567890", "1e21", "1.50e-7", "0.000000100",
	}
	random := rand.New(rand.NewPCG(26, 1))
	for range 3000 {
		numbers = append(numbers, strconv.FormatUint(random.Uint64()>>random.IntN(64)|1, 10)+[]string{"", ".5", "e3", "e-20", "00"}[random.IntN(5)])
	}
	for _, number := range numbers {
		plain, err := Append(nil, []byte(number), Options{Canonical: true})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := new(big.Rat).SetString(number)
		after, _ := new(big.Rat).SetString(string(plain))
		for _, o := range []Options{{}, {Records: true}, {Dialect: dialect.JSONC}, {Dialect: dialect.JSON5}} {
			o.Canonical, o.ExactNumbers = true, true
			begin, src := 7, `{"a": [`+number+"]}"
			if o.Records {
				begin, src = 13, "[0.1]\n"+src
			} else if o.Dialect == dialect.JSON5 {
				begin, src = 10, `{'a': [.5,`+number+"]}"
			}
			got, err := Append([]byte("x"), []byte(src), o)
			var inexact *InexactError
			switch {
			case before.Cmp(after) == 0:
				if err != nil || !strings.Contains(string(got), string(plain)) {
					t.Errorf("%s in %v: %q, %v", number, o.Dialect, got, err)
				}
			case !errors.As(err, &inexact) || *inexact != InexactError{int64(begin), number, string(plain)} || string(got) != "x":
				t.Errorf("%s in %v: %q, %v, want a change to %s", number, o.Dialect, got, err, plain)
			}
		}
		if _, err := Append(nil, []byte(number), Options{ExactNumbers: true}); err != nil {
			t.Errorf("%s, not canonical: %v", number, err)
		}
	}
}
