package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// everythingOf describes all properties of an error except its pointer.
func everythingOf(err error) string {
	var e *tokenizer.SyntaxError
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.Related()
	what := ""
	var ill *utf8check.Error
	if errors.As(e, &ill) {
		what = fmt.Sprintf(" (%+v)", *ill)
	}
	return fmt.Sprintf("%v %d+%d [%v] %+v; related %+v %v; early end %v; %s|%s|%s", e.Kind, e.Offset, e.Length, e.Expected, e.Position(),
		related, ok, errors.Is(e, io.ErrUnexpectedEOF), what, e.Message(), e.Error())
}

func pointerOf(err error) (pointer string, known bool) {
	var e *tokenizer.SyntaxError
	if !errors.As(err, &e) {
		return "", false
	}
	return e.Pointer()
}

// same checks that two errors have the same properties. The error of a stream may lack a pointer.
func (t *trial) same(class string, got, want error) {
	if g, w := everythingOf(got), everythingOf(want); g != w {
		t.fail(class, "got  %s\nwant %s", g, w)
	}
	g, known := pointerOf(got)
	if w, wantKnown := pointerOf(want); known && wantKnown && g != w {
		t.fail(class+", pointer", "got  %q, want %q for %v", g, w, want)
	}
}

var placeInMessage = regexp.MustCompile(`at line (\d+), column (\d+)`)

// sound checks that an error of data has the documented properties.
func (t *trial) sound(class string, data []byte, err error) {
	var e *tokenizer.SyntaxError
	if err == nil {
		return
	}
	if !errors.As(err, &e) {
		t.fail(class+": not a SyntaxError", "%v", err)
	}
	end := e.Offset + int64(e.Length)
	if e.Offset < 0 || e.Length < 0 || end > int64(len(data)) {
		t.fail(class+": out of bounds", "%v at %d, length %d", e, e.Offset, e.Length)
	}
	if e.Position() != tokenizer.Locate(data, e.Offset) {
		t.fail(class+": position", "%v: %+v, want %+v", e, e.Position(), tokenizer.Locate(data, e.Offset))
	}
	if !flaw.ErrorKind(e.Kind).IsValid() || !utf8.ValidString(e.Error()) || e.Expected.String() == "" != (e.Expected == 0) {
		t.fail(class+": fields", "%+q", e.Error())
	}
	for _, c := range e.Error() {
		if c < ' ' || c == 0x7F {
			t.fail(class+": control character", "%q", e.Error())
		}
	}
	if p, ok := e.Pointer(); p != "" && (p[0] != '/' || !ok) || !utf8.ValidString(p) {
		t.fail(class+": pointer", "%q", p)
	}
	t.soundRelated(class, data, e)
}

func (t *trial) soundRelated(class string, data []byte, e *tokenizer.SyntaxError) {
	related, ok := e.Related()
	if !ok {
		if related != (tokenizer.Span{}) {
			t.fail(class+": related span without a place", "%v", e)
		}
		return
	}
	begin, end := related.Offset, related.Offset+int64(related.Length)
	if begin < 0 || begin >= e.Offset || related.Start != tokenizer.Locate(data, begin) || related.End != tokenizer.Locate(data, end) {
		t.fail(class+": related place", "%v: %+v", e, related)
	}
	if m := placeInMessage.FindStringSubmatch(e.Message()); m != nil {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		if line != related.Start.Line || column != related.Start.Rune {
			t.fail(class+": place in the message", "%s, but the related place is %+v", e.Message(), related)
		}
	}
}

// withinLimit reports whether the input is no longer than the rules allow. A longer input is not
// examined at all if it is in memory. If it is a stream, it is examined up to the limit.
func (t *trial) withinLimit() bool {
	return (t.rules.bytes == 0 || len(t.data) <= t.rules.bytes) && (t.rules.token == 0 || len(t.data) < 1<<16)
}

// wanted returns the error that a stream of the data must yield.
func (t *trial) wanted() error {
	if t.withinLimit() {
		return tokenizer.Check(t.data, t.rules.options()...)
	}
	return tokenizer.CheckReader(context.Background(), struct{ io.Reader }{bytes.NewReader(t.data)}, t.rules.ofReader()...)
}

