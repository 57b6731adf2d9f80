package schema

import (
	"errors"
	"io"
	"sync"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// A Schema checks documents. Multiple goroutines may use it at the same time. A [Compiler] creates
// Schemas. The Check method of the zero Schema returns an error.
type Schema struct {
	graph       *inquiry.Graph // nil in the zero Schema
	root        *model.Schema
	budget      program.Budget
	program     *program.Program // nil if the engine must check all documents
	maxFindings int
	options     []tokenizer.Option
	tokenizers  sync.Pool // of *tokenizer.Tokenizer, with these options
}

// Check returns a finding for each place where data is not valid against the schema, ordered by
// offset. It returns no findings if the document is valid. It returns at most
// [Compiler.MaxFindings] findings. If it returns that number, there may be more.
//
// If data is not JSON, or does not meet [Compiler.Options], Check returns the
// [*tokenizer.SyntaxError] that [tokenizer.Check] would return, and does not apply the schema. If
// the check takes too many steps, it returns [ErrTooManySteps].
func (s *Schema) Check(data []byte) ([]Finding, error) {
	if s.graph == nil {
		return nil, errNotCompiled
	}
	if s.program != nil {
		switch accepted, spent := s.program.Accepts(data); {
		case accepted:
			return nil, nil
		case spent:
			return nil, ErrTooManySteps
		}
	}
	return s.consult(data)
}

// AcceptsValue reports whether Check would return no findings and no error for the text of a value of a
// document. It does not parse the text again. If it returns false, the value may be invalid or missing,
// and Check must be called to know that. Compiler.Options that require more than the grammar, such as
// [tokenizer.UniqueNames], make it return false.
func (s *Schema) AcceptsValue(v document.Value) bool {
	return s.program != nil && v.Exists() && s.program.AcceptsValue(tape.Value(v))
}

// AcceptsLines reports whether each line of text is blank, or is a document for which Check returns
// no findings and no error. It takes a fraction of the time that Check takes for all lines. If it
// returns false, some line may be invalid, and Check must be called for each line to know that.
func (s *Schema) AcceptsLines(text []byte) bool {
	return s.program != nil && s.program.AcceptsLines(text)
}

// AcceptsReader reports whether r contains a document for which Check returns no findings and no
// error. It does not need the whole document in memory: it takes less than 2 MiB, plus the memory for
// the longest token. "uniqueItems", and values of "const" and "enum" that are arrays or objects,
// take up to 64 MiB for the values that are compared. With "oneOf", "not" and "if", names that must be
// unique take up to 32 MiB. If AcceptsReader returns false, the document may be invalid, or reading
// may have failed; the rest of r may not have been read.
func (s *Schema) AcceptsReader(r io.Reader) bool {
	return s.program != nil && s.program.AcceptsReader(r)
}

// ErrUndecided is the error of [Schema.CheckReader] for a document that may be valid or invalid.
var ErrUndecided error = &contract.CheckError{Reason: "the document cannot be checked while it is read, because a token is too long or the schema is too complex"}

// These limit the memory of CheckReader in bytes.
const (
	longestStreamed = 256 << 10 // token
	mostCompared    = 256 << 10 // for values or names that are compared
)

// CheckReader checks a document of any length from r, and stops as soon as it is known that the document is not valid against the
// schema. It returns the place of the value, name or closing bracket at which that became known, or nil if the document is valid. In
// contrast to Check, it does not find out which keyword has rejected which value, and it applies the schema to all members of an
// object that have the same name. The options are added to those of the schema.
//
// If the document is not JSON, or does not meet the options, the error is a [*tokenizer.SyntaxError]. If r fails, it is the error of
// r. CheckReader takes less than 2 MiB of memory. It returns [ErrUndecided] if that is not enough, because a token is longer than 256
// KiB or because "uniqueItems", "const" or "enum" compares large values. It also returns ErrUndecided if [Schema.Plan] leaves the decision to the
// engine. Even then, the rest of the document has been read and is JSON, unless a token is too long. If the check takes too many steps,
// the error is [ErrTooManySteps].
func (s *Schema) CheckReader(r io.Reader, opts ...tokenizer.Option) (*Place, error) {
	if s.graph == nil {
		return nil, errNotCompiled
	}
	in := follower{in: r, position: place.Start}
	tokens := tokenizer.NewReader(&in, tokenizer.JoinOptions(s.options...), tokenizer.JoinOptions(opts...), tokenizer.MaxToken(longestStreamed))
	a := program.Answer{Undecided: true}
	if s.program != nil {
		a = s.program.Follow(tokens, &in.passed, mostCompared)
	}
	if !a.Undecided && a.Err == nil {
		return &Place{Offset: a.Last.Offset(), Length: len(a.Last.Raw()), Position: tokenizer.Position(in.locate(a.Last.Offset())), Pointer: tokens.Pointer()}, nil
	}
	err := a.Err
	if err == nil {
		err = rest(tokens)
	}
	var invalid *tokenizer.SyntaxError
	switch {
	case err == io.EOF && a.Spent:
		return nil, ErrTooManySteps
	case err == io.EOF && !a.Undecided:
		return nil, nil
	case err == io.EOF, errors.As(err, &invalid) && invalid.Kind == tokenizer.TokenTooLong:
		return nil, ErrUndecided
	}
	return nil, err
}

// rest reads the rest of a document. It returns io.EOF if the document is JSON.
func rest(tokens *tokenizer.Tokenizer) (err error) {
	for err == nil {
		if err = tokens.Leave(); err == tokenizer.ErrNoValue {
			_, err = tokens.Next()
		}
	}
	return err
}

// consult finds out why data is not valid.
func (s *Schema) consult(data []byte) ([]Finding, error) {
	tokens, ok := s.tokenizers.Get().(*tokenizer.Tokenizer)
	if !ok {
		tokens = newTokens(nil, s.options)
	}
	defer func() {
		tokens.Reset(nil) // so that tokens does not refer to the document
		s.tokenizers.Put(tokens)
	}()
	tokens.Reset(data)
	d := newDecoder(tokens, s.maxFindings)
	value, err := d.document()
	if err != nil {
		return nil, err
	}
	if len(d.huge) > 0 {
		return report(data, d.huge, s.maxFindings), nil
	}
	steps := s.budget.Base + s.budget.PerValue*d.values
	leaves, err := explain(s.graph, s.root, value, &steps)
	var slow *undecidedPattern
	if errors.As(err, &slow) {
		leaves, err = []leaf{slow.leaf(value)}, nil
	}
	if err != nil || len(leaves) == 0 {
		return nil, err
	}
	tokens.Reset(data)
	locate(tokens, leaves)
	return report(data, leaves, s.maxFindings), nil
}

var errNotCompiled error = &contract.CheckError{Reason: "the Schema has not been compiled"}

// A follower is the reader of a Tokenizer. It keeps the text after the last token that the Tokenizer has returned, and knows where that
// token begins.
type follower struct {
	in       io.Reader
	passed   int64 // offset of the last token
	kept     []byte
	base     int64          // offset of kept
	position place.Position // of kept
}

func (f *follower) Read(p []byte) (n int, err error) {
	if done := int(f.passed - f.base); done > 0 {
		f.position.Pass(f.kept, 0, done)
		f.kept = f.kept[:copy(f.kept, f.kept[done:])]
		f.base = f.passed
	}
	n, err = f.in.Read(p)
	if 0 < n && n <= len(p) {
		f.kept = append(f.kept, p[:n]...)
	}
	return n, err
}

// locate returns the position of a token at or after the last one.
func (f *follower) locate(offset int64) place.Position {
	p := f.position
	p.Pass(f.kept, 0, int(offset-f.base))
	return p
}
