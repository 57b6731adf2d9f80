package source

import (
	"bytes"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// maxDepth limits the nesting of settings, because reading them is recursive.
const maxDepth = 100

// JSON reads JSON, with comments and everything else that JSON5 allows.
func JSON(text []byte) (*Value, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	doc, m, err := dialect.Parse(text, dialect.JSON5, tokenizer.MaxDepth(maxDepth))
	if err != nil {
		return nil, err
	}
	r := jsonReader{m: m, lines: lines{text: text}}
	return r.value(doc.Root()), nil
}

type jsonReader struct {
	m     dialect.Map
	lines lines
}

func (r *jsonReader) value(v document.Value) *Value {
	out := &Value{Line: r.line(v)}
	switch v.Kind() {
	case tokenizer.String:
		out.Kind, out.Text = Text, v.String()
	case tokenizer.Number:
		out.Kind, out.Text = Number, string(v.Raw())
	case tokenizer.True, tokenizer.False:
		out.Kind, out.Text = Bool, string(v.Raw())
	case tokenizer.BeginArray:
		out.Kind = List
		for _, e := range v.Elements() {
			out.Elements = append(out.Elements, r.value(e))
		}
	case tokenizer.BeginObject:
		out.Kind = Object
		for name, value := range v.Members() {
			out.Members = append(out.Members, Member{name.String(), r.line(name), r.value(value)})
		}
	}
	return out
}

// line returns the line of a value. The map gives its offset at once, but would count lines for its position.
func (r *jsonReader) line(v document.Value) int { return r.lines.at(int(r.m.Offset(v.Offset()))) }

// lines counts lines up to offsets. The work is proportional to the distance from one to the next.
type lines struct {
	text   []byte
	offset int
	before int // line ends before offset
}

func (l *lines) at(offset int) int {
	if offset < l.offset {
		l.before -= bytes.Count(l.text[offset:l.offset], []byte("\n"))
	} else {
		l.before += bytes.Count(l.text[l.offset:offset], []byte("\n"))
	}
	l.offset = offset
	return l.before + 1
}
