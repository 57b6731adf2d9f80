package tokenizer

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/scan"
)

// numbersInRange are numbers around the limits of binary64, short and long.
func numbersInRange() (all []string) {
	const limit = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880"
	n := func(s string, n int) string { return strings.Repeat(s, n) }
	below := limit[:len(limit)-2] + "79"
	return []string{
		"1", "-0", "1e308", "1e309", "-1.8e308", "1e-999", limit, below, "-" + limit, below + "." + n("9", 5000), limit + "." + n("0", 5000),
		"1" + n("0", 308), "1" + n("0", 309), "1" + n("0", 5000), "1" + n("0", 5000) + "e-4692", "1" + n("0", 5000) + "e-4691",
		"1" + n("0", 200_000) + "e-200000", n("7", 200_000) + "e-199692", n("7", 200_000) + "e-199690", n("7", 3000) + "." + n("7", 5000) + "e-2692",
		"0." + n("0", 5000) + "1e5309", "0." + n("0", 5000) + "1e5310", "-0." + n("0", 5000) + n("7", 5000) + "e5308", "0." + n("0", 5000) + n("7", 5000) + "e5309",
		"0." + n("0", 5000), "0." + n("0", 5000) + "e999999999999999999999", "0e" + n("9", 5000), "1e" + n("9", 5000), "1e-" + n("9", 5000),
		"1e" + n("0", 5000) + "308", "1e+" + n("0", 5000) + "309", "5e-" + n("0", 5000) + "1", "10." + n("0", 5000) + "e307", "10." + n("0", 5000) + "e308",
		n("7", 5000), n("7", 5000) + "e", n("7", 5000) + "x", "0." + n("0", 5000) + "5", n("1", 5000) + "." + n("0", 3000) + "1", "1.7976931348623157" + n("0", 6000) + "e308",
	}
}

// The range of a number is decided exactly.
func TestRangeOfNumbers(t *testing.T) {
	most, _ := new(big.Float).SetPrec(4000).SetString("0x1p1024")
	most.Sub(most, new(big.Float).SetMantExp(big.NewFloat(1), 970)) // from which on it is rounded up
	for _, s := range numbersInRange() {
		if n, kind := scan.ConsumeNumber([]byte(s)); kind != 0 || n != len(s) || len(s) > 20_000 {
			continue
		}
		want := true
		if _, exponent, _ := strings.Cut(s, "e"); len(exponent) < 10 {
			f, _, err := big.ParseFloat(s, 10, 40_000, big.ToNearestEven)
			want = err == nil && f.Abs(f).Cmp(most) < 0
		} else if s[0] == '1' && exponent[0] == '9' || strings.HasSuffix(s, "309") {
			want = false
		}
		if got := scan.IsInRange([]byte(s), 0); got != want {
			t.Errorf("%.30s... of %d bytes: %v, want %v", s, len(s), got, want)
		}
	}
}

// An exponent of any length is more than the range of binary64 has, or less. Some of 20 digits and more
// overflowed, and 1e11111111111111111111 was accepted.
func TestExponentsOfAnyLength(t *testing.T) {
	for length := 4; length < 300; length++ {
		for _, digit := range []string{"1", "5", "9"} {
			exponent := strings.Repeat(digit, length)
			if scan.IsInRange([]byte("1e"+exponent), 0) || !scan.IsInRange([]byte("1e-"+exponent), 0) {
				t.Errorf("%d digits %s", length, digit)
			}
		}
	}
}

// Numbers of any length are checked in constant memory, with I-JSON too, and give the verdict and the
// error that they give in memory.
func TestLongNumbersAreShortened(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, number := range numbersInRange() {
		for _, format := range []string{"%s", "[%s]", "\n [1, %s ,1e999]", `{"a":%s}`, "[%s]" + strings.Repeat(" ", 20_000)} {
			text := fmt.Sprintf(format, number)
			for _, opts := range [][]Option{nil, {IJSON()}, {MaxNumber(4900)}, {MaxNumber(5003), IJSON()}, {MaxNumber(300_000)}} {
				want := reportOf(Check([]byte(text), opts...))
				for _, most := range []int{600, 5000} {
					c := small(4096, scan.DetectedAround, opts...)
					r := jsontest.PiecesOf([]byte(text), most, rng)
					err := c.read(context.Background(), r)
					if got := reportOf(err); got != want {
						t.Fatalf("%.20s of %d bytes in %.10q, %v: %s, want %s", number, len(number), format, opts, got, want)
					}
					if cap(c.buf) > 32<<10 {
						t.Errorf("%.20s of %d bytes in %.10q, %v: %d bytes of memory", number, len(number), format, opts, cap(c.buf))
					}
				}
			}
		}
	}
}

// A name that must be compared is held in memory, up to a limit, which does not depend on the pieces.
func TestLongNamesAreRejected(t *testing.T) {
	for _, opts := range [][]Option{{UniqueNames()}, {IJSON()}, {UniqueNames(), ReadAhead()}} {
		for length, tooLong := range map[int]bool{leastNameLimit: false, leastNameLimit + 1: true, 3 * leastNameLimit: true} {
			text := []byte(`{"a":1, "` + strings.Repeat("x", length-2) + `":1}`)
			for name, r := range map[string]*bytes.Reader{"at once": bytes.NewReader(text), "in halves": bytes.NewReader(text)} {
				in := jsontest.ReaderFunc(r.Read)
				if name == "in halves" {
					in = iotest.HalfReader(in).Read
				}
				err := CheckReader(context.Background(), in, append(opts, MaxToken(1))...)
				e, _ := err.(*SyntaxError)
				if isRight := e == nil && !tooLong || e != nil && tooLong && e.Kind == TokenTooLong && e.Offset == 8; !isRight {
					t.Errorf("%d bytes, %s: %v", length, name, err)
				}
			}
		}
	}
}
