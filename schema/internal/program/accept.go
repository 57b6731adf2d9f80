package program

import (
	"bytes"
	"io"
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/internal/engine/window"
	"github.com/assayjson/assay/tokenizer"
)

// mostWhole is the length in bytes of the longest document that is indexed as a whole if it can also
// be indexed part by part. Then the marks of a part stay in the cache.
const mostWhole = 64 << 10

// mostMarked is the length in bytes of the longest text that is ever indexed as a whole. The marks of
// longer texts would take too much memory.
const mostMarked = 1 << 20

// Accepts reports whether a document meets the options and is valid against the schema. If the
// result accepted is false, that is not known. The result spent reports whether that is because the
// budget is spent.
func (p *Program) Accepts(data []byte) (accepted, spent bool) {
	if len(data) > math.MaxInt32 { // so that counts fit into 32 bits
		return false, false
	}
	r := p.start()
	defer r.free()
	var decided bool
	switch {
	case len(data) > mostWhole && r.rules.IsPlain(int64(len(data))):
		accepted, decided = r.runParts(&window.Window{Text: data, Err: io.EOF})
	case len(data) <= mostMarked:
		accepted, decided = r.runMarks(data)
	}
	if decided {
		return accepted, r.left < 0
	}
	if r.tokens == nil {
		r.tokens = tokenizer.New(nil, p.options)
	}
	r.tokens.Reset(data)
	accepted = r.runTokens()
	return accepted, r.left < 0
}

// AcceptsValue is like [Program.Accepts] for the text of a value of a document, which exists.
func (p *Program) AcceptsValue(v tape.Value) bool {
	if !p.rules.IsPlain(int64(v.End() - v.Offset())) {
		return false
	}
	r := p.start()
	defer r.free()
	t := v.Tape()
	r.walk(t.Data, t.Marks, int(v.At()))
	return r.valid
}

// AcceptsReader is like [Program.Accepts] for a document that is read from a reader. Its memory does
// not depend on the length of the document, unless whole values are compared, or names must be
// unique; see [mostCaptured] and [mostNames]. It does not read on once the answer is false.
func (p *Program) AcceptsReader(in io.Reader) bool {
	r := p.start()
	defer r.free()
	text := window.Window{In: in}
	if r.rules.IsPlain(math.MaxInt64) {
		if valid, decided := r.runParts(&text); decided {
			return valid
		}
	}
	r.tokens = tokenizer.NewReader(text.Reader(), p.options)
	defer func() { r.tokens = nil }()
	return r.runTokens()
}

// AcceptsLines reports whether each line of a text is empty or a document that [Program.Accepts]
// would accept. It indexes many lines at once, which is faster than line by line.
func (p *Program) AcceptsLines(text []byte) bool {
	r := p.start()
	defer r.free()
	for len(text) > 0 {
		n := len(text)
		if n > mostMarked {
			n = bytes.LastIndexByte(text[:mostMarked], '\n') + 1
		}
		if n == 0 {
			n = bytes.IndexByte(text, '\n') + 1
		}
		if n == 0 {
			n = len(text)
		}
		if !r.runLines(text[:n]) {
			return false
		}
		text = text[n:]
	}
	return true
}

// runLines runs the program on each line of a text.
func (r *Run) runLines(text []byte) bool {
	if len(text) <= mostMarked && text[len(text)-1] == '\n' && r.rules.IsPlain(int64(len(text))) {
		if x := index.New(text, 0, scan.DefaultMaxDepth, jsonsimd.Records); x != nil {
			defer x.Free()
			var valid bool
			if x.Marks, valid = x.Whole(x.Marks, text); !valid {
				return false
			}
			for i := 0; i < len(x.Marks) && r.valid; {
				if at := int(x.Marks[i]); at == len(text) || text[at] == '\n' { // the end of a line
					i++
					continue
				}
				r.restart()
				i = r.walk(text, x.Marks, i)
			}
			return r.valid
		}
	}
	for line := range bytes.Lines(text) {
		if len(bytes.Trim(line, " \t\r\n")) > 0 { // not TrimSpace, which also removes what is not white space in JSON
			if accepted, _ := r.Accepts(line); !accepted {
				return false
			}
		}
	}
	return true
}

