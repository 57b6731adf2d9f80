package format

import (
	"io"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Append appends src, formatted, to dst, and returns the extended slice. If src is not
// right, it returns dst as it was, and the error: for JSON a [*tokenizer.SyntaxError], for
// other dialects a [*dialect.Error], for [Options.Canonical] perhaps a [*NotFiniteError].
// dst and src must not overlap.
func Append(dst, src []byte, o Options) ([]byte, error) {
	p := &printer{dst: dst}
	if err := p.format(src, o); err != nil {
		return dst, err
	}
	return p.dst, nil
}

// Write is Append for what goes to w, some 64 KiB at a time. All of src is checked before the first
// write. Any error of w is returned as it is.
func Write(w io.Writer, src []byte, o Options) error {
	if err := check(src, o); err != nil {
		return err
	}
	p := &printer{w: w}
	if err := p.format(src, o); err != nil {
		return err
	}
	p.flush()
	return p.err
}

// check finds the first error of a text.
func check(src []byte, o Options) error {
	var opts []tokenizer.Option
	if o.Canonical {
		opts = append(opts, tokenizer.IJSON())
	}
	if o.Records {
		return records.Check(src, records.Each(opts...))
	}
	if err := dialect.Check(src, o.Dialect, opts...); err != nil || !o.Canonical {
		return err
	}
	return checkFinite(src, o.Dialect)
}

// format writes a whole text. Of JSON, errors are found on the way.
func (p *printer) format(src []byte, o Options) error {
	if o.Records {
		return p.records(src, o)
	}
	p.use(src, o)
	if o.Canonical {
		return p.canonical(src, o)
	}
	switch {
	case o.isPlain() && o.Compact:
		return p.plainCompact(src)
	case o.isPlain():
		return p.plain(src)
	case o.Dialect == dialect.JSON:
		return p.all(newPlainSource(src), o)
	}
	if err := check(src, o); err != nil {
		return err
	}
	return p.all(newDialectSource(src, o.Dialect), o)
}

// records writes each record in a line.
func (p *printer) records(src []byte, o Options) error {
	if err := check(src, o); err != nil {
		return err
	}
	o.Compact, o.Records, o.Dialect, o.FinalNewline = true, false, dialect.JSON, EnsureNewline
	if o.LineEnd == KeepLineEnd {
		o.LineEnd = lineEndOf(src)
	}
	p.use(src, o)
	plain := newPlainSource(nil)
	for r := range records.All(src) {
		plain.reset(r.Data)
		if err := p.record(plain, o); err != nil {
			return err
		}
	}
	return p.err
}

func (p *printer) record(plain *plainSource, o Options) error {
	if o.Canonical {
		o = canonicalOptions
	}
	if err := p.all(plain, o); err != nil {
		return err
	}
	if !p.final {
		p.newline(0)
	}
	return nil
}

// canonicalOptions are those of the canonical form; what tokens are in it the printer knows.
var canonicalOptions = Options{Order: utf16Order, Compact: true}

// canonical writes the form of RFC 8785, for which the text must be I-JSON.
func (p *printer) canonical(src []byte, o Options) error {
	if o.Dialect != dialect.JSON {
		if err := check(src, o); err != nil {
			return err
		}
		src, _, _ = dialect.Lower(src, o.Dialect)
	}
	return p.all(newPlainSource(src, tokenizer.IJSON()), canonicalOptions)
}

// all writes what comes from a source, in the order and the layout that o asks for.
func (p *printer) all(s source, o Options) error {
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
	if o.Width > 0 && !o.Compact {
		s = newLayout(s, o.Width)
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

// lineEndOf returns how the first line of a text ends.
func lineEndOf(src []byte) LineEnd {
	if i := slices.Index(src, '\n'); i > 0 && src[i-1] == '\r' {
		return CRLF
	}
	return LF
}
