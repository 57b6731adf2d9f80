package contest

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"reflect"
)

// ErrDiffers means that a contestant decodes an input into another Go value than the reference does.
var ErrDiffers = errors.New("its result differs from that of json/v2")

// A Typed is the work of decoding documents into Go values of one type.
type Typed interface {
	Work

	// Check compares the results for all chunks with those of a reference.
	Check(c *Chunks) error
}

// Into is a [Typed] for the type T.
type Into[T any] struct{ Decode, Reference func([]byte) (T, error) }

// Pass implements [Work].
func (d Into[T]) Pass(c *Chunks) bool {
	for _, b := range c.Bytes {
		if _, err := d.Decode(b); err != nil {
			return false
		}
	}
	return true
}

// Apply implements [Work]. The result out is the value as text.
func (d Into[T]) Apply(chunk []byte) (out []byte, ok bool) {
	value, err := d.Decode(chunk)
	return fmt.Appendf(nil, "%+v", value), err == nil
}

// Check implements [Typed].
func (d Into[T]) Check(c *Chunks) (err error) {
	defer catch(&err)
	for _, b := range c.Bytes {
		want, err := d.Reference(b)
		if err != nil {
			return fmt.Errorf("json/v2: %w", err)
		}
		if got, err := d.Decode(b); err != nil {
			return ErrRejected
		} else if !reflect.DeepEqual(got, want) {
			return ErrDiffers
		}
	}
	return nil
}

func catch(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panics: %v", r)
	}
}

// Lines is a [Typed] for NDJSON, whose records are decoded into values of the type T one after the other.
type Lines[T any] struct {
	Decode, Reference func([]byte) iter.Seq2[T, error]
}

// Pass implements [Work].
func (d Lines[T]) Pass(c *Chunks) bool {
	for _, b := range c.Bytes {
		for _, err := range d.Decode(b) {
			if err != nil {
				return false
			}
		}
	}
	return true
}

// Apply implements [Work]. The result out has the values as text.
func (d Lines[T]) Apply(chunk []byte) (out []byte, ok bool) {
	for value, err := range d.Decode(chunk) {
		if err != nil {
			return nil, false
		}
		out = fmt.Appendf(out, "%+v\n", value)
	}
	return out, true
}

// Check implements [Typed].
func (d Lines[T]) Check(c *Chunks) (err error) {
	defer catch(&err)
	for _, b := range c.Bytes {
		want, err := collect(d.Reference(b))
		if err != nil {
			return fmt.Errorf("json/v2: %w", err)
		}
		if got, err := collect(d.Decode(b)); err != nil {
			return ErrRejected
		} else if !reflect.DeepEqual(got, want) {
			return ErrDiffers
		}
	}
	return nil
}

func collect[T any](all iter.Seq2[T, error]) (values []T, err error) {
	for value, err := range all {
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// Probed is the type into which the probes of the category [Decoding] are decoded.
type Probed struct {
	Any  any            `json:"any"`
	Map  map[string]any `json:"map"`
	Task string         `json:"task"`
}

// inMembers returns a document for each value and each kind of place that a decoder treats in its own way: a member of type any, one of
// a map, and one that the type does not have.
func inMembers(values []string) (docs []string) {
	for _, v := range values {
		docs = append(docs, `{"any":`+v+`}`, `{"map":{"a":`+v+`}}`, `{"other":`+v+`}`)
	}
	return docs
}

// inTypedStrings returns the documents of [inStrings] in members, and documents with each part in a Go string and in a name.
func inTypedStrings(parts []string) []string {
	docs := inMembers(inStrings(parts))
	for _, part := range parts {
		docs = append(docs, `{"task":"a `+part+` z"}`, `{"task`+part+`":1}`)
	}
	return docs
}

// equalNames are objects for the type [Probed] with two equal names.
var equalNames = []string{`{"task":"a","task":"b"}`, `{"any":1,"task":"a","any":2}`, `{"other":1,"other":2}`, `{"task":"a","\u0074ask":"b"}`}

// foldedNames are names that differ from that of a member of [Probed] in case alone.
var foldedNames = []string{"TASK", "Task", "taſk", "tas\u212A", "tasK"}

func (p *prober) decoding() {
	p.reject("duplicates", append(inMembers(duplicates), equalNames...))
	hits, alone := 0, p.try(`{"task":"a"}`)
	for _, name := range foldedNames {
		if o := p.try(`{"task":"a","` + name + `":"b"}`); !o.Panicked && (!o.OK || bytes.Equal(o.Out, alone.Out)) {
			hits++
		}
	}
	p.add("case", share(hits, len(foldedNames)))
	p.reject("UTF-8", inTypedStrings(illFormed))
	p.reject("surrogates", inTypedStrings(loneSurrogates))
	p.reject("control", inTypedStrings(controls))
	p.reject("escapes", inTypedStrings(badEscapes))
	p.reject("numbers", inMembers(badNumbers))
	p.reject("grammar", inMembers(badGrammar(Documents)))
	p.accept(accepts, inMembers(decodable()))
}

// decodable returns the good documents without the one whose number is too large for a float64.
func decodable() (docs []string) {
	for _, doc := range goodDocuments {
		if doc != `1E400` {
			docs = append(docs, doc)
		}
	}
	return docs
}
