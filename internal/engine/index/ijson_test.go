package index_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A result is what a report states, without the text of the input. It is zero if there is no error.
type result struct {
	offset    int64
	length    int
	kind      flaw.ErrorKind
	expected  flaw.Expected
	related   int
	container bool
	limit     int64
	ijson     bool
}

func resultOf(r *flaw.Report) result {
	if r == nil {
		return result{}
	}
	return result{r.Offset, r.Length, r.Kind, r.Expected, r.Related, r.Container, r.Limit, r.IJSON}
}

// checkLikeScanner compares Check with the portable scanner, which is the oracle.
func checkLikeScanner(t *testing.T, rules scan.Rules, b []byte) {
	t.Helper()
	s := scan.Scanner{Src: b, Rules: rules}
	var want result
	if !s.Document() {
		want = resultOf(s.Report())
	}
	if got := resultOf(index.Check(&rules, b)); got != want {
		t.Fatalf("%+v, want %+v: %d bytes, %.300q", got, want, len(b), bytes.TrimLeft(b, " "))
	}
}

func ijsonRules() scan.Rules {
	rules := scan.Plain(scan.DefaultMaxDepth)
	rules.IJSON, rules.UniqueNames = true, true
	return rules
}

// Each violation of I-JSON is moved over the ends of the chunks and windows of the kernels.
func TestIJSONLikeScanner(t *testing.T) {
	values := []string{`"\ud800"`, `"\udfff\ud800x"`, `"\ud83d\ude00"`, `"\ud83f\udffe"`, `"\uFFFF"`, `"\uFDEF"`, `"\ufdf0"`, `"\\ud800"`, `"\\\ud800\""`,
		"\"\uFFFE\"", "\"\uFDD0\uFFFD\"", "\"\U0010FFFF\"", "1e309", "-1e+400", "1e308", "1e400, \"\\ud800\"", `"\ud800", 1e400`, `"see 1e400, 1e400 \\\\\", 1e400, \\"`,
		`{"a": 1e400, "a": 1}`, `{"a": 1, "\u0061": 1e400}`, `{"\ud800": 1}`, "1e400x", "1e400 1", "\"1e400", "1e400]]", `"\ud800\udc0"`, "\"\\uFFFF\xFF\"", "[1e400", "1e+0308", "1e-400"}
	for _, number := range jsontest.NumbersInRange() {
		if len(number) < 400 {
			values = append(values, number)
		}
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, value := range values {
			for _, at := range []int{0, 64, 500, 16 << 10, 32 << 10} {
				for move := range 24 {
					before := strings.Repeat(" ", max(at+move-12, 0))
					checkLikeScanner(t, ijsonRules(), []byte(before+value))
					checkLikeScanner(t, ijsonRules(), []byte(`{"name": [`+before+value+`], "x": "`+before+`"}`))
				}
			}
		}
	})
}

// The first digits of the numbers are those of the smallest number that is rounded to infinity, or
// differ from them in the last digit.
func TestNumbersNearLimitLikeScanner(t *testing.T) {
	const limit = "17976931348623158079"
	asmtest.EachKernel(t, func(t *testing.T) {
		for cut := range limit {
			for _, digit := range []byte{max(limit[cut]-1, '0'), limit[cut], min(limit[cut]+1, '9')} {
				digits := limit[:cut] + string(digit)
				for _, number := range []string{digits[:1] + "." + digits[1:] + "0e308", fmt.Sprintf("%se%d", digits, 308-cut), fmt.Sprintf("-%s.9E+%d", digits, 308-cut), "0." + digits + "e309"} {
					checkLikeScanner(t, ijsonRules(), []byte("["+strings.Repeat(" ", 64)+number+"]"))
				}
			}
		}
	})
}

