package stream

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// serviceLimits sets limits of several kinds.
func serviceLimits(c *Config) {
	for _, change := range []option{uniqueNames, maxBytes(8 << 20), maxDepth(128), maxString(1 << 20), maxNumber(1000), maxMembers(100_000), maxTokens(1_000_000)} {
		change(c)
	}
}

// limits are the options that set one limit.
var limits = []func(n int) option{
	func(n int) option { return maxBytes(int64(n)) }, func(n int) option { return maxTokens(int64(n)) },
	maxString, maxNumber, maxMembers, maxDepth,
}

// checkSegments checks that a stream in pieces gives the same result as a check in memory, whatever
// the segments are. With limits, the JSON Pointer of an error is known wherever it is.
func checkSegments(t *testing.T, rng *rand.Rand, b []byte, opts ...option) {
	t.Helper()
	err := check(b, opts...)
	if kindOf(err) == flaw.InputTooLong && check(b, append(slices.Clip(opts), maxBytes(math.MaxInt64))...) != nil {
		return // a stream may report an error that comes before the limit
	}
	wantPointer, _ := pointerOf(err)
	for _, segment := range []int{512, 700, 1 << 20} {
		c := small(segment, flaw.DetectedAround, opts...)
		got := c.read(context.Background(), jsontest.PiecesOf(b, 1+rng.IntN(1500), rng))
		if describe(got) != describe(err) {
			t.Fatalf("segment %d: %s, want %s\n%.300q", segment, describe(got), describe(err), b)
		}
		config := configOf(opts...)
		config.Segment = segment
		if got := Verdict(t.Context(), jsontest.PiecesOf(b, 1+rng.IntN(1500), rng), config); kindOf(got) != kindOf(err) {
			t.Fatalf("segment %d: the verdict is %v, want %v\n%.300q", segment, got, err, b)
		}
		pointer, known := pointerOf(got)
		path := &c.kernels.limits.trail.Path
		if known && pointer != wantPointer || !known && c.kernels.limits.wanted && path.IsKnown(path.Depth()) {
			t.Fatalf("segment %d: at %q (%v), want %q: %v\n%.300q", segment, pointer, known, wantPointer, err, b)
		}
	}
}

// pointerOf returns the JSON Pointer of an error, and whether it is known. That of a valid document is "".
func pointerOf(err error) (pointer string, known bool) {
	var e *flaw.Report
	if !errors.As(err, &e) {
		return "", true
	}
	return e.Pointer(), e.HasPointer()
}

// Each limit is set to a small number, or to a number close to the length of the document. In some
// of the checks, names must be unique, or the document begins with a byte order mark.
func TestStreamLimits(t *testing.T) {
	documents := jsontest.StreamSeeds()
	for _, n := range []int{30, 700, 20_000} {
		if n > 700 && longtest.Off() {
			break
		}
		documents = append(documents, jsontest.ManyNames(n, 3), jsontest.ManyNames(n, 40), jsontest.ManyNames(n, 65))
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, s := range documents {
			b := []byte(s)
			marked := append([]byte(scan.BOM), b...)
			for i, limit := range limits {
				few, many := limit(rng.IntN(40)), limit(len(b)-rng.IntN(1+len(b)/2))
				checkSegments(t, rng, b, few)
				checkSegments(t, rng, b, many)
				checkSegments(t, rng, b, few, uniqueNames)
				checkSegments(t, rng, marked, many, uniqueNames, allowBOM)
				checkSegments(t, rng, b, serviceLimits, []option{few, many}[i%2])
			}
		}
	})
}

// The documents are valid or invalid, and some have equal names.
func TestStreamNames(t *testing.T) {
	rounds := 400
	if longtest.Off() {
		rounds = 50
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 2))
		for range rounds {
			b := jsontest.NewNamer(rng).Document()
			checkSegments(t, rng, b, uniqueNames)
			limit := []option{maxMembers(1 + rng.IntN(80)), maxTokens(1 + rng.Int64N(int64(len(b)/4))), maxString(1 + rng.IntN(60)), maxNumber(4)}
			checkSegments(t, rng, b, serviceLimits, limit[rng.IntN(len(limit))])
			checkSegments(t, rng, b[:rng.IntN(len(b))], uniqueNames)
			checkSegments(t, rng, jsontest.Wreck(rng, b), uniqueNames)
		}
	})
}

