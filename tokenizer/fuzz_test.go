package tokenizer

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/utf8check"
)

// For any input, the fields of an error are within bounds, its methods do not fail, and the results
// of Check with different options agree with each other.
func FuzzCheck(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range jsontest.Seeds {
		f.Add([]byte(s), uint16(3))
	}
	f.Fuzz(func(t *testing.T, b []byte, depth uint16) {
		original := slices.Clone(b)
		for _, opts := range [][]Option{nil, {IJSON()}, {AllowBOM()}, {MaxDepth(int(depth))}, {IJSON(), AllowBOM(), MaxDepth(1 << 30)}} {
			if err := Check(b, opts...); err != nil {
				checkWhole(t, b, err.(*SyntaxError))
			}
		}
		if !slices.Equal(b, original) {
			t.Errorf("%q was changed to %q", original, b)
		}
		plain := Check(b)
		if (plain == nil) != Valid(b) {
			t.Errorf("%q: Valid %v, Check %v", b, Valid(b), plain)
		}
		checkFirst(t, b, plain, Check(b, IJSON()))
	})
}

// checkWhole checks that an error has the properties that its documentation promises.
func checkWhole(t *testing.T, b []byte, e *SyntaxError) {
	t.Helper()
	end, last := e.Offset+int64(e.Length), int64(len(b))
	if e.Kind == Truncated || e.Kind == EmptyInput {
		last = int64(len(bytes.TrimRight(b, " \t\r\n")))
	}
	if e.Offset < 0 || e.Length < 0 || end > last || (e.Length == 0) != (e.Offset == last) {
		t.Errorf("%q: %s at %d, length %d, is out of bounds", b, e.Kind, e.Offset, e.Length)
	}
	if !isValid(e.Kind) || e.Message() == e.Kind.String() {
		t.Errorf("%q: kind %v has no message", b, e.Kind)
	}
	if related, ok := e.Related(); ok && (related.Offset < 0 || related.Offset >= e.Offset) {
		t.Errorf("%q: related place %+v for %v", b, related, e)
	}
	checkRelated(t, b, e)
	if p := e.Position(); p.Line < 1 || p.Rune < 1 || p.Rune > p.Column || p.UTF16 < p.Rune || p.UTF16 > p.Column {
		t.Errorf("%q: position %+v", b, p)
	}
	if pointer := pointerOf(e); pointer != "" && pointer[0] != '/' || !utf8check.ValidString(pointer) {
		t.Errorf("%q: pointer %q", b, pointer)
	}
	if msg := e.Error(); !utf8check.ValidString(msg) || slices.ContainsFunc([]byte(msg), func(c byte) bool { return c < ' ' || c == 0x7F }) {
		t.Errorf("%q: message %q cannot be printed", b, msg)
	}
	if flaw.ErrorKind(e.Kind).IsUTF8() {
		checkSequence(t, b, e)
	}
	if errors.Is(e, io.ErrUnexpectedEOF) && end != last {
		t.Errorf("%q: %v wraps io.ErrUnexpectedEOF and ends at %d of %d", b, e, end, len(b))
	}
}

// checkRelated checks that the related place of an error is a bracket, a quotation mark or a name.
func checkRelated(t *testing.T, b []byte, e *SyntaxError) {
	t.Helper()
	related, ok := e.Related()
	begin, end := related.Offset, related.Offset+int64(related.Length)
	switch {
	case !ok && related != Span{}:
		t.Errorf("%q: %+v, and no related place", b, related)
	case ok && (related.Start != Locate(b, begin) || related.End != Locate(b, end)):
		t.Errorf("%q: related place %+v", b, related)
	case ok && e.Kind == DuplicateName:
		if err := Check(b[begin:end]); err != nil {
			t.Errorf("%q: %+v is no name", b, related)
		}
	case ok && related.Length != 1:
		t.Errorf("%q: related place %+v", b, related)
	}
}

// checkSequence checks that an error about invalid UTF-8 is the one that utf8check reports at the
// same offset.
func checkSequence(t *testing.T, b []byte, e *SyntaxError) {
	t.Helper()
	n, kind := utf8check.Sequence(b[e.Offset:])
	if kind == utf8check.Truncated && !errors.Is(e, io.ErrUnexpectedEOF) {
		kind = utf8check.MissingContinuation // outside strings, nothing completes a character
	}
	var inner *utf8check.Error
	if !errors.As(e, &inner) || *inner != (utf8check.Error{Offset: e.Offset, Length: n, Kind: kind}) {
		t.Errorf("%q: %v, but utf8check says %v, length %d", b, e, kind, n)
	}
}

// checkFirst checks that the profile rejects everything that the grammar rejects, at the same
// offset unless the profile has an earlier error.
func checkFirst(t *testing.T, b []byte, plain, profile error) {
	t.Helper()
	if plain == nil {
		return
	}
	if profile == nil {
		t.Errorf("%q: I-JSON, but %v", b, plain)
		return
	}
	p, q := plain.(*SyntaxError), profile.(*SyntaxError)
	if q.Kind < LoneSurrogate && (q.Kind != p.Kind || q.Offset != p.Offset) || q.Offset > p.Offset {
		t.Errorf("%q: plain %v, I-JSON %v", b, plain, profile)
	}
}
