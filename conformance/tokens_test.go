package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// stdToken returns a token as encoding/json represents it.
func stdToken(t tokenizer.Token) json.Token {
	switch t.Kind() {
	case tokenizer.Null:
		return nil
	case tokenizer.True, tokenizer.False:
		return t.Kind() == tokenizer.True
	case tokenizer.Number:
		return json.Number(t.Raw())
	case tokenizer.String, tokenizer.Name:
		return t.String()
	}
	return json.Delim(t.Kind())
}

// checkTokens checks that the tokens of a document, and the offsets of their ends, are those of
// encoding/json.
func checkTokens(t *testing.T, name string, doc []byte) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	tokens := tokenizer.New(doc)
	for n := 0; ; n++ {
		got, err := tokens.Next()
		want, stdErr := dec.Token()
		if err == io.EOF && stdErr == io.EOF {
			return
		}
		if err != nil || stdErr != nil || stdToken(got) != want || got.Offset()+int64(len(got.Raw())) != dec.InputOffset() {
			t.Fatalf("%s, token %d: got %v at %d, %v; want %v that ends at %d, %v", name, n, got, got.Offset(), err, want, dec.InputOffset(), stdErr)
		}
	}
}

func TestTokensOfDocuments(t *testing.T) {
	docs := documents(t)
	cases := suite(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, d := range docs {
			if !longtest.Off() || len(d.Data) < 300_000 {
				checkTokens(t, d.Name, d.Data)
			}
		}
		for _, c := range cases {
			if tokenizer.Valid(c.Data) {
				checkTokens(t, c.Name, c.Data)
				checkTokens(t, c.Name, append(bytes.Repeat([]byte("\n"), 600), c.Data...))
			}
		}
	})
}

// A stream has the same tokens and pointers as a document in memory, wherever its pieces end.
func TestTokensOfStreams(t *testing.T) {
	docs := documents(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, d := range docs {
			if len(d.Data) > 1_000_000 || longtest.Off() && len(d.Data) > 300_000 {
				continue
			}
			pieces := iotest.DataErrReader(bytes.NewReader(d.Data))
			stream := tokenizer.NewReader(readerFunc(func(p []byte) (int, error) {
				return pieces.Read(p[:1+rng.IntN(len(p))])
			}))
			memory := tokenizer.New(d.Data)
			for n := 0; ; n++ {
				want, wantErr := memory.Next()
				got, err := stream.Next()
				if err != wantErr || err == nil && (got.Offset() != want.Offset() || got.Depth() != want.Depth() || got.Kind() != want.Kind() || !bytes.Equal(got.Raw(), want.Raw())) {
					t.Fatalf("%s, token %d: got %v, %v; want %v, %v", d.Name, n, got, err, want, wantErr)
				}
				if err == io.EOF {
					break
				}
				if rng.IntN(10_000) == 0 && stream.Pointer() != memory.Pointer() {
					t.Fatalf("%s, token %d: %s, want %s", d.Name, n, stream.Pointer(), memory.Pointer())
				}
			}
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// An invalid document yields the tokens before the error, and then the error.
func TestTokensEndWithTheError(t *testing.T) {
	docs := documents(t)
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, d := range docs {
			for i := 1; i < 8; i++ {
				at := len(d.Data) * i / 8
				broken := bytes.Clone(d.Data[:at+1])
				broken[at] = 0xFF
				tokens := tokenizer.New(broken)
				end := int64(0)
				token, err := tokens.Next()
				for ; err == nil; token, err = tokens.Next() {
					end = token.Offset() + int64(len(token.Raw()))
				}
				if want := tokenizer.Check(broken); !reflect.DeepEqual(err, want) {
					t.Errorf("%s, byte %d: got %v, want %v", d.Name, at, err, want)
				}
				if left := bytes.TrimLeft(broken[end:at], " \t\r\n,:"); len(left) > 0 && json.Valid(left) {
					t.Errorf("%s, byte %d: %s was left out", d.Name, at, left)
				}
			}
		}
	})
}
