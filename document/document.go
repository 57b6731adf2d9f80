package document

import (
	"math"
	"sync"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/tokenizer"
)

// A Document is a valid JSON document, in which any [Value] can be reached without decoding the
// text before it. A Document may be used concurrently, except while its method Parse is running.
//
// The zero Document has no values until Parse is called.
type Document struct {
	tape tape.Tape
}

// Parse parses a document. It accepts the same documents as [tokenizer.Check] with the same
// options, and returns the same [*tokenizer.SyntaxError], with one exception: an input of 2 GiB or
// more is an error of the kind [tokenizer.InputTooLong], whatever [tokenizer.MaxBytes] allows. If
// there is an error, the Document is nil.
//
// The document refers to data, which must not change while the document or its values are in use.
// In addition to data, the document takes about 8 bytes of memory for each bracket and 16 bytes for each
// other token. It takes up to 4 KiB more, a quarter more if it is reused, and
// about 10 bytes more for each level of a deeply nested text.
//
// A document of 4 MiB or more is parsed in parts, and with [tokenizer.Workers], by several goroutines. The result is the same. Meanwhile, parsing
// needs memory of an eighth of the length of data, 4 bytes for each string with escapes, and usually less than 2 MiB for each goroutine.
func Parse(data []byte, opts ...tokenizer.Option) (*Document, error) {
	d := new(Document)
	if err := d.Parse(data, opts...); err != nil {
		return nil, err
	}
	return d, nil
}

// Parse is like the function [Parse], but reuses the memory of d. Values of the previous document
// must not be used any more. After an error, d has no values. Parse allocates nothing if the memory
// of d is large enough, and data is valid and not longer than 512 KiB.
func (d *Document) Parse(data []byte, opts ...tokenizer.Option) error {
	c := &plain
	if len(opts) > 0 {
		rules := rulesOf(opts)
		c = &rules
	}
	d.tape.Begin(data, c.UniqueNames)
	isPlain := c.IsPlain(int64(len(data)))
	var err *flaw.Report
	if !isPlain {
		err = parts.Check(c, data)
	}
	if err == nil {
		if d.tape.Index(c) {
			return nil
		}
		if isPlain {
			err = index.Check(c, data)
		}
	}
	if err == nil {
		return d.scan()
	}
	d.tape.Begin(nil, false)
	return syntaxerror.New(err)
}

// plain contains the rules that apply if no options are set. It must not be changed.
var plain = rulesOf(nil)

// rulesOf returns the rules that the options set. No document is longer than a tape allows.
func rulesOf(opts []tokenizer.Option) scan.Rules {
	c := tokenizer.RulesOf(opts)
	c.MaxBytes = min(c.MaxBytes, tape.MostBytes)
	return c
}

// tokenizers is a pool of Tokenizers that accept every document that Parse has checked, whatever
// the options of Parse.
var tokenizers = sync.Pool{New: func() any {
	return tokenizer.New(nil, tokenizer.AllowBOM(), tokenizer.MaxDepth(math.MaxInt))
}}

// scan makes the tape from the tokens of a valid document. It returns the error of the tokenizer,
// if there is one.
func (d *Document) scan() error {
	tokens := tokenizers.Get().(*tokenizer.Tokenizer)
	defer func() {
		tokens.Reset(nil) // so that the Tokenizer keeps no reference to the document
		tokenizers.Put(tokens)
	}()
	tokens.Reset(d.tape.Data)
	for token, err := range tokens.All() {
		if err != nil {
			return err
		}
		d.tape.Append(uint32(token.Offset()), token.Raw(), token.Escaped())
	}
	d.tape.Link()
	return nil
}
