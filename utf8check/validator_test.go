package utf8check

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/utf8check/utf8test"
)

// validate writes the parts to a Validator and returns its error.
func validate(chunks ...[]byte) error {
	var v Validator
	for _, c := range chunks {
		if _, err := v.Write(c); err != nil {
			return err
		}
	}
	return v.Close()
}

// checkValidator cuts b at the positions that the bits of cuts select, using these bits repeatedly
// if b is long. It compares the error with that of Check for all of b.
func checkValidator(t *testing.T, b []byte, cuts uint16) {
	t.Helper()
	var v Validator
	begin := 0
	for i := range b {
		if cuts>>(i%16)&1 != 0 {
			v.Write(b[begin:i]) // Close returns the error of Write again
			begin = i
		}
	}
	v.Write(b[begin:])
	checkSame(t, b, v.Close())
}

func checkSame(t *testing.T, b []byte, got error) {
	t.Helper()
	var g, w *Error
	errors.As(got, &g)
	errors.As(Check(b), &w)
	if (g == nil) != (w == nil) || g != nil && *g != *w {
		t.Errorf("% X: stream %v, whole %v", b, got, Check(b))
	}
}

// Every string over the byte classes, cut at every set of positions. Short tests omit strings of
// four bytes.
func TestValidatorExhaustive(t *testing.T) {
	utf8test.EachString(func(b []byte) {
		if longtest.Off() && len(b) == 4 {
			return
		}
		for cuts := range uint16(1) << len(b) {
			checkValidator(t, b, cuts)
		}
	})
}

func TestValidatorCutsAnywhere(t *testing.T) {
	for _, c := range cases {
		b := []byte("до " + c.in + " 😀 after")
		for i := range b {
			for j := i; j <= len(b); j++ {
				checkSame(t, b, validate(b[:i], b[i:j], b[j:]))
			}
		}
	}
}

func TestValidatorCountsWhatStandsBeforeTheError(t *testing.T) {
	var v Validator
	n, err := v.Write([]byte("é\xE2\x82"))
	if n != 4 || err != nil {
		t.Fatalf("first chunk: %d, %v", n, err)
	}
	n, err = v.Write([]byte("\xACab\xFF"))
	want := Error{7, 1, ImpossibleByte}
	if n != 3 || err == nil || *err.(*Error) != want {
		t.Fatalf("second chunk: %d, %+v; want 3, %+v", n, err, want)
	}
	if n, again := v.Write([]byte("fine")); n != 0 || again != err {
		t.Errorf("the error did not stay: %d, %v", n, again)
	}
	if again := v.Close(); again != err {
		t.Errorf("Close after an error: %v", again)
	}
	v.Reset()
	if err := v.Close(); err != nil {
		t.Errorf("Close after Reset: %v", err)
	}
}

func TestValidatorCopiesFromReader(t *testing.T) {
	var v Validator
	text := strings.Repeat("Привет, мир! ", 10000)
	if _, err := io.Copy(&v, strings.NewReader(text+"\xE2\x82")); err != nil {
		t.Fatal(err)
	}
	err := v.Close()
	want := Error{int64(len(text)), 2, Truncated}
	if err == nil || *err.(*Error) != want || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %+v, want %+v", err, want)
	}
}
