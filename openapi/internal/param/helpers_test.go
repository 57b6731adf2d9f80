package param

import (
	"fmt"
	"strings"
	"testing"
)

// shapeOf reads a shape: types are separated by |, and are any, null, boolean, integer, number, string, an array such as
// [integer] or [integer,string,...boolean], or an object such as {R:integer,*:any}.
func shapeOf(t testing.TB, text string) *Shape {
	s, rest := parseShape(t, text)
	if rest != "" {
		t.Fatalf("shape %q: unexpected %q", text, rest)
	}
	return s
}

func parseShape(t testing.TB, text string) (*Shape, string) {
	s := &Shape{}
	for {
		switch {
		case strings.HasPrefix(text, "["):
			s.Types |= Array
			text = parseItems(t, s, text[1:])
		case strings.HasPrefix(text, "{"):
			s.Types |= Object
			text = parseMembers(t, s, text[1:])
		default:
			n := strings.IndexAny(text+",", "|,]}")
			switch word := text[:n]; word {
			case "any":
				s.Types |= anyType
			default:
				i := strings.Index("null boolean integer number string", word)
				if i < 0 || word == "" {
					t.Fatalf("unknown type %q", word)
				}
				s.Types |= map[string]Types{"null": Null, "boolean": Boolean, "integer": Integer, "number": Number, "string": String}[word]
			}
			text = text[n:]
		}
		if !strings.HasPrefix(text, "|") {
			return s, text
		}
		text = text[1:]
	}
}

func parseItems(t testing.TB, s *Shape, text string) string {
	for {
		if rest, ok := strings.CutPrefix(text, "]"); ok {
			if len(s.Prefix) == 1 && s.Items == nil {
				s.Items, s.Prefix = s.Prefix[0], nil
			}
			return rest
		}
		rest, others := strings.CutPrefix(text, "...")
		item, rest := parseShape(t, rest)
		if others {
			s.Items = item
		} else {
			s.Prefix = append(s.Prefix, item)
		}
		text = strings.TrimPrefix(rest, ",")
	}
}

func parseMembers(t testing.TB, s *Shape, text string) string {
	s.Properties = map[string]*Shape{}
	for {
		if rest, ok := strings.CutPrefix(text, "}"); ok {
			return rest
		}
		name, rest, _ := strings.Cut(text, ":")
		member, rest := parseShape(t, rest)
		if name == "*" {
			s.Additional = member
		} else {
			s.Properties[name] = member
		}
		text = strings.TrimPrefix(rest, ",")
	}
}

// paramOf reads a parameter, such as "query form* color string": the location, the style, with an asterisk if it is
// exploded, the name and the shape. Words after them are required, allowEmpty or json.
func paramOf(t testing.TB, text string) *Param {
	p := &Param{}
	words := strings.Fields(text)
	for in, name := range locations {
		if name == words[0] {
			p.In = In(in)
		}
	}
	style, explode := strings.CutSuffix(words[1], "*")
	p.Explode = explode
	for s, name := range styles {
		if name == style {
			p.Style = Style(s)
		}
	}
	if p.In.String() != words[0] || p.Style.String() != style {
		t.Fatalf("parameter %q has an unknown location or style", text)
	}
	p.Name, p.Shape = words[2], shapeOf(t, words[3])
	for _, word := range words[4:] {
		p.Required, p.AllowEmpty, p.JSON = p.Required || word == "required", p.AllowEmpty || word == "allowEmpty", p.JSON || word == "json"
	}
	return p
}

// before and after surround parameters in paths.
const before, after = "/colors/", "/names"

// read decodes a text of the request: what stands for the parameter in a path, the query, or the lines of a header. All
// values of a Decoder that is used again must be the same as those of a new one.
func read(t testing.TB, d *Decoder, p *Param, text string, r Reading) (Value, *Fault) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if text == "(absent)" {
		lines = nil
	}
	switch p.In {
	case Path:
		return d.Path(p, before+text+after, len(before), len(before)+len(text), r)
	case Header:
		return d.Header(p, lines, r)
	case Cookie:
		if f := d.SplitCookies(lines); f != nil {
			return Value{}, f
		}
		return d.Cookie(p, r)
	}
	if f := d.SplitQuery(text); f != nil {
		return Value{}, f
	}
	return d.Query(p, r)
}

// cut returns the text of the request at a place.
func cut(t testing.TB, text string, at Place) string {
	t.Helper()
	line := text
	switch at.In {
	case Path:
		line = before + text + after
	case Header, Cookie:
		line = strings.Split(text, "\n")[at.Line]
	}
	if at.Offset < 0 || at.Length < 0 || at.Offset+at.Length > len(line) {
		t.Fatalf("place %+v is outside of %q", at, line)
	}
	return line[at.Offset : at.Offset+at.Length]
}

// describe returns the JSON of a value, or the kind of the fault, what is at its place, and the facts.
func describe(t testing.TB, text string, v Value, f *Fault) string {
	t.Helper()
	switch {
	case f != nil:
		s := fmt.Sprintf("%v at %d %q", f.Kind, f.Place.Offset, cut(t, text, f.Place))
		if f.Pointer != "" {
			s += " in " + f.Pointer
		}
		if f.Related != (Place{}) {
			s += fmt.Sprintf(" after %d %q", f.Related.Offset, cut(t, text, f.Related))
		}
		return s
	case v.JSON == nil:
		return fmt.Sprintf("(%s)", []string{"absent", "bare", "empty", "filled"}[v.Presence])
	}
	return string(v.JSON)
}
