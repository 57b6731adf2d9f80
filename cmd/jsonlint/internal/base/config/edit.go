package config

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// SetSchemas adds pairs of a pattern (or URL) and a schema to "schemas" in the settings file src, and
// returns the new text. If a pattern is already there, its schema is replaced. Everything else is
// kept as it is: comments, white space, the order of members and the style of line endings. The name
// of the file is for errors, which are of type [*Error].
func SetSchemas(name string, src []byte, uses []Use) ([]byte, error) {
	for _, u := range uses {
		var err error
		if src, err = setSchema(name, src, u); err != nil {
			return nil, err
		}
	}
	return src, nil
}

func setSchema(name string, src []byte, u Use) ([]byte, error) {
	e, err := edit(name, src)
	if err != nil {
		return nil, err
	}
	root := e.root
	all := root.member("schemas")
	if all == nil {
		inner := e.indent(root) + e.unit()
		return e.insert(root, `"schemas": {`+e.newline()+inner+use(u)+e.newline()+e.indent(root)+"}"), nil
	}
	if old := all.member(u.Pattern); old != nil {
		return slices.Concat(src[:old.offset], quote(u.Schema), src[old.end:]), nil
	}
	return e.insert(all, use(u)), nil
}

// use returns a member of "schemas".
func use(u Use) string { return string(quote(u.Pattern)) + ": " + string(quote(u.Schema)) }

// quote returns s as a JSON string. Characters outside ASCII are kept.
func quote(s string) []byte {
	var b []byte
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return slices.Concat([]byte{'"'}, b, []byte{'"'})
}

// An editor inserts text into a settings file.
type editor struct {
	src  []byte
	root *node
}

// edit returns an editor for the settings file src, which must be valid.
func edit(name string, src []byte) (*editor, error) {
	if text, err := regular.Text(src); err != nil || !bytes.HasSuffix(src, text) {
		return nil, errorAt(name, nil, 0, "only settings in UTF-8 can be edited; save this file as UTF-8")
	}
	if _, err := Parse(name, src); err != nil {
		return nil, err
	}
	text, _ := plain(src)
	root, err := parseNode(text)
	if err != nil {
		return nil, positioned(name, src, err)
	}
	return &editor{src: src, root: root}, nil
}

// newline returns the first line ending of the file.
func (e *editor) newline() string {
	if i := bytes.IndexByte(e.src, '\n'); i > 0 && e.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// unit returns the white space by which each level is indented.
func (e *editor) unit() string {
	if len(e.root.members) > 0 {
		if space, first := e.lineStart(e.root.members[0].name.offset); first && space != "" {
			return space
		}
	}
	return "  "
}

// indent returns the indentation of the members of an object.
func (e *editor) indent(object *node) string {
	if len(object.members) > 0 {
		if space, first := e.lineStart(object.members[0].name.offset); first {
			return space
		}
	}
	space, _ := e.lineStart(object.offset)
	return space + e.unit()
}

// lineStart returns the white space at the start of the line of an offset, and reports whether there
// is nothing else before the offset.
func (e *editor) lineStart(offset int64) (space string, first bool) {
	line := e.src[bytes.LastIndexByte(e.src[:offset], '\n')+1 : offset]
	rest := bytes.TrimLeft(line, " \t")
	return string(line[:len(line)-len(rest)]), len(rest) == 0
}

// insert returns the text of the file with another member at the end of an object.
func (e *editor) insert(object *node, member string) []byte {
	last, closing := object.offset+1, object.end-1 // last is the end of the last value
	comma := ""
	if n := len(object.members); n > 0 {
		last, comma = object.members[n-1].value.end, ","
		trailing := e.trailingComma(last, closing)
		if trailing >= 0 {
			last, comma, member = trailing, "", member+","
		}
		if !bytes.Contains(e.src[object.offset:object.members[0].name.offset], []byte("\n")) {
			return slices.Concat(e.src[:last], []byte(comma+" "+member), e.src[last:])
		}
	}
	// The member follows the last comment in the object, on a line of its own.
	after := int64(len(bytes.TrimRight(e.src[:closing], " \t\r\n")))
	rest := e.src[after:]
	if !bytes.Contains(e.src[after:closing], []byte("\n")) {
		space, _ := e.lineStart(object.offset)
		rest = slices.Concat([]byte(e.newline()+space), e.src[closing:])
	}
	return slices.Concat(e.src[:last], []byte(comma), e.src[last:after], []byte(e.newline()+e.indent(object)+member), rest)
}

// trailingComma returns the offset after the comma between last, the end of the last value of an
// object, and its closing brace. If there is no comma, it returns -1.
func (e *editor) trailingComma(last, closing int64) int64 {
	for i := last; i < closing; i++ {
		if n := commentLength(e.src[i:]); n > 0 {
			i += int64(n) - 1
		} else if e.src[i] == ',' {
			return i + 1
		}
	}
	return -1
}
