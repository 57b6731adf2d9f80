package conformance

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"

	"github.com/assayjson/assay/tokenizer"
)

// tryTokens reads the tokens of the data in memory and from readers, and compares them. In the
// first round it reads all tokens; in later rounds it also calls Skip and Leave.
func (t *trial) tryTokens() {
	opts := t.rules.ofTokenizer()
	first := t.wanted()
	kept := tokenizer.NewReader(bytes.NewReader(nil), opts...)
	for round := range 3 {
		r, _, done := t.reader()
		other := kept
		if round < 2 {
			other = tokenizer.NewReader(r, opts...)
		} else {
			other.ResetReader(r)
		}
		walk := &tokenWalk{trial: t, reference: t.reference(opts), stream: other, first: first, jumps: round > 0}
		walk.run()
		kept = other
		done()
	}
	if t.withinLimit() {
		t.tryAll(opts)
	}
}

// reference returns the Tokenizer with which other Tokenizers are compared.
func (t *trial) reference(opts []tokenizer.TokenizerOption) *tokenizer.Tokenizer {
	if t.withinLimit() {
		reference := tokenizer.New([]byte(`{"other`), opts...)
		_, _ = reference.Next()
		reference.Reset(t.data)
		return reference
	}
	return tokenizer.NewReader(struct{ io.Reader }{bytes.NewReader(t.data)}, opts...)
}

// tryAll compares All with Next.
func (t *trial) tryAll(opts []tokenizer.TokenizerOption) {
	next := tokenizer.New(t.data, opts...)
	for token, err := range tokenizer.New(t.data, opts...).All() {
		want, wantErr := next.Next()
		if err == nil && wantErr == nil {
			t.sameToken(token, want)
			continue
		}
		t.same("All", err, wantErr)
		return
	}
	if _, err := next.Next(); err != io.EOF {
		t.fail("All", "ends where Next says %v", err)
	}
}

func (t *trial) sameToken(got, want tokenizer.Token) {
	if got.Kind() != want.Kind() || got.Offset() != want.Offset() || got.Depth() != want.Depth() || !bytes.Equal(got.Raw(), want.Raw()) {
		t.fail("token", "got  %v %d/%d %q\nwant %v %d/%d %q", got.Kind(), got.Offset(), got.Depth(), got.Raw(), want.Kind(), want.Offset(), want.Depth(), want.Raw())
	}
	if got.Escaped() != want.Escaped() || !bytes.Equal(got.Body(), want.Body()) || got.String() != want.String() {
		t.fail("token, text", "got  %v %q\nwant %v %q", got.Escaped(), got.String(), want.Escaped(), want.String())
	}
	if i := want.Offset(); i+int64(len(want.Raw())) > int64(len(t.data)) || !bytes.Equal(want.Raw(), t.data[i:][:len(want.Raw())]) {
		t.fail("token, place", "%q is not at %d", want.Raw(), i)
	}
	gotInt, err := got.Int64()
	wantInt, wantErr := want.Int64()
	gotUint, errUint := got.Uint64()
	gotFloat, errFloat := got.Float64()
	wantFloat, _ := want.Float64()
	if gotInt != wantInt || (err == nil) != (wantErr == nil) || gotFloat != wantFloat && gotFloat == gotFloat {
		t.fail("token, number", "%q: %d, %v and %v; want %d, %v and %v", got.Raw(), gotInt, err, gotFloat, wantInt, wantErr, wantFloat)
	}
	if err == nil && gotInt > 0 && (errUint != nil || gotUint != uint64(gotInt)) || err == nil && errFloat != nil {
		t.fail("token, numbers differ", "%q: %d, %d %v, %v %v", got.Raw(), gotInt, gotUint, errUint, gotFloat, errFloat)
	}
}

// A tokenWalk reads the same input with two Tokenizers at the same time.
type tokenWalk struct {
	*trial
	reference, stream *tokenizer.Tokenizer
	first             error // the error of Check
	jumps             bool  // call Skip, Leave, PeekKind and Pointer in addition to Next

	faults int
	last   int64 // offset of the last fault
	held   []heldError
}

