package review

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/tokenizer"
)

// values finds values of "enum" and "const" that "type" excludes, and those that are listed twice.
func (r *reviewer) values(n *node) {
	allowed := typeSet(n.get("type"))
	if c := n.get("const"); c.Exists() && allowed != 0 && typeOf(c)&allowed == 0 {
		r.excluded(n, c, "const")
	}
	enum := n.get("enum")
	if enum.Kind() != tokenizer.BeginArray {
		return
	}
	if allowed != 0 && enum.Len() > 0 && typesIn(enum)&allowed == 0 {
		f := r.add(UselessValue, enum, "enum", fmt.Sprintf("no value of \"enum\" has the type %s", typeList(allowed)))
		f.relate(n.get("type"), `"type" is`)
		return
	}
	first := make(map[string]document.Value, enum.Len())
	for _, v := range enum.Elements() {
		text := string(appendCanonical(nil, v))
		if earlier, again := first[text]; again {
			f := r.add(UselessValue, v, "enum", fmt.Sprintf("\"enum\" lists %s twice", excerpt(v)))
			f.relate(earlier, "the first one is")
			continue
		}
		first[text] = v
		if allowed != 0 && typeOf(v)&allowed == 0 {
			r.excluded(n, v, "enum")
		}
	}
}

func (r *reviewer) excluded(n *node, v document.Value, keyword string) {
	f := r.add(UselessValue, v, keyword, fmt.Sprintf("%s is not allowed by \"type\", which is %s", excerpt(v), typeList(typeSet(n.get("type")))))
	f.relate(n.get("type"), `"type" is`)
}

// typeList lists types for a message.
func typeList(t types) string {
	names := t.names()
	for i, name := range names {
		names[i] = fmt.Sprintf("%q", name)
	}
	return suggest.List(names)
}

// longestExcerpt is the length in bytes of the longest value that a message quotes as a whole.
const longestExcerpt = 40

// excerpt returns a value for a message.
func excerpt(v document.Value) string {
	raw := string(v.Raw())
	if len(raw) <= longestExcerpt && !strings.ContainsAny(raw, "\n\r") {
		return raw
	}
	switch v.Kind() {
	case tokenizer.BeginArray:
		return "an array"
	case tokenizer.BeginObject:
		return "an object"
	}
	return excerptOf(v.String())
}

// excerptOf returns a string, or its beginning, in quotation marks.
func excerptOf(s string) string {
	if len(s) > longestExcerpt {
		return strconv.Quote(strings.ToValidUTF8(s[:longestExcerpt], "")) + "..."
	}
	return strconv.Quote(s)
}
