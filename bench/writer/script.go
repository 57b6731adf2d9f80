package writer

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"unsafe"

	"github.com/assayjson/assay/tokenizer"
)

// An op is a token that is written.
type op struct {
	text  string // the text of a string or name, or a number as it is written
	bits  uint64 // of an int64 or float64
	kind  tokenizer.TokenKind
	isInt bool
}

func (o *op) integer() int64 { return int64(o.bits) }
func (o *op) float() float64 { return math.Float64frombits(o.bits) }
func (o *op) raw() []byte    { return unsafe.Slice(unsafe.StringData(o.text), len(o.text)) }

// script returns the tokens of a document.
func script(text []byte) (ops []op) {
	for token, err := range tokenizer.New(text).All() {
		if err != nil {
			panic(err)
		}
		o := op{kind: token.Kind(), text: token.String()}
		if o.kind == tokenizer.Number {
			if i, err := token.Int64(); err == nil {
				o.bits, o.isInt = uint64(i), true
			} else if f, err := token.Float64(); err == nil {
				o.bits = math.Float64bits(f)
			}
		}
		ops = append(ops, o)
	}
	return ops
}

// checkOutput runs work once, and compares the number of tokens and the kinds of its output with those
// of the subject. The value of the field may be different.
func checkOutput(s *subject, work func() ([]byte, error)) error {
	out, err := work()
	if err != nil {
		return err
	}
	want, err := shape(s.text, s)
	if err != nil {
		return err
	}
	got, err := shape(out, s)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("the output has the shape %s, the input %s", got, want)
	}
	return nil
}

// shape describes the tokens of a text without the values of the field.
func shape(text []byte, s *subject) (string, error) {
	counts := map[tokenizer.TokenKind]int{}
	length := 0
	document := func(text []byte) error {
		tokens := tokenizer.New(text)
		for {
			token, err := tokens.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			counts[token.Kind()]++
			switch token.Kind() {
			case tokenizer.Name:
				length += len(token.String())
				if token.String() == s.field {
					tokens.Skip()
				}
			case tokenizer.String:
				length += len(token.String())
			}
		}
	}
	if !s.lines {
		err := document(text)
		return fmt.Sprint(counts, length), err
	}
	for line := range bytes.Lines(text) {
		if err := document(line); err != nil {
			return "", err
		}
	}
	return fmt.Sprint(counts, length), nil
}
