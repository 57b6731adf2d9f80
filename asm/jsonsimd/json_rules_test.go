package jsonsimd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
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

// pairedSurrogates is the oracle: it reports whether b is a valid document without an escape of a
// lone surrogate.
func pairedSurrogates(b []byte) bool {
	if !json.Valid(b) || !utf8.Valid(b) {
		return false
	}
	escape := func(b []byte) uint64 { // 0 if b does not begin with an escape
		if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(b[2:6]), 16, 16)
		return n
	}
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		switch n := escape(b[i:]); {
		case n>>10 == 0xD800>>10:
			if escape(b[i+6:])>>10 != 0xDC00>>10 {
				return false
			}
			i += 11
		case n>>10 == 0xDC00>>10:
			return false
		default:
			i++
		}
	}
	return true
}

// The strings have escapes in every order around the end of a chunk, and escapes of every value.
func TestJSONPairedSurrogates(t *testing.T) {
	parts := []string{`\uD800`, `\udbff`, `\uDC00`, `\udFfF`, `\u0041`, `\uD7FF`, `\uE000`, `\\`, `\n`, `u`, `a`, `\"`}
	code := make([]byte, len(parts))
	for i := range code {
		code[i] = byte(i)
	}
	eachJSONKernel(t, func(t *testing.T) {
		for n := range 4 {
			asmtest.EachSequence(code, n, func(seq []byte) {
				b := []byte(`["`)
				for _, i := range seq {
					b = append(b, parts[i]...)
				}
				b = append(b, `"]`...)
				if n < 3 {
					for move := 480; move < 515; move++ {
						checkRules(t, b, jsonsimd.PairedSurrogates, pairedSurrogates, move)
					}
				}
				checkRules(t, b, jsonsimd.PairedSurrogates, pairedSurrogates, 490+len(b)%20)
			})
		}
		for n := range 0x10000 {
			if asmtest.Slow() && n%17 != 0 {
				continue
			}
			checkRules(t, fmt.Appendf(nil, `"\u%04x"`, n), jsonsimd.PairedSurrogates, pairedSurrogates)
			checkRules(t, fmt.Appendf(nil, `"\uD800\u%04X"`, n), jsonsimd.PairedSurrogates, pairedSurrogates)
			checkRules(t, fmt.Appendf(nil, `"\u%04X\uDFFF"`, n), jsonsimd.PairedSurrogates, pairedSurrogates)
		}
		checkRules(t, []byte(`"`+strings.Repeat(`\uD83D\uDE00`, 300)+`"`), jsonsimd.PairedSurrogates, pairedSurrogates, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
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