// The test compares the results for long numbers, in range or not, in particular if a window of the
// kernels ends inside the number.
func TestLongNumbersLikeScanner(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range jsontest.NumbersInRange() {
			for _, before := range []int{0, 1, 63, 80, 16<<10 - 63, 16<<10 - 64, 16<<10 - 109, 16<<10 - 200, 16<<10 - 300, 16<<10 + 1} {
				checkLikeScanner(t, ijsonRules(), []byte("["+strings.Repeat(" ", before)+number+strings.Repeat(", 1", 8000)+"]"))
			}
		}
		for integer := 1; integer < 330; integer++ {
			for _, exponent := range []int{0, 9, 99, 100, 150, 199, 200, 250, 307, 308, 309} {
				for _, digit := range []string{"1", "9"} {
					for _, e := range []string{"e", "E+", "e00", "e-"} {
						number := strings.Repeat(digit, integer) + e + strings.Repeat("0", 3)[:3-len(strconv.Itoa(exponent))] + strconv.Itoa(exponent)
						checkLikeScanner(t, ijsonRules(), []byte("["+strings.Repeat(" ", integer*exponent%100)+number+"]"))
					}
				}
			}
		}
	})
}

// Numbers that are longer than a window are examined only once. They used to be examined again with
// each window, so a number of 4 MiB took several seconds.
func TestVeryLongNumbersTakeLinearTime(t *testing.T) {
	const size = 32 << 20
	zeros := strings.Repeat("0", size)
	for _, text := range []string{"[1, 0." + zeros + "]", "[1e" + zeros + "1]", "[0e1" + zeros + "]", `["` + strings.Repeat("1e999", size/5) + `", 1e300]`} {
		if r := index.Check(new(ijsonRules()), []byte(text)); r != nil {
			t.Errorf("%.10s...: %v at byte %d", text, r, r.Offset)
		}
	}
}

// Numbers out of range are found after very long numbers, which are not examined again.
func TestNumbersAfterVeryLongNumbersLikeScanner(t *testing.T) {
	row, exponent := strings.Repeat("9", 400), "1"+strings.Repeat("0", 30)+"e250" // the latter is in range, but not obviously
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, long := range []string{"0." + strings.Repeat("0", 40<<10), "0e9" + strings.Repeat("0", 40<<10), `"` + strings.Repeat("1e999", 8<<10) + `"`} {
			for _, after := range []string{row, exponent + "9", row + ", " + exponent, exponent + ", " + row, `"` + row + `", ` + row, long + ", " + row, long + ", " + exponent + "9"} {
				for _, between := range []int{0, 63, 64, 99, 8 << 10, 16 << 10} {
					checkLikeScanner(t, ijsonRules(), []byte("["+long+", "+strings.Repeat(" ", between)+after+"]"))
				}
			}
		}
	})
}

// The texts are random sequences of parts, most of them invalid.
func TestRandomIJSONLikeScanner(t *testing.T) {
	parts := []string{"[", "]", "{", "}", ",", ":", " ", `"`, `"a"`, `"b":`, `\ud83d`, `\uDE00`, `\uFFFE`, `\udbff\udfff`, "\uFFFF", "\U0001F600", "é", `\"`, `\\`,
		"1e400", "1e300", "12345678901e298", "7e-400", strings.Repeat("8", 150), strings.Repeat("8", 310), "e200", ".5", "1", "null", `","`, `"x 1e999, ",`}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 2))
		for range 30_000 / longtest.OneIn(4) {
			b := []byte(`{"first": ["` + strings.Repeat(`\ud83d\ude00`, rng.IntN(60)) + `", [`)
			for range rng.IntN(30) {
				part := parts[rng.IntN(len(parts))]
				switch rng.IntN(6) {
				case 0:
					b = append(b, part...)
				case 1:
					b = append(b, strings.Repeat(" ", rng.IntN(600))...)
				case 2:
					b = append(b, "1e250, "...)
				case 3:
					b = append(b, `{"n": 1}, `...)
				default:
					b = append(b, `"`+strings.ReplaceAll(part, `"`, "")+`", `...)
				}
			}
			b = append(b, `1]]}`...)
			checkLikeScanner(t, ijsonRules(), b)
		}
	})
}