// runMarks runs the program over the marks of a document. The result decided is false if there are no
// marks, or if the kernels cannot check all rules.
func (r *Run) runMarks(data []byte) (valid, decided bool) {
	rules := &r.rules
	if !rules.IsPlain(int64(len(data))) && !index.Passes(rules, data, nil) {
		return false, false
	}
	begin := 0
	if rules.AllowBOM && bytes.HasPrefix(data, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	x := index.New(data, begin, scan.DefaultMaxDepth, 0) // the fastest kernels do not limit the depth; begin does
	if x == nil {
		return false, false
	}
	defer x.Free()
	if x.Marks, valid = x.Whole(x.Marks, data); !valid {
		return false, true
	}
	x.Marks = append(x.Marks, uint32(len(data))) // so that every token has a mark after it
	r.walk(data, x.Marks, 0)
	return r.valid, true
}

// partBytes is how much of a document is in memory at a time, unless a token is longer.
const partBytes = 256 << 10

// runParts runs the program over the marks of a document, which is indexed part by part. The result
// decided is false if there is no index; all text that has been read is in the window then.
func (r *Run) runParts(text *window.Window) (valid, decided bool) {
	if !text.Fill(partBytes) {
		return false, true
	}
	x := index.New(text.Text, 0, scan.DefaultMaxDepth, 0)
	if x == nil {
		return false, false
	}
	defer x.Free()
	walked, hasEnded := 0, false
	wanted := 0 // do not walk over fewer marks, unless they are the last ones
	for r.valid {
		found, short := x.MoreOf(text.Text, walked, text.Ends())
		walked = 0
		switch {
		case found && !hasEnded && (x.Trusted >= wanted || x.Ended):
			walked, wanted = r.walk(text.Text[x.Base:], x.Marks[:x.Trusted], 0), 0
			hasEnded = walked > 0 && len(r.frames) == 1 && r.skipped == 0
			if walked == 0 { // the marks are those of a string with many escapes, which must not be walked over too often
				wanted = 2 * x.Trusted
			}
		case found: // if the document has ended, the kernel accepts only white space here
		case short:
			n := x.Needed()
			text.Drop(n)
			x.ForgetBytes(n)
			if !text.Fill(max(partBytes, 2*len(text.Text))) {
				return false, true
			}
		default:
			return x.Valid && hasEnded, true
		}
	}
	return false, true
}

// walk passes the tokens of a valid document, or of a part of it, to r. It stops when it is known that
// the engine must decide, at the end of the document, or before a token that may not be complete,
// because the mark after its last mark is missing. The first token has the mark with the index i. The
// result is the index of the mark after the last token that was passed on.
func (r *Run) walk(data []byte, marks []uint32, i int) (next int) {
	c := &r.cursor
	*c = mark.Cursor{Text: data, Marks: marks, At: i}
	if r.skipped > 0 {
		if r.skip(); r.skipped > 0 || len(r.frames) == 1 {
			return c.At
		}
	}
	for r.valid {
		switch k := c.Next(); k {
		case 0:
			return c.At
		case token.String:
			if r.wantsName {
				r.name(c.Body(), c.Escaped)
			} else {
				r.string(c.Body(), c.Escaped)
			}
		case token.BeginObject, token.BeginArray:
			if next := c.Peek(); next == token.EndObject || next == token.EndArray {
				c.Next()
				r.empty(startKind[k])
			} else if r.begin(startKind[k]); r.skipped > 0 {
				if r.skip(); r.skipped > 0 {
					return c.At
				}
			}
		case token.EndObject, token.EndArray:
			r.end()
		case token.Number:
			r.numeral(data[c.Begin:c.End])
		default:
			r.literal(startKind[k])
		}
		if len(r.frames) == 1 && r.skipped == 0 { // the document has ended
			return c.At
		}
	}
	return c.At
}

// skip skips the rest of an array or object that no cell examines. If r.skipped is 0 afterwards, the
// array or object has ended. Otherwise skip has stopped for one of the reasons for which walk stops.
// Only the depth and the lengths of numbers are checked.
func (r *Run) skip() {
	c := &r.cursor
	for r.valid {
		switch c.Next() {
		case 0:
			return
		case token.BeginObject, token.BeginArray:
			r.skipped++
			r.valid = len(r.frames)-1+r.skipped <= r.rules.MaxDepth
		case token.EndObject, token.EndArray:
			if r.skipped--; r.skipped == 0 {
				r.wantsName = r.top().kind == object
				return
			}
		case token.Number:
			if c.End-c.Begin >= leastHuge {
				r.numeral(c.Text[c.Begin:c.End])
			}
		}
	}
}

// startKind maps the first byte of a value that is not a string to its kind.
var startKind = func() (kinds [256]kind) {
	for c := range kinds {
		kinds[c] = number
	}
	kinds['n'], kinds['f'], kinds['t'], kinds['['], kinds['{'] = null, falseValue, trueValue, array, object
	return kinds
}()

// runTokens passes the tokens of a document to r.
func (r *Run) runTokens() bool {
	for r.valid {
		t, err := r.tokens.Next()
		if err != nil {
			return err == io.EOF
		}
		r.token(&t)
	}
	return false
}

// token receives a token of a Tokenizer.
func (r *Run) token(t *tokenizer.Token) {
	switch t.Kind() {
	case tokenizer.Name:
		r.name(t.Body(), t.Escaped())
	case tokenizer.String:
		r.string(t.Body(), t.Escaped())
	case tokenizer.Number:
		r.numeral(t.Raw())
	case tokenizer.BeginObject:
		r.begin(object)
	case tokenizer.BeginArray:
		r.begin(array)
	case tokenizer.EndObject, tokenizer.EndArray:
		r.end()
	default:
		r.literal(startKind[t.Kind()])
	}
}
