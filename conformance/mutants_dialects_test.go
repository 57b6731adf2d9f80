package conformance

import (
	"bytes"
	"errors"
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/tokenizer"
)

var allDialects = dialect.Dialects()

// narrower maps a dialect to a narrower dialect: the first accepts every text that the second
// accepts. A dialect without an entry is mapped to JSON.
var narrower = map[dialect.Dialect]dialect.Dialect{dialect.JWCC: dialect.JSONC, dialect.JSON5: dialect.JWCC}

// tryDialects compares Check, Lower and Lexer with each other in every dialect. Each dialect must
// accept everything that the narrower dialect accepts.
func (t *trial) tryDialects() {
	accepted := map[dialect.Dialect]bool{}
	for _, d := range allDialects {
		t.tryLexer(d)
		err := dialect.Check(t.data, d, t.rules.options()...)
		if accepted[narrower[d]] && err != nil {
			t.fail("Check in "+d.String(), "%v, and %v accepts", err, narrower[d])
		}
		accepted[d] = err == nil
		t.soundDialectError(err)
		lowered, m, errs := dialect.Lower(t.data, d)
		if plain := dialect.Check(t.data, d); (plain == nil) != (tokenizer.Valid(lowered)) || plain == nil && len(errs) > 0 {
			t.fail("Lower in "+d.String(), "%v, %v; lowered it is valid: %v", plain, errs, tokenizer.Valid(lowered))
		}
		last := int64(0)
		for i := range len(lowered) + 1 {
			at := m.Offset(int64(i))
			if at < last || at > int64(len(t.data)) || m.IsIdentity() && at != int64(i) {
				t.fail("Map in "+d.String(), "%d is %d, after %d", i, at, last)
			}
			if begin, n := m.Span(int64(i), 1); begin != at || n < 0 || begin+n > int64(len(t.data)) && i < len(lowered) {
				t.fail("Map.Span in "+d.String(), "%d is %d, %d", i, begin, n)
			}
			if last = at; i > 3000 {
				break
			}
		}
		for _, e := range errs {
			t.soundDialectError(e)
		}
	}
}

func (t *trial) tryLexer(d dialect.Dialect) {
	l := dialect.NewLexer(t.data, d)
	for end := 0; ; {
		token, err := l.Next()
		if err == io.EOF {
			if end != len(t.data) {
				t.fail("Lexer", "%v: ends at %d", d, end)
			}
			return
		}
		if token.Begin != end || token.End <= end || token.Kind.String() == "" {
			t.fail("Lexer", "%v: token %v from %d to %d, after %d", d, token.Kind, token.Begin, token.End, end)
		}
		t.soundDialectError(err)
		end = token.End
	}
}

func (t *trial) soundDialectError(err error) {
	var e *dialect.Error
	if !errors.As(err, &e) {
		return
	}
	begin, end := e.Token()
	if e.Offset < 0 || e.Length < 0 || e.Offset+int64(e.Length) > int64(len(t.data)) || begin < 0 || end > int64(len(t.data)) || begin > end {
		t.fail("dialect.Error", "%v at %d, %d; token from %d to %d", e, e.Offset, e.Length, begin, end)
	}
	if e.Position() != tokenizer.Locate(t.data, e.Offset) || e.Message() == "" || e.Error() == "" || e.Fault.String() == "" {
		t.fail("dialect.Error, position", "%v", e)
	}
	if related, ok := e.Related(); ok && (related.Offset < 0 || related.Offset+int64(related.Length) > int64(len(t.data))) {
		t.fail("dialect.Error, related place", "%v: %d", e, related)
	}
	_ = errors.Is(e, io.ErrUnexpectedEOF)
}

// tryFormat checks that formatting does not change the meaning of a text, and that formatting the
// result again changes nothing.
func (t *trial) tryFormat() {
	o := format.Options{
		Dialect:        pick(t.rng, allDialects),
		Compact:        t.rng.IntN(4) == 0,
		Indent:         pick(t.rng, []string{"", "", "\t", "    "}),
		Detect:         t.rng.IntN(4) == 0,
		Width:          pick(t.rng, []int{0, 0, 20, 80}),
		ASCII:          t.rng.IntN(4) == 0,
		LineEnd:        format.LineEnd(t.rng.IntN(3)),
		Style:          format.Style(t.rng.IntN(3)),
		FinalNewline:   format.FinalNewline(t.rng.IntN(3)),
		TrailingCommas: format.TrailingCommas(t.rng.IntN(3)),
		TightBraces:    t.rng.IntN(4) == 0,
	}
	if t.rng.IntN(4) == 0 {
		o.Order = format.Order(t.rng.IntN(4))
	}
	if t.rng.IntN(10) == 0 {
		o.Canonical = true
	}
	invalid := dialect.Check(t.data, o.Dialect)
	text, err := format.Append([]byte("x"), t.data, o)
	var out bytes.Buffer
	if errWrite := format.Write(&out, t.data, o); (errWrite == nil) != (err == nil) || err == nil && "x"+out.String() != string(text) {
		t.fail("Write", "%+v: %v, %q; Append: %v, %q", o, errWrite, out.Bytes(), err, text)
	}
	if invalid != nil && err == nil || invalid == nil && err != nil && !o.Canonical {
		t.fail("Append: verdict", "%+v: %v; Check says %v", o, err, invalid)
	}
	if err != nil {
		if string(text) != "x" {
			t.fail("Append: output with an error", "%+v: %v, %q", o, err, text)
		}
		return
	}
	text = text[1:]
	again, err := format.Append(nil, text, o)
	if err != nil || !bytes.Equal(again, text) {
		t.fail("Append: not stable", "%+v: %v\nonce  %q\ntwice %q", o, err, text, again)
	}
	if !o.ASCII && !o.Canonical && o.Order == format.KeepOrder {
		t.sameTokens(o, text)
	}
}

// sameTokens checks that a text has the same tokens as the data.
func (t *trial) sameTokens(o format.Options, text []byte) {
	before, _, _ := dialect.Lower(t.data, o.Dialect)
	after, _, _ := dialect.Lower(text, o.Dialect)
	a, b := tokenizer.New(before), tokenizer.New(after)
	for {
		x, errX := a.Next()
		y, errY := b.Next()
		if errX == io.EOF && errY == io.EOF {
			return
		}
		if errX != nil || errY != nil || !bytes.Equal(x.Raw(), y.Raw()) || x.Depth() != y.Depth() {
			t.fail("Append: another text", "%+v: %q, %v became %q, %v", o, x.Raw(), errX, y.Raw(), errY)
		}
	}
}
