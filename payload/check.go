package payload

import (
	"encoding/json"
	"sync"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A target is what Decode decodes a body into.
type target struct {
	v     any
	isRaw bool  // *v becomes the body itself, or v is nil
	err   error // why a body that has passed the checks cannot be decoded
}

func isRaw(v any) bool {
	switch v.(type) {
	case *[]byte, *json.RawMessage:
		return true
	}
	return false
}

// set sets *t.v to a body if the type is one for raw bytes, and reports whether it has done that.
func (t *target) set(data []byte) bool {
	if len(data) == 0 {
		return false
	}
	switch p := t.v.(type) {
	case *[]byte:
		*p = data
	case *json.RawMessage:
		*p = data
	default:
		return false
	}
	return true
}

// A bodySchema is a schema for bodies that are not one JSON document, such as NDJSON. It also checks the text. Package openapi has such
// schemas.
type bodySchema interface {
	contract.Schema
	CheckBody(data []byte) *Error
}

// check checks a body after its content codings have been decoded. If t is not nil, check also decodes it
// into a Go value.
func (o *Options) check(data []byte, t *target) *Error {
	switch {
	case len(data) == 0 && (o.RequireBody || !o.AllowEmpty):
		return newError(Empty, "A body is required.")
	case len(data) == 0:
		return nil
	}
	if s, ok := o.Schema.(bodySchema); ok {
		return s.CheckBody(data)
	}
	if t != nil && !t.isRaw {
		return o.checkInto(data, t)
	}
	if e := o.checkText(data); e != nil {
		return e
	}
	return o.checkSchema(data)
}

// checkText checks a body against o.Checks.
func (o *Options) checkText(data []byte) *Error {
	if err := tokenizer.Check(data, o.Checks...); err != nil {
		return malformed(err.(*tokenizer.SyntaxError))
	}
	return nil
}

// documents has the memory for parsing bodies.
var documents = sync.Pool{New: func() any { return new(document.Document) }}

// checkInto is like check for a body that is not empty and is decoded into *t.v. If a method of the Go
// type panics, the memory of the document is not used again.
func (o *Options) checkInto(data []byte, t *target) *Error {
	d := documents.Get().(*document.Document)
	e := o.parseInto(d, data, t)
	if root := tape.Value(d.Root()); root.Kind() != 0 {
		root.Tape().Begin(nil, false) // the pool must not keep the body
	}
	if len(data) <= largeSize { // the document takes up to 8 times as much
		documents.Put(d)
	}
	return e
}

// parseInto does the work of checkInto. It parses the body once, for the schema and for the Go value.
// Package decode refuses equal names, so they are searched for beforehand only if more must be checked.
// Otherwise the text is checked as soon as something does not fit, because an error in the text comes first.
func (o *Options) parseInto(d *document.Document, data []byte, t *target) *Error {
	rules := tokenizer.RulesOf(o.Checks)
	rules.UniqueNames = rules.Form != nil
	isChecked := rules.UniqueNames || rules.IJSON || !rules.PermitText(data)
	if isChecked {
		if e := o.checkText(data); e != nil {
			return e
		}
	}
	checkOnce := func() *Error {
		if isChecked {
			return nil
		}
		isChecked = true
		return o.checkText(data)
	}
	plain := [...]tokenizer.Option{tokenizer.MaxDepth(rules.MaxDepth), {}}
	if rules.AllowBOM {
		plain[1] = tokenizer.AllowBOM()
	}
	if err := d.Parse(data, plain[:]...); err != nil {
		if e := checkOnce(); e != nil {
			return e
		}
		return malformed(err.(*tokenizer.SyntaxError)) // too long to be parsed
	}
	if !o.accepts(d.Root(), data) {
		if e := checkOnce(); e != nil {
			return e
		}
		if e := o.checkSchema(data); e != nil {
			return e
		}
	}
	var memory [8]decode.Option
	opts := append(memory[:0], o.Decoding...)
	if o.DisallowUnknownFields {
		opts = append(opts, decode.RefuseUnknown())
	}
	if o.UseNumber {
		opts = append(opts, decode.UseNumber())
	}
	if err := decode.ValueInto(d.Root(), t.v, opts...); err != nil {
		t.err = mismatch(data, err)
		return checkOnce()
	}
	return nil
}
