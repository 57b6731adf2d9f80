package format

import (
	"bytes"
	"io"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Append appends the formatted text of src to dst and returns the extended buffer. If src is
// invalid, it returns dst unchanged and an error. The error is a [*tokenizer.SyntaxError] for JSON
// and a [*dialect.Error] for other dialects. With [Options].Records, the error is a
// [*records.RecordError], which wraps a [*tokenizer.SyntaxError]. With [Options.Canonical], the
// error may also be a [*NotFiniteError] or, with [Options.ExactNumbers], an [*InexactError], and with [Options].Convert, a [*NotFiniteError] or a
// [*CommentError]. Append also returns an error for invalid options. The
// memory of dst and src must not overlap.
func Append(dst, src []byte, o Options) ([]byte, error) {
	if err := o.check(); err != nil {
		return dst, err
	}
	p := printers.Get().(*printer)
	p.dst = dst
	err := p.format(src, o)
	if err == nil {
		dst = p.dst
	}
	*p = printer{}
	printers.Put(p)
	return dst, err
}

// printers has printers that are not in use, until the garbage collector frees them. Allocating one would take longer than formatting a short
// text. Append clears a printer before it gives it back, so one from the pool is like a new one, and the pool keeps neither texts nor
// outputs. After a panic, the printer is not given back.
var printers = sync.Pool{New: func() any { return new(printer) }}

// Write is like Append, but writes the result to w in pieces of about 64 KiB. It checks all of src
// before the first write. Errors of w are returned unchanged.
func Write(w io.Writer, src []byte, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := check(src, o); err != nil {
		return err
	}
	p := &printer{w: w, checked: true}
	if err := p.format(src, o); err != nil {
		return err
	}
	p.flush()
	return p.err
}

// check returns the first error in src, or nil if src is valid.
func check(src []byte, o Options) error {
	var opts []tokenizer.Option
	if o.Canonical {
		opts = append(opts, tokenizer.IJSON())
	}
	if o.Records {
		if err := records.Check(src, records.Each(opts...)); err != nil || !o.Canonical || !o.ExactNumbers {
			return err
		}
		return checkExact(src, o)
	}
	if err := dialect.Check(src, o.Dialect, opts...); err != nil {
		return err
	}
	if o.Canonical {
		if err := checkFinite(src, o.Dialect); err != nil || !o.ExactNumbers {
			return err
		}
		return checkExact(src, o)
	}
	if o.Convert != KeepDialect {
		return checkConversion(src, o)
	}
	return nil
}

// checkConversion returns an error if src, which must be valid, cannot be converted to JSON.
func checkConversion(src []byte, o Options) error {
	if o.Convert == RefuseComments && o.Dialect.HasComments() {
		lexer := dialect.NewLexer(src, o.Dialect)
		for {
			token, err := lexer.Next()
			if err == io.EOF {
				break
			}
			if token.Kind.IsComment() {
				return &CommentError{int64(token.Begin), token.End - token.Begin}
			}
		}
	}
	return checkFinite(src, o.Dialect)
}

// format writes a whole text. If the text is JSON, format finds errors while it writes; otherwise
// it checks the text first.
func (p *printer) format(src []byte, o Options) error {
	if !p.checked && (o.Canonical || o.ASCII || o.Records || o.Dialect != dialect.JSON) {
		if err := check(src, o); err != nil {
			return err
		}
		p.checked = true
	}
	if o.Records {
		return p.records(src, o)
	}
	p.use(src, o)
	if o.Canonical && o.Dialect != dialect.JSON {
		src, _, _ = dialect.Lower(src, o.Dialect)
	}
	if o.Convert != KeepDialect {
		src = toJSON(src, o.Dialect)
		o.Dialect, p.commas = dialect.JSON, RemoveCommas
	}
	return p.json(src, o)
}

// use prepares p for formatting src.
func (p *printer) use(src []byte, o Options) {
	p.compact, p.canonicalForm, p.width = o.Compact || o.Canonical, o.Canonical, o.Width
	p.indent, p.commas, p.brace = o.Indent, o.TrailingCommas, 1
	if o.TightBraces {
		p.brace = 0
	}
	if o.Detect {
		p.indent = indentOf(src, o.Dialect, o.Indent)
	}
	if p.indent == "" {
		p.indent = defaultIndent
	}
	if !o.Dialect.HasTrailingCommas() {
		p.commas = RemoveCommas
	}
	if p.style, p.tab = o.Style, o.tabWidth(); p.compact {
		p.style = Plain
	}
	if p.style == Stringify {
		p.width = 0
	}
	p.lineEnd = "\n"
	if o.LineEnd == CRLF || o.LineEnd == KeepLineEnd && lineEndOf(src, o.Dialect) == CRLF {
		p.lineEnd = "\r\n"
	}
	endsLine := bytes.HasSuffix(src, []byte("\n")) || bytes.HasSuffix(src, []byte("\r"))
	p.final = !o.Canonical && (o.FinalNewline == EnsureNewline || o.FinalNewline == KeepNewline && endsLine)
	p.startLine()
}

// records writes each record on a line of its own. Complete lines are written together, by their
// marks, and the rest one by one.
func (p *printer) records(src []byte, o Options) error {
	o.Compact, o.Records, o.Dialect, o.FinalNewline = true, false, dialect.JSON, EnsureNewline
	if o.LineEnd == KeepLineEnd {
		o.LineEnd = lineEndOf(src, o.Dialect)
	}
	p.use(src, o)
	p.rules = jsonsimd.Records
	begin, written := len(p.dst), p.written
	if lines := src[:bytes.LastIndexByte(src, '\n')+1]; p.byMarks(lines, o) {
		src = src[len(lines):]
		if len(p.dst) > begin || p.written > written {
			p.newline(0)
		}
	}
	p.rules = 0
	for r := range records.All(src) {
		if err := p.json(r.Data, o); err != nil {
			return err
		}
		if !p.final {
			p.newline(0)
		}
	}
	return p.err
}

// all writes all items of a source in the order and layout of o.
func (p *printer) all(s source, o Options) error {
	if o.Canonical {
		o.Order, o.Compact = utf16Order, true
	}
	if o.Order != KeepOrder {
		sorted, err := newSorter(s, o)
		if err != nil {
			return err
		}
		s = sorted
	}
	if o.ASCII {
		s = asciiSource{s}
	}
	if p.width > 0 && !o.Compact {
		s = newLayout(s, p)
	}
	var it item
	for {
		if err := s.next(&it); err != nil {
			return err
		}
		p.item(&it)
		if it.kind == end || p.err != nil {
			return p.err
		}
	}
}

// lineEndOf returns the kind of line ending that the first line of a text has. Line endings in strings of
// JSON5 do not count, because strings are not affected.
func lineEndOf(src []byte, d dialect.Dialect) LineEnd {
	feed := bytes.IndexByte(src, '\n')
	if feed >= 0 && d == dialect.JSON5 {
		feed = feedOutsideStrings(src)
	}
	if feed > 0 && src[feed-1] == '\r' {
		return CRLF
	}
	return LF
}

// feedOutsideStrings returns the offset of the first line feed in a JSON5 text that is not in a string, or -1.
func feedOutsideStrings(src []byte) int {
	lexer := dialect.NewLexer(src, dialect.JSON5)
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return -1
		}
		if i := bytes.IndexByte(src[token.Begin:token.End], '\n'); i >= 0 && token.Kind != dialect.String {
			return token.Begin + i
		}
	}
}

// json writes a text by the marks of its tokens if it is JSON and has an index. Otherwise, json
// writes it item by item, which is several times slower but gives the same result.
func (p *printer) json(src []byte, o Options) error {
	if o.Dialect == dialect.JSON || o.Canonical || p.commas != AddCommas && tokenizer.Valid(src) {
		if p.byMarks(src, o) {
			p.finish(&item{})
			return p.err
		}
	}
	if p.err != nil {
		return p.err
	}
	return p.items(src, o)
}

// items writes src item by item.
func (p *printer) items(src []byte, o Options) error {
	if !p.checked {
		if err := check(src, o); err != nil {
			return err
		}
	}
	p.startLine()
	if text := bytes.Trim(src, " \t\r\n"); o.Dialect == dialect.JSON && kinds[text[0]] == scalar {
		if o.ASCII {
			text = asciiText(text)
		}
		p.item(&item{kind: tokenizer.String, text: text}) // or a number or a literal, which are all treated alike
		p.finish(&item{})
		return p.err
	}
	s := newDialectSource(src, o.Dialect)
	s.prettier = p.style == Prettier
	return p.all(s, o)
}
