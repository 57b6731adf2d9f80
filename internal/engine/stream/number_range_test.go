package stream

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Violations of I-JSON, and what looks like them, are moved over the ends of portions and segments.
func TestIJSONInStream(t *testing.T) {
	values := []string{`"\ud800"`, `"\udfff\ud800x"`, `"\ud800\n"`, `"\ud83d\ude00"`, `"\ud83f\udffe"`, `"\uFFFF"`, `"\\ud800"`, "\"\uFFFE\"", "\"\U0010FFFF\"",
		"1e309", "-1.5e+400", "1e308", `1e300, "see 1e400, "`, `1e400, "\ud800"`, `"\ud800", 1e400`, `{"a": 1e400, "a": 1}`, `{"a": 1, "\u0061": 1e400}`, "1e400x", `"\ud800\udc0"`}
	for _, number := range jsontest.NumbersInRange() {
		if len(number) < 400 {
			values = append(values, number)
		}
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		c := small(2*jsonsimd.IndexUnit, flaw.DetectedAround, iJSON)
		for _, value := range values {
			for move := range 24 {
				for _, at := range []int{jsonsimd.IndexUnit, 3 * jsonsimd.IndexUnit, 8 * jsonsimd.IndexUnit} {
					b := []byte(`{"name": [1` + strings.Repeat(" ", at+move-24) + "," + value + `], "x": ["` + strings.Repeat(`\ud83d\ude00`, 300) + `", 1e400]}`)
					checkStream(t, c, iotest.HalfReader(bytes.NewReader(b)), b, iJSON)
				}
			}
		}
	})
}

// Numbers that end at the end of a portion, or continue after it, are examined as a whole.
func TestNumbersOverPortions(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		c := small(2*jsonsimd.IndexUnit, flaw.DetectedAround, iJSON)
		for _, integer := range []int{1, 9, 110, 250, 309, 310, 400} {
			for _, exponent := range []string{"", "e-5", "e-400", "e100", "e199", "e250", "e+0299", "e308", ".5e-100"} {
				number := strings.Repeat("7", integer) + exponent
				for end := range len(number) + 2 {
					if longtest.Off() && end > 20 && end < len(number)-20 && end%5 > 0 {
						continue
					}
					b := []byte("[" + strings.Repeat(" ", 2*jsonsimd.IndexUnit-1-end) + number + strings.Repeat(", 1e250", 300) + "]")
					checkStream(t, c, iotest.HalfReader(bytes.NewReader(b)), b, iJSON)
				}
			}
		}
	})
}
