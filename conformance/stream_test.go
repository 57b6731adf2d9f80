package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/tokenizer"
)

// reportOf returns everything that an error reports, except its pointer.
func reportOf(err error) string {
	var e *tokenizer.SyntaxError
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.Related()
	return fmt.Sprintf("%v %d %d [%v] %+v %+v %v: %v", e.Kind, e.Offset, e.Length, e.Expected, e.Position(), related, ok, e)
}

func checkStream(t *testing.T, name string, r io.Reader, b []byte, opts ...tokenizer.Option) {
	t.Helper()
	got := reportOf(tokenizer.CheckReader(context.Background(), r, tokenizer.JoinOptions(opts...)))
	if want := reportOf(tokenizer.Check(b, opts...)); got != want {
		t.Errorf("%s: %s, want %s", name, got, want)
	}
}

// The inputs of the suite and of the table of errors are read as streams. Each input is read alone.
// Some inputs are also read after a lot of white space, so that the stream is read in several
// parts.
func TestStreamsOfSuiteAndErrors(t *testing.T) {
	cases := suite(t)
	far := bytes.Repeat([]byte(" \r\n"), 400_000)
	asmtest.EachKernel(t, func(t *testing.T) {
		for i, c := range cases {
			checkStream(t, c.Name, iotest.HalfReader(bytes.NewReader(c.Data)), c.Data)
			if i%8 == 0 && !slow() || i%64 == 0 {
				b := append(far[:len(far)-i:len(far)-i], c.Data...)
				checkStream(t, c.Name, bytes.NewReader(b), b)
			}
		}
		for i, c := range errorCases {
			checkStream(t, c.in, iotest.OneByteReader(bytes.NewReader([]byte(c.in))), []byte(c.in), c.opts...)
			if i%8 == 0 && !slow() || i%64 == 0 {
				b := append(far[:len(far)-i:len(far)-i], c.in...)
				checkStream(t, c.in, bytes.NewReader(b), b, c.opts...)
			}
		}
	})
}

// Real documents are read as streams. They are intact, truncated or damaged.
func TestStreamsOfDocuments(t *testing.T) {
	docs := documents(t)
	rounds := 3
	if slow() {
		rounds = 1
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 4))
		for _, d := range docs {
			checkStream(t, d.Name, bytes.NewReader(d.Data), d.Data)
			for range rounds {
				b := d.Data[:rng.IntN(len(d.Data))]
				checkStream(t, d.Name+" cut", bytes.NewReader(b), b)
				b = damage(rng, bytes.Clone(d.Data))
				checkStream(t, d.Name+" damaged", iotest.DataErrReader(bytes.NewReader(b)), b)
			}
		}
	})
}
