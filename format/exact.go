package format

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// An InexactError reports a number whose value would change. See [Options.ExactNumbers].
type InexactError struct {
	Offset int64  // in bytes, from 0
	Number string // in the notation of JSON
	Result string // the canonical form
}

// Error returns a message with the position and both numbers.
func (e *InexactError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message()) }

// Message returns a message without the position.
func (e *InexactError) Message() string {
	return fmt.Sprintf("the number %s would become %s", e.Number, e.Result)
}

// checkExact returns an [*InexactError] for the first number in src, which must be valid, whose value differs from
// that of its canonical form.
func checkExact(src []byte, o Options) error {
	if !o.Records {
		return checkExactDocument(src, 0, o.Dialect)
	}
	for r := range records.All(src) {
		if err := checkExactDocument(r.Data, r.Offset, dialect.JSON); err != nil {
			return err
		}
	}
	return nil
}

// checkExactDocument is checkExact for a document that begins at the given offset.
func checkExactDocument(src []byte, begin int64, d dialect.Dialect) error {
	json, places, _ := dialect.Lower(src, d)
	tokens := tokenizer.New(json)
	for {
		token, err := tokens.Next()
		if err != nil {
			return nil // the text is valid, so it has ended
		}
		number := token.Raw()
		if token.Kind() != tokenizer.Number || isCanonicalNumber(number) {
			continue
		}
		if result := appendCanonicalNumber(nil, number); !sameValue(number, result) {
			return &InexactError{begin + places.Offset(token.Offset()), string(number), string(result)}
		}
	}
}

// sameValue reports whether two numbers are equal, digit by digit.
func sameValue(a, b []byte) bool {
	digitsA, pointA := digitsOf(nil, a)
	digitsB, pointB := digitsOf(nil, b)
	if len(digitsA) == 0 || len(digitsB) == 0 {
		return len(digitsA) == len(digitsB) // zeros
	}
	return bytes.Equal(digitsA, digitsB) && pointA == pointB && (a[0] == '-') == (b[0] == '-')
}
