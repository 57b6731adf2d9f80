package tokenizer

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

func TestPointerTokens(t *testing.T) {
	for body, want := range map[string]string{
		``: "/", `a`: "/a", `a/b`: "/a~1b", `~`: "/~0", `~1`: "/~01", `\u002f\u007E`: "/~1~0", `\"`: `/"`, `é`: "/é",
	} {
		src := []byte(`{"` + body + `":x}`)
		if got := pointerOf(Check(src).(*SyntaxError)); got != want {
			t.Errorf("%s: pointer %q, want %q", src, got, want)
		}
	}
}

// traceByBytes is like place.Trace, but reads one byte at a time.
func traceByBytes(src []byte) []place.Frame {
	var frames []place.Frame
	for i := 0; i < len(src); i++ {
		last := len(frames) - 1
		switch src[i] {
		case '{', '[':
			frames = append(frames, place.Frame{Opener: i, Object: src[i] == '{'})
		case '}', ']':
			frames = frames[:last]
		case ',':
			frames[last].Index++
			frames[last].Name = place.Span{}
		case '"':
			n, closed := syntax.StringLen(src[i:])
			if closed && last >= 0 && frames[last].Object && frames[last].Name == (place.Span{}) {
				frames[last].Name = place.Span{Begin: i, End: i + n}
			}
			i += n - 1
		}
	}
	return frames
}

// Kernels must find the same pointers and brackets as a loop over bytes.
func TestTraceIsThatOfBytes(t *testing.T) {
	rounds := 3000
	if longtest.Off() {
		rounds = 500
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 1))
		for round := range rounds {
			b := []byte(jsontest.Nested(rng, 50<<rng.IntN(8)))
			if round%2 == 0 {
				b = jsontest.NewNamer(rng).Document()
			}
			end := len(b)
			if err := Check(b); err != nil {
				end = int(err.(*SyntaxError).Offset)
			}
			src := b[:rng.IntN(end+1)]
			want := traceByBytes(src)
			if got := place.Trace(src); !slices.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", src, got, want)
			}
			if err, ok := Check(src).(*SyntaxError); ok && err.Kind == Truncated {
				opener, found := place.InnermostOpener(src)
				if found != (len(want) > 0) || found && opener != want[len(want)-1].Opener {
					t.Fatalf("%q: bracket at %d %v, want %v", src, opener, found, want)
				}
			}
		}
	})
}

// Trace finds the escaped characters of a block by an addition, which must be correct across the
// boundaries of blocks.
func TestTraceOfEscapes(t *testing.T) {
	for n := range 200 {
		for _, after := range []string{`"`, `x"`, `\""`} {
			run := strings.Repeat(`\\`, n)
			src := []byte(`[` + strings.Repeat(" ", n%67) + `"` + run + after + `,["[` + run + after + `,{"a` + run + after + `:[` + strings.Repeat("1,", 40_000*(n/199)))
			if got, want := place.Trace(src), traceByBytes(src); !slices.Equal(got, want) {
				t.Fatalf("%d backslashes, then %s: %v, want %v", 2*n, after, got, want)
			}
			if opener, ok := place.InnermostOpener(src); !ok || opener != bytes.LastIndexByte(src, '[') {
				t.Fatalf("%d backslashes: the innermost bracket is at %d", 2*n, opener)
			}
		}
	}
}

// Pointer used to panic after an error inside an element or a name.
func TestPointerAfterErrorInToken(t *testing.T) {
	for _, doc := range []string{`[1, -x`, `[1, "\q"]`, `{"a":1, "b\q":2}`} {
		for _, opts := range [][]TokenizerOption{nil, {KeepGoing()}} {
			tokens := New([]byte(doc), opts...)
			for err := error(nil); err == nil; {
				_, err = tokens.Next()
			}
			tokens.Pointer()
		}
	}
}
