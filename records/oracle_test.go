package records_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// This file defines records in the most obvious way. It is the oracle for all code that walks over
// records.

// rules are the options that the oracle supports.
type rules struct {
	format    string // "", "sequence" or "concatenated"
	blank     records.BlankPolicy
	maxRecord int // 0 for no limit
	ijson     bool
	unique    bool
	allowBOM  bool
	maxDepth  int // 0 for the default
	maxTokens int // 0 for no limit, as in maxString and members
	maxString int
	members   int
}

func (r rules) options() []records.Option {
	opts := []records.Option{records.Each(r.recordOptions()...), records.BlankLines(r.blank)}
	switch r.format {
	case "sequence":
		opts = append(opts, records.TextSequence())
	case "concatenated":
		opts = append(opts, records.Concatenated())
	}
	if r.maxRecord > 0 {
		opts = append(opts, records.MaxRecord(r.maxRecord))
	}
	if r.allowBOM {
		opts = append(opts, records.Each(tokenizer.AllowBOM()))
	}
	return opts
}

// recordOptions returns the options for a single record.
func (r rules) recordOptions() (opts []tokenizer.Option) {
	if r.ijson {
		opts = append(opts, tokenizer.IJSON())
	}
	if r.unique {
		opts = append(opts, tokenizer.UniqueNames())
	}
	if r.maxDepth > 0 {
		opts = append(opts, tokenizer.MaxDepth(r.maxDepth))
	}
	if r.maxTokens > 0 {
		opts = append(opts, tokenizer.MaxTokens(int64(r.maxTokens)))
	}
	if r.maxString > 0 {
		opts = append(opts, tokenizer.MaxString(r.maxString))
	}
	if r.members > 0 {
		opts = append(opts, tokenizer.MaxMembers(r.members))
	}
	return opts
}

func (r rules) limit() int {
	if r.maxRecord > 0 {
		return r.maxRecord
	}
	return math.MaxInt - 10
}

// found holds everything that is known about a record.
type found struct {
	data     string
	offset   int64
	line     int
	err      string
	place    string
	absolute int64
}

func foundIn(r records.Record) found {
	f := found{string(r.Data), r.Offset, r.Line, "", fmt.Sprint(r.Position()), r.ErrorOffset()}
	err, absolute := r.Err(), r.AsError()
	if r.Valid() != (err == nil) || r.Valid() != (absolute == nil) {
		f.err = fmt.Sprint("valid is ", r.Valid(), ", but the errors are ", err, " and ", absolute)
		return f
	}
	if err != nil {
		e := absolute.(*records.RecordError)
		if f.err = describe(err); describe(e.Err) != f.err || fmt.Sprint(e.Position()) != f.place || e.ErrorOffset() != f.absolute || string(e.Data) != f.data {
			f.err += "; the RecordError differs: " + describe(e.Err)
		}
	}
	return f
}

func describe(e *tokenizer.SyntaxError) string {
	pointer, _ := e.Pointer()
	return fmt.Sprint(e.Kind, e.Offset, e.Length, e.Expected, pointer, e)
}

// oracle returns all records.
func (r rules) oracle(input []byte) (all []found) {
	begin := 0
	if r.allowBOM && bytes.HasPrefix(input, []byte("\uFEFF")) {
		begin = 3
	}
	add := func(data []byte, at int, kind tokenizer.ErrorKind) {
		if len(data) > r.limit() {
			data, kind = data[:r.limit()], records.RecordTooLong
		}
		f := found{data: string(data), offset: int64(at)}
		where := len(data)
		isBlank := len(bytes.Trim(data, " \t\r\n")) == 0 && kind != records.RecordTooLong
		switch {
		case isBlank && r.blank == records.SkipBlank:
			return
		case isBlank && r.blank == records.YieldBlank:
			where = 0
		case kind == records.MissingSeparator:
			where, f.err = 0, fmt.Sprint(kind, 0, min(1, len(data)))
		case kind == records.RecordTooLong || kind == records.UndelimitedRecord && tokenizer.Check(data, r.recordOptions()...) == nil:
			f.err = fmt.Sprint(kind, where, 0)
		default:
			where = 0
			if err := tokenizer.Check(data, r.recordOptions()...); err != nil {
				e := err.(*tokenizer.SyntaxError)
				where, f.err = int(e.Offset), describe(e)
			}
		}
		f.absolute = int64(at + where)
		f.line = naivePlace(input[begin:at]).Line
		f.place = fmt.Sprint(naivePlace(slices.Concat(input[begin:at], data[:where])))
		all = append(all, f)
	}
	switch r.format {
	case "":
		splitLines(input[begin:], begin, add)
	case "sequence":
		splitSequence(input[begin:], begin, add)
	default:
		splitValues(input[begin:], begin, r.limit(), r.maxDepth, add)
	}
	return all
}

