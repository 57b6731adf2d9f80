package decode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// Read returns what As returns, whatever the reader is like.
func TestRead(t *testing.T) {
	d, err := decode.For[account]()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		``, ` `, `{}`, `{"role":"a"}`, `{"role":1,"age":300}`, `{"role":"a"`, `{"role":"a"}x`,
		`{"role":"` + strings.Repeat("a", 2000) + `"}`, `{"x":"` + strings.Repeat("é", 5000) + `","age":7}`,
	} {
		want, wantErr := decode.As[account]([]byte(text))
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "end with data": iotest.DataErrReader(strings.NewReader(text)),
			"chunks": jsontest.InChunks([]byte(text), 100), "buffer": bytes.NewBufferString(text),
		} {
			got, err := d.Read(context.Background(), r)
			if !reflect.DeepEqual(got, want) || summary(err) != summary(wantErr) {
				t.Errorf("%.40s, %s: %v, %v; want %v, %v", text, name, got, err, want, wantErr)
			}
		}
	}
}

// A limit is exceeded by the same texts, with the same errors, as with As. What is read beyond it is bounded.
func TestReadLimit(t *testing.T) {
	for _, text := range []string{
		`{"role":"aé\ud83d\ude00\u0041€😀","age":-12e3,"x":[true,false,null]}  `, `{"role":"a` + "\xff" + `"}  x`, strings.Repeat("[", 40), strings.Repeat(" ", 40) + "1",
	} {
		for n := range len(text) + 2 {
			for _, checks := range [][]tokenizer.Option{{tokenizer.MaxBytes(int64(n))}, {tokenizer.MaxBytes(int64(n)), tokenizer.IJSON()}} {
				long := text + strings.Repeat(" ", 10_000)
				want, wantErr := decode.As[any]([]byte(long), decode.Checks(checks...))
				r := strings.NewReader(long)
				got, err := decode.Read[any](context.Background(), r, decode.Checks(checks...))
				if !reflect.DeepEqual(got, want) || describe(err) != describe(wantErr) {
					t.Errorf("%s, %d bytes: %v, %v; want %v, %v", text, n, got, err, want, wantErr)
				}
				if read := len(long) - r.Len(); read > n+1 {
					t.Errorf("%d bytes: %d have been read", n, read)
				}
			}
		}
	}
}

// describe returns the kind and place of a syntax error.
func describe(err error) string {
	var invalid *tokenizer.SyntaxError
	if errors.As(err, &invalid) {
		return fmt.Sprint(invalid.Kind, invalid.Offset, invalid.Length)
	}
	return fmt.Sprint(err)
}

var errReader = errors.New("the reader has failed")

// The errors of readers, contexts and types are returned without a value.
func TestReadErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	failing := io.MultiReader(strings.NewReader(`{"role":"a"}`), iotest.ErrReader(errReader))
	if got, err := decode.Read[account](ctx, failing); err != errReader || got.Role != "" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := decode.Read[chan int](ctx, iotest.ErrReader(errReader)); !errors.As(err, new(*decode.TypeError)) {
		t.Error(err)
	}
	cancel()
	if got, err := decode.Read[account](ctx, strings.NewReader(`{"role":"a"}`)); err != context.Canceled || got.Role != "" {
		t.Errorf("%v, %v", got, err)
	}
}
