package program

import (
	"bytes"
	"io"
	"math"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/tokenizer"
)

// mostMarked is the length in bytes of the longest document that is indexed as a whole. The tokens
// of longer documents are found part by part, so that the marks stay in the cache.
const mostMarked = 32 << 10

// Accepts reports whether a document meets the options and is valid against the schema. If it
// returns false, that is not known.
func (p *Program) Accepts(data []byte) bool {
	if len(data) > math.MaxInt32 { // so that counts fit into 32 bits
		return false
	}
	r := p.start()
	defer r.free()
	if len(data) <= mostMarked {
		if valid, known := r.runMarks(data); known {
			return valid
		}
	}
	if r.tokens == nil {
		r.tokens = tokenizer.New(nil, p.options)
	}
	r.tokens.Reset(data)
	return r.runTokens()
}

// runMarks runs the program over the marks of a document. The result known is false if there are no
// marks, or if the kernels cannot check all rules.
func (r *Run) runMarks(data []byte) (valid, known bool) {
	rules := &r.rules
	if !rules.IsPlain(int64(len(data))) && !index.Passes(*rules, data, nil) {
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
	r.walk(data, x.Marks)
	return r.valid, true
}

// walk passes the tokens of a valid document to r, until it is known that the engine must decide.
func (r *Run) walk(data []byte, marks []uint32) {
	source := index.TextOf(data)
	for i := 0; i < len(marks) && r.valid; i++ {
		begin := marks[i]
		switch c := data[begin]; c {
		case '"':
			i++
			end, isEscaped := marks[i], false
			if data[end] != '"' || data[end-1] == '\\' {
				i = index.ClosingQuote(source, marks, i-1)
				end, isEscaped = marks[i], true
			}
			if body := data[begin+1 : end]; r.wantsName {
				r.name(body, isEscaped)
			} else {
				r.string(body, isEscaped)
			}
		case '{':
			r.begin(object)
		case '[':
			r.begin(array)
		case '}', ']':
			r.end()
		default:
			end := marks[i+1]
			if !index.IsClosing(data[end]) { // a closing bracket shares its mark with the token before it
				i++
			}
			if k := literalKind[c]; k != number {
				r.literal(k)
			} else {
				r.numeral(data[begin:end])
			}
		}
	}
}

// literalKind maps the first byte of a literal to its kind.
var literalKind = func() (kinds [256]kind) {
	for c := range kinds {
		kinds[c] = number
	}
	kinds['n'], kinds['f'], kinds['t'] = null, falseValue, trueValue
	return kinds
}()

// runTokens passes the tokens of a document to r.
func (r *Run) runTokens() bool {
	for r.valid {
		t, err := r.tokens.Next()
		if err != nil {
			return err == io.EOF
		}
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
			r.literal(literalKind[t.Kind()])
		}
	}
	return false
}
