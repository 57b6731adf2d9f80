package tokenizer

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Whether a token is too long does not depend on how the stream is cut into reads.
func TestMaxToken(t *testing.T) {
	const most = 700
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 12))
		for _, c := range []struct{ begin, repeated, end string }{
			{`"`, "x", `"`}, {`"`, "é", `"`}, {`"`, `\n`, `"`}, {`"`, `\u0041`, `"`}, {`-1`, "0", ""}, {"1.5", "1", "e7"},
		} {
			for n := most - 8; n <= most+8; n += step {
				k := (n - len(c.begin) - len(c.end)) / len(c.repeated)
				token := c.begin + strings.Repeat(c.repeated, k) + c.end
				for _, before := range []string{"", "[", `[0,1,` + strings.Repeat(" ", 300), `[` + strings.Repeat(`"0123456789",`, 1000)} {
					doc := before + token
					if before != "" {
						doc += ",0]"
					}
					r := smallReader(jsontest.PiecesOf([]byte(doc), 1+rng.IntN(2000), rng), 600, 1+rng.IntN(100))
					r.scanner.MaxToken = most
					err := last(r)
					var e *SyntaxError
					switch isLong := len(token) > most; {
					case !isLong && err != io.EOF:
						t.Fatalf("%d bytes of %.10q: %v", len(token), token, err)
					case isLong && (!errors.As(err, &e) || e.Kind != TokenTooLong || e.Offset != int64(len(before)) || e.Length != 1):
						t.Fatalf("%d bytes of %.10q at %d: %v", len(token), token, len(before), err)
					}
				}
			}
		}
	})
	var e *SyntaxError
	long := NewReader(strings.NewReader(`["`+strings.Repeat("x", 1<<20)+`"]`), MaxToken(1))
	if err := last(long); !errors.As(err, &e) || e.Message() != "the token is longer than 65536 bytes" || pointerOf(e) != "/0" {
		t.Error(err)
	}
}

// For an input that is too long, a Tokenizer returns the same error as CheckReader.
func TestReaderMaxBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	rounds := 40
	if longtest.Off() {
		rounds = 3
	}
	for _, s := range append(jsontest.StreamSeeds(), "[1 x", "[1 x"+strings.Repeat(" ", 9000), "\xEF\xBB\xBF[]") {
		for range rounds {
			most := maxBytes(rng.IntN(len(s) + 2))
			want := CheckReader(context.Background(), strings.NewReader(s), most, UniqueNames())
			if want == nil {
				want = io.EOF
			}
			r := smallReader(jsontest.PiecesOf([]byte(s), 1+rng.IntN(2000), rng), 600, bufferHistory, most, UniqueNames())
			if got := last(r); reportOf(got) != reportOf(want) {
				t.Fatalf("%.100q: %s, want %s", s, reportOf(got), reportOf(want))
			}
		}
	}
}

// Nothing long stays in memory except the current token, and the memory of a long token is released
// soon.
func TestReaderMemory(t *testing.T) {
	size := int64(64 << 20)
	if longtest.Off() {
		size = 4 << 20
	}
	long := `["` + strings.Repeat("x", 1<<20) + `"],`
	for _, c := range []struct{ begin, repeated, end string }{
		{"[", `{"a":[1,2.5,true],"b":{"c":"x"}},` + "\n", "1]"},
		{"[" + long, `{"some longer name":[{}]},`, "1]"},
		{"[1,", strings.Repeat(" \r\n", 1000), "2]"},
	} {
		tokens := NewReader(&jsontest.Repeater{Rest: c.begin, Repeated: c.repeated, End: c.end, Times: size / int64(len(c.repeated)) / 3})
		for n := 0; ; n++ {
			_, err := tokens.Next()
			if err == io.EOF {
				break
			}
			f := tokens.buffer
			path := reflect.ValueOf(f.trail.Path)
			if err != nil || n > 1000 && cap(f.buf) > 64<<10 || path.FieldByName("text").Cap()+path.FieldByName("levels").Cap()+cap(f.positions.Open)+reflect.ValueOf(f.positions.Openers).FieldByName("steps").FieldByName("top").Cap() > 1000 {
				t.Fatalf("token %d: %v, %d bytes", n, err, cap(f.buf))
			}
		}
		if tokens.buffer.positions.Base < size/4 || cap(tokens.buffer.buf) > 64<<10 {
			t.Errorf("%d bytes have gone, %d are kept", tokens.buffer.positions.Base, cap(tokens.buffer.buf))
		}
	}
}

// White space does not stay in memory, even if it starts in the text of the first Read, for which
// there is an index.
func TestReaderDropsWhiteSpace(t *testing.T) {
	for _, begin := range []string{"[", `{"a":`, "", "[[1,2,3],"} {
		tokens := NewReader(strings.NewReader(begin + strings.Repeat(" ", 4<<20) + "[1"))
		for {
			token, err := tokens.Next()
			if err != nil {
				t.Fatal(err)
			}
			if token.Offset() > 1<<20 {
				break
			}
		}
		if size := cap(tokens.buffer.buf); size > 64<<10 {
			t.Errorf("%q and spaces: %d bytes of memory", begin, size)
		}
	}
}