// sameInParts checks that several goroutines, which check small parts, find the same error as one.
func (t *trial) sameInParts(want error) {
	rules := tokenizer.RulesOf(t.rules.options())
	rules.Workers, rules.PartSize = uint16(max(t.rules.workers, 2)), 1<<t.rng.IntN(10)
	r := parts.Check(&rules, t.data)
	var e *tokenizer.SyntaxError
	invalid := errors.As(want, &e)
	if invalid != (r != nil) || invalid && (tokenizer.ErrorKind(r.Kind) != e.Kind || r.Offset != e.Offset || r.Length != e.Length || tokenizer.Position(r.Position()) != e.Position()) {
		t.fail("Check in parts", "parts of %d bytes: got %v, want %v", rules.PartSize, r, want)
	}
}

// tryCheck compares Valid, Check, CheckReader, ValidReader and Checker with each other.
func (t *trial) tryCheck() {
	opts := t.rules.options()
	plain := tokenizer.Check(t.data)
	t.sound("Check", t.data, plain)
	if valid := tokenizer.Valid(t.data); valid != (plain == nil) {
		t.fail("Valid", "%v, and Check says %v", valid, plain)
	}
	if len(t.data) < 10_000 && standardLibrarySays(t.data) != (plain == nil) {
		t.fail("Check and the standard library", "%v", plain)
	}
	inMemory := tokenizer.Check(t.data, opts...)
	t.sound("Check with options", t.data, inMemory)
	t.same("Check by the scanner", checkByScanner(t.data, opts...), inMemory)
	t.sameInParts(inMemory)
	want := t.wanted()
	if (want == nil) != (inMemory == nil) {
		t.fail("CheckReader beyond a limit", "%v, and Check says %v", want, inMemory)
	}
	for range 2 {
		t.checkReaders(want)
	}
	t.tryChecker(want)
}

func (t *trial) checkReaders(want error) {
	opts := t.rules.ofReader()
	ctx := context.Background()
	r, name, done := t.reader()
	err := tokenizer.CheckReader(ctx, r, opts...)
	done()
	t.same("CheckReader", err, want)
	if name != "bytes.Reader at 3" {
		t.sound("CheckReader", t.data, err)
	}
	r, _, done = t.reader()
	valid, err := tokenizer.ValidReader(ctx, r, opts...)
	done()
	if valid != (want == nil) || err != nil {
		t.fail("ValidReader", "%v, %v; want %v", valid, err, want)
	}
}

// tryChecker passes the data to a Checker in pieces. It does so twice, to test Reset.
func (t *trial) tryChecker(want error) {
	c := tokenizer.NewChecker(t.rules.ofChecker()...)
	for range 2 {
		if t.rng.IntN(3) == 0 {
			r, _, done := t.reader()
			n, err := c.ReadFrom(r)
			done()
			if err == nil && n != int64(len(t.data)) {
				t.fail("Checker.ReadFrom", "%d of %d bytes", n, len(t.data))
			}
			if err != nil {
				t.same("Checker.ReadFrom", err, want)
			}
		} else {
			t.writePieces(c, want)
		}
		err := c.Close()
		t.same("Checker", err, want)
		t.same("Checker closed twice", c.Close(), err)
		c.Reset()
	}
}

func (t *trial) writePieces(c *tokenizer.Checker, want error) {
	h := t.hostile(io.EOF)
	h.nothing = 0
	b := make([]byte, 1<<20)
	for done := int64(0); ; {
		n, end := h.Read(b)
		written, err := c.Write(b[:n])
		clear(b[:n]) // the Checker must not keep any part of b
		if written < 0 || written > n || err == nil && written < n {
			t.fail("Checker.Write", "%d of %d bytes, %v", written, n, err)
		}
		if err != nil {
			t.same("Checker.Write", err, want)
			var e *tokenizer.SyntaxError
			if errors.As(err, &e) && int64(written) != max(0, e.Offset-done) {
				t.fail("Checker.Write, count", "%d after %d for %v", written, done, err)
			}
			return
		}
		if done += int64(n); end != nil {
			return
		}
	}
}
