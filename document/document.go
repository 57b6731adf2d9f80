package document

import (
	"bytes"
	"math"
	"slices"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// A Document is a valid JSON document, in which any [Value] can be reached without decoding the
// text before it. A Document may be used concurrently, except while its method Parse is running.
//
// The zero Document has no values until Parse is called.
type Document struct {
	data []byte
	tape tape
}

// Parse parses a document. It accepts the same documents as [tokenizer.Check] with the same
// options, and returns the same [*tokenizer.SyntaxError], with one exception: an input of 2 GiB or
// more is an error of the kind [tokenizer.InputTooLong], whatever [tokenizer.MaxBytes] allows. If
// there is an error, the Document is nil.
//
// The document refers to data, which must not change while the document or its values are in use.
// In addition to data, the document takes 8 bytes of memory for each bracket and 16 bytes for each
// other token, and up to an eighth more if it is reused.
func Parse(data []byte, opts ...tokenizer.Option) (*Document, error) {
	d := new(Document)
	if err := d.Parse(data, opts...); err != nil {
		return nil, err
	}
	return d, nil
}

// Parse is like the function [Parse], but reuses the memory of d. Values of the previous document
// must not be used any more. After an error, d has no values. Parse allocates nothing if the memory
// of d is large enough and data is valid.
func (d *Document) Parse(data []byte, opts ...tokenizer.Option) error {
	c := tokenizer.RulesOf(opts)
	c.MaxBytes = min(c.MaxBytes, mostParsed)
	d.data = data
	if (c.IsPlain(int64(len(data))) || index.Passes(&c, data, nil)) && d.index(&c) {
		return nil
	}
	err := index.Check(&c, data)
	if err == nil {
		return d.scan()
	}
	d.data = nil
	d.tape.reset()
	return syntaxerror.New(err)
}

// index makes the tape with the kernels. It returns false unless the kernels find that the document
// is valid. The kernels check only the grammar and the depth.
func (d *Document) index(c *scan.Rules) bool {
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(d.data, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	x := index.New(d.data, begin, c.MaxDepth, 0)
	if x == nil {
		return false
	}
	defer x.Free()
	t := &d.tape
	marks, firsts, isNew := t.marks[:0], t.firsts[:0], cap(t.marks) == 0
	if isNew { // at first, use pooled memory, because the required size is not known yet
		marks, firsts = x.Marks, x.Bytes[:0]
	}
	var valid bool
	if isLong := len(d.data) >= longDocument && jsonsimd.HasPositionsBytes(); isLong {
		marks, firsts, valid = x.WholeBytes(marks, firsts, d.data)
	} else {
		marks, valid = x.Whole(marks, d.data)
	}
	if isNew {
		x.Marks, x.Bytes = marks, firsts
	} else {
		t.firsts = firsts
	}
	if !valid {
		return false
	}
	marks, firsts = foldEscapes(marks, firsts, d.data)
	if isNew {
		marks = slices.Clone(marks)
	}
	t.marks = marks
	if len(firsts) > 0 {
		t.linkLong(firsts, x.Marks[:longMemory]) // the index no longer needs the memory of its marks
	} else {
		t.link(d.data)
	}
	return true
}

// longDocument is the length in bytes from which on linkLong is worth its cost.
const longDocument = 1 << 10

// tokenizers is a pool of Tokenizers that accept every document that Parse has checked, whatever
// the options of Parse.
var tokenizers = sync.Pool{New: func() any {
	return tokenizer.New(nil, tokenizer.AllowBOM(), tokenizer.MaxDepth(math.MaxInt))
}}

// scan makes the tape from the tokens of a valid document. It returns the error of the tokenizer,
// if there is one.
func (d *Document) scan() error {
	d.tape.reset()
	tokens := tokenizers.Get().(*tokenizer.Tokenizer)
	defer func() {
		tokens.Reset(nil) // so that the Tokenizer keeps no reference to the document
		tokenizers.Put(tokens)
	}()
	tokens.Reset(d.data)
	for token, err := range tokens.All() {
		if err != nil {
			return err
		}
		d.tape.appendToken(token)
	}
	if first := d.data[d.tape.position(0)]; first == '{' || first == '[' {
		d.tape.link(d.data)
	}
	return nil
}
