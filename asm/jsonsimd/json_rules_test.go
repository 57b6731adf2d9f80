package jsonsimd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var checker jsonsimd.Checker

// checkRules compares the verdict on b with the oracle. b is checked on its own, and after each
// number of spaces in moves. It is written in one part and in several.
func checkRules(t *testing.T, b []byte, rules jsonsimd.Rules, oracle func([]byte) bool, moves ...int) {
	t.Helper()
	want := oracle(b)
	for _, move := range append(moves, 0) {
		moved := append(bytes.Repeat([]byte(" "), move), b...)
		for _, size := range []int{len(moved), 512, 300, 7} {
			checker.Reset(maxDepth, rules)
			valid, known := true, true
			rest := moved
			for ; valid && len(rest) > size; rest = rest[size:] {
				valid = checker.Write(rest[:size])
			}
			if valid {
				valid, known = checker.End(rest)
			}
			if known && valid != want {
				t.Fatalf("%v, want %v: after %d spaces, in pieces of %d, %q", valid, want, move, size, b)
			}
		}
	}
}

// validRecords is the oracle: each line that is not empty must be a valid document.
func validRecords(b []byte) bool {
	for line := range bytes.Lines(b) {
		if len(bytes.Trim(line, " \t\r\n")) > 0 && !(json.Valid(line) && utf8.Valid(line)) {
			return false
		}
	}
	return true
}

func TestJSONRecords(t *testing.T) {
	longest := 6
	if asmtest.Slow() {
		longest = 4
	}
	tokens := []string{"{", "}", "[", "]", ":", ",", `"a"`, "1", "\n"}
	code := make([]byte, len(tokens))
	for i := range code {
		code[i] = byte(i)
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range longest + 1 {
			asmtest.EachSequence(code, n, func(seq []byte) {
				var b []byte
				for _, i := range seq {
					b = append(b, tokens[i]...)
				}
				if bytes.IndexByte(b, '\n') >= 0 && (n < longest || b[len(b)-1] != '\n') {
					checkRules(t, b, jsonsimd.Records, validRecords)
				}
			})
		}
	})
}

// The texts fill many chunks and groups of tokens. Some records are invalid, and some newlines are
// where none is allowed.
func TestJSONRecordsAmongOthers(t *testing.T) {
	rounds := 2_000
	if asmtest.Slow() {
		rounds = 200
	}
	eachJSONKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 22))
		for range rounds {
			var b []byte
			for range rng.IntN(60) {
				b = append(b, jsonWalk(rng, rng.IntN(30))...)
				b = append(b, []string{"\n", "\r\n", "\n\n", " \n\t"}[rng.IntN(4)]...)
			}
			checkRules(t, b, jsonsimd.Records, validRecords, rng.IntN(520))
			if len(b) > 0 {
				b[rng.IntN(len(b))] = '\n'
				checkRules(t, b, jsonsimd.Records, validRecords, rng.IntN(520))
				b = b[:rng.IntN(len(b))]
				checkRules(t, b, jsonsimd.Records, validRecords)
			}
		}
		for _, s := range []string{"", "\n", "1\n2", "1\n\n2\n", "\"\n\"", "[1\n,2]", "tru\ne", "1 2\n", "{}\n[]", "{}[]\n", "-\n1", "1\n,2", "\"a\":1\n", ",\n", "[\n]"} {
			for move := range 600 {
				checkRules(t, []byte(s), jsonsimd.Records, validRecords, move)
			}
		}
	})
}

// hasIJSONStrings is the oracle: it reports whether b is a valid document without lone surrogates
// and noncharacters.
func hasIJSONStrings(b []byte) bool {
	if !json.Valid(b) || !utf8.Valid(b) {
		return false
	}
	isNoncharacter := func(r rune) bool { return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF }
	escape := func(b []byte) rune { // 0 if b does not begin with an escape
		if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
		return rune(n)
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if b[i] == '\\' {
			if r, n = escape(b[i:]), 2; utf16.IsSurrogate(r) {
				if r, n = utf16.DecodeRune(r, escape(b[i+6:])), 12; r == utf8.RuneError {
					return false
				}
			}
		}
		if isNoncharacter(r) {
			return false
		}
		i += n
	}
	return true
}