// naivePlace returns the position of the end of b.
func naivePlace(b []byte) tokenizer.Position {
	p := tokenizer.Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}
	for len(b) > 0 {
		n, _ := utf8check.Sequence(b)
		switch p.Column, p.Rune, p.UTF16 = p.Column+n, p.Rune+1, p.UTF16+1; {
		case b[0] == '\n':
			p = tokenizer.Position{Line: p.Line + 1, Column: 1, Rune: 1, UTF16: 1}
		case n == 4:
			p.UTF16++
		}
		b = b[n:]
	}
	return p
}

type adder func(data []byte, at int, kind tokenizer.ErrorKind)

func trimEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

func splitLines(b []byte, at int, add adder) {
	for line := range bytes.Lines(b) {
		add(trimEnd(line), at, 0)
		at += len(line)
	}
}

func splitSequence(b []byte, at int, add adder) {
	for i, text := range bytes.Split(b, []byte{0x1E}) {
		trimmed := bytes.TrimRight(text, " \t\r\n")
		switch {
		case len(text) == 0:
		case i == 0:
			add(trimEnd(text), at, records.MissingSeparator)
		case len(trimmed) < len(text) || len(trimmed) == 0 || strings.IndexByte(`"]}`, trimmed[len(trimmed)-1]) >= 0:
			add(trimEnd(text), at, 0)
		default:
			add(trimEnd(text), at, records.UndelimitedRecord)
		}
		at += len(text) + 1
	}
}

// splitValues finds values by trying prefixes. A value is the shortest prefix that is a document
// and that the next byte does not continue.
func splitValues(b []byte, at, limit, maxDepth int, add adder) {
	for {
		space := len(b) - len(bytes.TrimLeft(b, " \t\r\n"))
		if b, at = b[space:], at+space; len(b) == 0 {
			return
		}
		seen := b
		if len(b) > limit {
			seen = b[:limit+1]
		}
		n, fault, tooLong := firstValue(seen, len(seen) < len(b) || len(b) > limit, maxDepth)
		kind := tokenizer.ErrorKind(0)
		if n > limit || tooLong {
			n, fault, kind = 0, limit, records.RecordTooLong
		}
		if n == 0 {
			n = len(b)
			for i := max(fault, 1); i < len(b); i++ {
				if b[i-1] == '\n' && strings.IndexByte(`{["tfn-0123456789`, b[i]) >= 0 {
					n = i
					break
				}
			}
			data := b[:min(n, limit)]
			if kind == 0 {
				data = bytes.TrimRight(data, " \t\r\n")
				var opts []tokenizer.Option
				if maxDepth > 0 {
					opts = append(opts, tokenizer.MaxDepth(maxDepth))
				}
				if tokenizer.Check(data, opts...) == nil {
					kind = records.RecordTooLong
				}
			}
			add(data, at, kind)
		} else {
			add(b[:n], at, 0)
		}
		b, at = b[n:], at+n
	}
}