// The array index in the pointer of an error is correct, whatever escapes the elements before the
// error have.
func TestPointersBehindEscapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, last := range []string{`"\n\n\n, too long"`, `{"\n\"":1,"\n\"":2}`, `nope`, `"x",1,,`, `12é`, `tru"`, `"too long`, `"\x"`} {
		for _, between := range []string{`"\n"`, `"\\ \u00e9"`, `1`, `[ "\n", 2]`, `{"\t":"\"", "x":{"\t\n":0}}`} {
			for n := range 40 {
				b := []byte("[" + strings.Repeat("1,", 4000) + strings.Repeat(between+",", n) + last + strings.Repeat(",1", 3000) + "]")
				checkSegments(t, rng, b, uniqueNames, maxString(12))
			}
		}
	}
}

// So is the pointer of an error behind so many blanks that the checker has dropped all text before them.
func TestPointersBehindBlanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, open := range []string{"[1,", `{"a":1,`, `[[1,{"a":[1,2`, "1", "[1"} {
		for _, last := range []string{"x", "-", "1.x", "1e+", "01", "tru", "3\"a", "{1", "-]", "1é", "true1", "2,", `"a":1.x`, `"x1`, "\"1\x01"} {
			b := []byte(open + strings.Repeat(" \r\n", 700) + last)
			checkSegments(t, rng, b, maxNumber(1))
			checkSegments(t, rng, b, serviceLimits)
		}
	}
}

// So is the pointer of an error directly behind a value, also if the text ends between the two when a checkpoint is made.
func TestPointersDirectlyBehindValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, last := range []string{"true+10", "null.5", "false1", "nullnull", "true-", `"a"1`, `"a"+`, "1true", "[]1", "{}e", "1+", "12" + strings.Repeat("3", 2000) + "+"} {
		for n := range 64 {
			for _, open := range []string{`[1,`, `{"a":[1,2],"b":`} {
				b := []byte(open + strings.Repeat(" ", 440+n) + last + strings.Repeat(`,"x"`, 400))
				checkSegments(t, rng, b, serviceLimits, maxNumber(3000))
			}
		}
	}
}

// The pointer of an error is unknown only in the value of a name that is too long to be kept, not after it.
func TestPointersBehindLongName(t *testing.T) {
	name := `"` + strings.Repeat("name", 3<<18) + `"`
	for _, c := range []struct {
		text  string
		known bool
	}{
		{`[0, {"x": 1, ` + strings.TrimSuffix(name, `"`) + `\x`, true},
		{`[0, {"x": 1, ` + name + `x`, false},
		{`[0, {"x": 1, ` + name + `: x`, false},
		{`[0, {"x": 1, ` + name + `: {"y": [x`, false},
		{`[0, {"x": 1, ` + name + `: {"y": [1]}x`, true},
		{`[0, {"x": 1, ` + name + `: {"y": [1]}, "z": x`, true},
		{`[0, {"x": 1, ` + name + `: {"y": [1]}, "z": {"y": [1, x`, true},
		{`[0, {"x": 1, ` + name + `: {"y": [1]}}, {"z": x`, true},
	} {
		for _, spaces := range []int{0, 3 << 20} {
			b := []byte(strings.TrimSuffix(c.text, "x") + strings.Repeat(" ", spaces) + "x")
			checker := newChecker(rulesOf(maxMembers(10)))
			_, err := checker.ReadFrom(bytes.NewReader(b))
			if err == nil {
				err = checker.Close()
			}
			want, _ := pointerOf(check(b, maxMembers(10)))
			if got, known := pointerOf(err); err == nil || known != c.known || known && got != want {
				t.Errorf("%.20s...%s, %d spaces: %.99q, %t, want %.99q: %v", c.text, c.text[12+len(name):], spaces, got, known, want, err)
			}
		}
	}
}

// The result must be the same as in memory for any limit on any document.
func FuzzStreamLimits(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range append(jsontest.StreamSeeds(), jsontest.ManyNames(2000, 5), jsontest.ManyNames(2000, 70)) {
		f.Add([]byte(s), uint8(0), uint16(20))
		f.Add([]byte(s), uint8(3), uint16(20))
	}
	f.Fuzz(func(t *testing.T, b []byte, which uint8, limit uint16) {
		rng := rand.New(rand.NewPCG(uint64(which), uint64(limit)))
		change := limits[int(which)%len(limits)](int(limit))
		checkSegments(t, rng, b, change, uniqueNames)
		checkSegments(t, rng, b, serviceLimits, change)
	})
}