// The strings have characters in every order around the end of a chunk, escaped or not, and escapes
// of every value.
func TestJSONIJSONStrings(t *testing.T) {
	parts := []string{`\uD800`, `\udbff`, `\uDC00`, `\udFfF`, `\u0041`, `\uD7FF`, `\uE000`, `\\`, `\n`, `u`, `a`, `\"`,
		`\uFFFe`, `\ufDDf`, `\uFFEF`, "\uFFFE", "\uFDD0", "\U0001FFFF", "\uFDF0", "\U0001FDD0", "\u07FF"}
	code := make([]byte, len(parts))
	for i := range code {
		code[i] = byte(i)
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range 4 {
			count := 0
			asmtest.EachSequence(code, n, func(seq []byte) {
				if count++; n == 3 && count%longtest.OneIn(5) != 0 {
					return
				}
				b := []byte(`["`)
				for _, i := range seq {
					b = append(b, parts[i]...)
				}
				b = append(b, `"]`...)
				if n < 3 {
					for move := 480; move < 515; move++ {
						checkRules(t, b, jsonsimd.IJSON, hasIJSONStrings, move)
					}
				}
				checkRules(t, b, jsonsimd.IJSON, hasIJSONStrings, 490+len(b)%20)
			})
		}
		for n := range 0x10000 {
			if asmtest.Slow() && n%17 != 0 {
				continue
			}
			checkRules(t, fmt.Appendf(nil, `"\u%04x"`, n), jsonsimd.IJSON, hasIJSONStrings)
			checkRules(t, fmt.Appendf(nil, `"\uD800\u%04X"`, n), jsonsimd.IJSON, hasIJSONStrings)
			checkRules(t, fmt.Appendf(nil, `"\u%04X\uDFFF"`, n), jsonsimd.IJSON, hasIJSONStrings)
		}
		for _, repeated := range []string{`\uD83D\uDE00`, `\uD83E\uDFFE`, `\uDBFF\uDFFD`, `\uFFFD`, "\uFFFD", "\u5FFE", "\U0001EFFF", "\uFDCF"} {
			checkRules(t, []byte(`"`+strings.Repeat(repeated, 300)+`"`), jsonsimd.IJSON, hasIJSONStrings, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
		}
	})
}

// A lone surrogate is found before the end of the string. Otherwise, Retreat could return a place
// after the string, as it once did if an escape of two characters follows the surrogate.
func TestJSONLoneSurrogateIsFoundInTime(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for _, s := range []string{`"\ud800"`, `"\ud800\n"`, `"\ud800\\"`, `"\ud800x"`, `"\ud800\u0000"`, `"\udc00"`} {
			b := []byte(strings.Repeat(" ", jsonsimd.IndexUnit-len(s)) + s)
			checker.Reset(maxDepth, jsonsimd.IJSON)
			if checker.Write(b) {
				t.Errorf("%s is not rejected before the next chunk", s)
			}
		}
	})
}

// Every noncharacter is found wherever the chunks end, whether it is escaped or not. The kernels
// also agree with the oracle on adjacent code points, and on texts in which one bit of a
// noncharacter or of its escape is flipped.
func TestJSONNoncharacters(t *testing.T) {
	eachJSONKernel(t, func(t *testing.T) {
		for r := rune(0x80); r <= unicode.MaxRune; r++ {
			plane := r & 0xFFFF
			if plane < 0xFFFD && (r>>16 > 1 || plane < 0xFDCF || plane > 0xFDF0) || asmtest.Slow() && r>>16 > 1 && r>>16 < 15 {
				continue
			}
			escaped := fmt.Sprintf(`"\u%04x"`, r)
			if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
				escaped = fmt.Sprintf(`"\u%04x\u%04X"`, high, low)
			}
			for move := 500; move < 513; move++ {
				checkRules(t, []byte(escaped), jsonsimd.IJSON, hasIJSONStrings, move)
				checkRules(t, []byte(`"`+string(r)+`"`), jsonsimd.IJSON, hasIJSONStrings, move)
			}
		}
		for _, r := range []string{"\uFDD0", "\uFDEF", "\uFFFE", "\U0001FFFE", "\U0010FFFF", `\uFDD0`, `\uFFFF`, `\uD83F\uDFFE`, `\udbff\udfff`} {
			for at := range len(r) {
				for bit := range 8 {
					b := []byte(`"` + r + `"`)
					b[1+at] ^= 1 << bit
					checkRules(t, b, jsonsimd.IJSON, hasIJSONStrings, 507, 508, 509, 510)
				}
			}
		}
	})
}

// A Checker on the stack keeps working when the stack is moved.
func TestJSONOnStack(t *testing.T) {
	document := []byte("[" + strings.Repeat(`{"a":"é\n"},`, 500) + "1]")
	eachJSONKernel(t, func(t *testing.T) {
		for depth := range 40 {
			done := make(chan bool)
			go func() {
				var j jsonsimd.Checker
				j.Reset(maxDepth, 0)
				for i := range document {
					if i%700 == 0 {
						growStack(depth)
					}
					j.Write(document[i : i+1])
				}
				valid, _ := j.End(nil)
				done <- valid
			}()
			if !<-done {
				t.Fatal("rejected")
			}
		}
	})
}

//go:noinline
func growStack(depth int) byte {
	var room [4096]byte
	if depth > 0 {
		room[depth] = growStack(depth - 1)
	}
	return room[depth/2]
}