// firstValue returns the length n of the value at the start of b. If n is 0, fault is the offset of
// the error in the value. If tooLong is set, both results are unknown because b is cut off.
func firstValue(b []byte, cutOff bool, maxDepth int) (n, fault int, tooLong bool) {
	opts := []tokenizer.Option{}
	if maxDepth > 0 {
		opts = append(opts, tokenizer.MaxDepth(maxDepth))
	}
	for n := 1; n <= len(b); n++ {
		if tokenizer.Check(b[:n], opts...) != nil {
			continue
		}
		if strings.IndexByte(`"]}`, b[n-1]) >= 0 {
			return n, 0, false
		}
		if n == len(b) {
			if cutOff {
				return 0, 0, true
			}
			return n, 0, false
		}
		if c := b[n]; !(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("_$.+-", c) >= 0) {
			return n, 0, false
		}
	}
	if bytes.HasPrefix(b, []byte("\uFEFF")) {
		return 0, 0, false
	}
	e := tokenizer.Check(b, opts...).(*tokenizer.SyntaxError)
	ends := e.Kind == tokenizer.Truncated || e.Kind == tokenizer.UnterminatedString || e.Kind == tokenizer.ErrorKind(utf8check.Truncated) ||
		e.Kind == tokenizer.ErrorKind(utf8check.MissingContinuation) && int(e.Offset)+e.Length == len(b)
	return 0, int(e.Offset), cutOff && ends
}

// check compares all code that walks over records with the oracle.
func (r rules) check(t *testing.T, input []byte) {
	t.Helper()
	want := r.oracle(input)
	invalid := slices.DeleteFunc(slices.Clone(want), func(f found) bool { return f.err == "" })
	hasE := func(text []byte) bool { return bytes.IndexByte(text, 'e') >= 0 }
	invalidOrE := slices.DeleteFunc(slices.Clone(want), func(f found) bool { return f.err == "" && !hasE([]byte(f.data)) })
	compare := func(name string, got, want []found) {
		t.Helper()
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || !got[i].agrees(want[i]) {
				t.Fatalf("%+v, %s: record %d of %d, %d:\n got %+v\nwant %+v\nin %q", r, name, i, len(got), len(want),
					got[i:min(i+1, len(got))], want[i:min(i+1, len(want))], cut(input))
			}
		}
	}
	opts := r.options()
	chunk := 1 + len(input)%23*len(input)/40
	for _, c := range []int{chunk, 1, 1 << 13} {
		opts := append(slices.Clip(opts), records.Chunk(c))
		var got []found
		for rec := range records.All(input, opts...) {
			got = append(got, foundIn(rec))
		}
		compare(fmt.Sprint("All by ", c), got, want)
		for name, reader := range map[string]io.Reader{
			"whole":    bytes.NewReader(input),
			"halves":   jsontest.InChunks(input, 1+len(input)/2),
			"one byte": iotest.OneByteReader(bytes.NewReader(input)),
			"pieces":   iotest.DataErrReader(jsontest.InChunks(input, 1+chunk/3)),
		} {
			compare(fmt.Sprint("Read by ", c, ", ", name), collect(t, records.Read(context.Background(), reader, opts...)), want)
		}
		for workers := 1; workers <= 3; workers++ {
			opts := []records.ReadBadOption{records.JoinOptions(opts...), records.Workers(workers), records.ReadAhead()}
			ctx := context.Background()
			compare(fmt.Sprint("BadOf by ", c, ", ", workers), collect(t, records.BadOf(input, opts...)), invalid)
			compare(fmt.Sprint("ReadBad by ", c, ", ", workers), collect(t, records.ReadBad(ctx, jsontest.InChunks(input, 1+chunk/2), opts...)), invalid)
			opts = append(opts, records.Including(hasE))
			compare(fmt.Sprint("BadOf and more by ", c, ", ", workers), collect(t, records.BadOf(input, opts...)), invalidOrE)
			compare(fmt.Sprint("ReadBad and more by ", c, ", ", workers), collect(t, records.ReadBad(ctx, jsontest.InChunks(input, 1+chunk/2), opts...)), invalidOrE)
		}
		var first []found
		if err := records.Check(input, opts...); err != nil {
			first = append(first, foundIn(err.(*records.RecordError).Record))
		}
		compare(fmt.Sprint("Check by ", c), first, invalid[:min(1, len(invalid))])
	}
}

// agrees reports whether f agrees with want, the result of the oracle. The oracle does not know the
// messages of all errors.
func (f found) agrees(want found) bool {
	whole := strings.HasPrefix(f.err, want.err) && (f.err == "") == (want.err == "")
	f.err, want.err = "", ""
	return whole && f == want
}

func collect(t *testing.T, records func(func(records.Record, error) bool)) (all []found) {
	t.Helper()
	for rec, err := range records {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, foundIn(rec))
	}
	return all
}

func cut(b []byte) []byte { return b[:min(len(b), 600)] }