// A heldError is an error that is checked again at the end of the walk, because an error must not
// change.
type heldError struct {
	err  error
	text string
}

func (w *tokenWalk) run() {
	rng := rand.New(rand.NewPCG(w.rng.Uint64(), 2))
	for step := 0; ; step++ {
		if step > 8*len(w.data)+1000 {
			w.fail("no end", "after %d steps", step)
		}
		op := 23
		if w.jumps {
			op = rng.IntN(24)
		}
		var err, wantErr error
		switch {
		case op < 2:
			err, wantErr = w.stream.Skip(), w.reference.Skip()
		case op == 2:
			err, wantErr = w.stream.Leave(), w.reference.Leave()
		default:
			if w.next(op < 5) {
				w.end()
				return
			}
			continue
		}
		switch {
		case err == tokenizer.ErrNoValue && wantErr == err || err == nil && wantErr == nil:
		case err == io.EOF && wantErr == io.EOF:
		case w.fault(err, wantErr):
			w.end()
			return
		}
	}
}

// next compares the next tokens of both Tokenizers. It reports whether the walk ends.
func (w *tokenWalk) next(look bool) bool {
	var peek, wantPeek tokenizer.TokenKind
	if look {
		peek, wantPeek = w.stream.PeekKind(), w.reference.PeekKind()
	}
	token, err := w.stream.Next()
	want, wantErr := w.reference.Next()
	if err == io.EOF && wantErr == io.EOF {
		return true
	}
	if err != nil || wantErr != nil {
		return w.fault(err, wantErr)
	}
	w.sameToken(token, want)
	// After an error, Next may skip the token that PeekKind has returned.
	if look && (peek != token.Kind() && w.faults == 0 || wantPeek != peek) {
		w.fail("PeekKind", "%v and %v before %v", peek, wantPeek, token.Kind())
	}
	if end := token.Offset() + int64(len(token.Raw())); w.stream.InputOffset() < end || w.reference.InputOffset() < end {
		w.fail("InputOffset", "%d and %d after %d", w.stream.InputOffset(), w.reference.InputOffset(), end)
	}
	if look && len(w.data) < 10_000 {
		if p, q := w.stream.Pointer(), w.reference.Pointer(); p != q {
			w.fail("Pointer", "got %q, want %q", p, q)
		}
	}
	return false
}

// fault compares the errors of both Tokenizers, and reports whether they end the walk.
func (w *tokenWalk) fault(err, wantErr error) bool {
	w.faults++
	if w.faults == 1 && !w.jumps {
		w.same("first error and Check", wantErr, w.first)
	}
	if w.faults < 60 {
		w.same("error of a stream", err, wantErr)
		if _, known := pointerOf(err); !known && len(w.data) < 1<<16 {
			w.fail("error of a stream without a pointer", "%v", err)
		}
		w.sound("error of tokens", w.data, wantErr)
		w.held = append(w.held, heldError{err, everythingOf(err)})
	} else if err == nil || wantErr == nil || err.Error() != wantErr.Error() {
		w.fail("later error of a stream", "got  %v\nwant %v", err, wantErr)
	}
	var e *tokenizer.SyntaxError
	if errors.As(err, &e) {
		if e.Offset < w.last && e.Kind != tokenizer.TrailingComma {
			w.fail("order of errors", "%v after one at %d", e, w.last)
		}
		w.last = max(w.last, e.Offset)
	}
	if w.rules.keepGoing {
		return false
	}
	_, again := w.stream.Next()
	w.same("error stays", again, err)
	return true
}

func (w *tokenWalk) end() {
	if w.faults == 0 && w.first != nil {
		w.fail("no error", "but Check says %v", w.first)
	}
	for _, h := range w.held {
		if now := everythingOf(h.err); now != h.text {
			w.fail("error changed", "it was %s\nand is %s", h.text, now)
		}
	}
}
