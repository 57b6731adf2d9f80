package format

import (
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// isPlain reports whether a text can be written token by token, without look-ahead, comments or
// changes to tokens. The options of most calls allow this, and it is several times as fast as the
// general method.
func (o *Options) isPlain() bool {
	return o.Dialect == dialect.JSON && o.Order == KeepOrder && !o.ASCII && !o.Canonical && (o.Width == 0 || o.Compact)
}

// plain writes a JSON text with every member and element on a line of its own. The more general
// method printer.all would write the same output.
func (p *printer) plain(src []byte) error {
	tokens := tokenizer.New(src)
	end, before := 0, tokenizer.BeginArray // as after an opening bracket, so that no separator precedes the first token
	for {
		token, err := tokens.Next()
		if err == io.EOF {
			p.finish(&item{})
			return p.err
		}
		if err != nil {
			return err
		}
		raw, begin, kind := token.Raw(), int(token.Offset()), token.Kind()
		switch {
		case before == tokenizer.Name:
			p.dst = append(p.dst, ' ')
		case end == 0:
		case kind == tokenizer.EndObject || kind == tokenizer.EndArray:
			if before != tokenizer.BeginObject && before != tokenizer.BeginArray {
				p.newline(token.Depth())
			}
		case before == tokenizer.BeginObject || before == tokenizer.BeginArray:
			p.newline(token.Depth())
		default:
			p.dst = append(p.dst, ',')
			p.line(token.Depth(), isBlank(src[end:begin]))
		}
		if p.dst = append(p.dst, raw...); kind == tokenizer.Name {
			p.dst = append(p.dst, ':')
		}
		end, before = begin+len(raw), kind
	}
}

// isBlank reports whether the white space between two tokens contains a blank line.
func isBlank(gap []byte) bool { return len(gap) > 2 && countLines(0, gap) == 2 }

// plainCompact writes a JSON text without white space. It copies the bytes between white space as a
// whole.
func (p *printer) plainCompact(src []byte) error {
	tokens := tokenizer.New(src)
	copied, end := 0, 0 // src[copied:end] remains to be copied
	for {
		token, err := tokens.Next()
		if err == io.EOF {
			p.dst = append(p.dst, src[copied:end]...)
			p.finish(&item{})
			return p.err
		}
		if err != nil {
			return err
		}
		begin := int(token.Offset())
		if gap := src[end:begin]; len(gap) > 1 || len(gap) == 1 && syntax.IsSpace(gap[0]) {
			p.dst = append(p.dst, src[copied:end]...)
			copied = begin
			p.dst = appendSeparator(p.dst, gap)
			if p.w != nil && len(p.dst) >= flushFrom {
				p.flush()
			}
		}
		end = begin + len(token.Raw())
	}
}

// appendSeparator appends the comma or colon in the gap between two tokens, if the gap contains
// one.
func appendSeparator(dst, gap []byte) []byte {
	for _, c := range gap {
		if !syntax.IsSpace(c) {
			return append(dst, c)
		}
	}
	return dst
}
