package param

// In is the location of a parameter.
type In uint8

// The locations of OpenAPI.
const (
	Path        In = iota
	Query          // one pair of the query or several
	Header         // a header field, whose name is not case-sensitive
	Cookie         // one cookie or several
	QueryString    // the whole query (OpenAPI 3.2)
)

var locations = [...]string{Path: "path", Query: "query", Header: "header", Cookie: "cookie", QueryString: "querystring"}

// String returns the value of the field "in".
func (in In) String() string {
	if int(in) < len(locations) {
		return locations[in]
	}
	return "unknown"
}

// A Style is the way in which a value is written.
type Style uint8

// The styles of OpenAPI. A style that OpenAPI does not allow for a location is treated like Default.
const (
	Default        Style = iota // Simple for paths and headers, Form for queries and cookies
	Matrix                      // paths: ;color=blue
	Label                       // paths: .blue
	Simple                      // paths and headers: blue,black
	Form                        // queries and cookies: color=blue,black
	SpaceDelimited              // queries: color=blue%20black
	PipeDelimited               // queries: color=blue%7Cblack
	DeepObject                  // queries: color[R]=100
	CookieStyle                 // cookies: like Form, but without percent-encoding (OpenAPI 3.2)
)

var styles = [...]string{
	Default: "default", Matrix: "matrix", Label: "label", Simple: "simple", Form: "form", SpaceDelimited: "spaceDelimited",
	PipeDelimited: "pipeDelimited", DeepObject: "deepObject", CookieStyle: "cookie",
}

// String returns the value of the field "style".
func (s Style) String() string {
	if int(s) < len(styles) {
		return styles[s]
	}
	return "unknown"
}

// A Param describes a parameter. It may be used by several goroutines at the same time.
type Param struct {
	In       In
	Name     string
	Style    Style
	Explode  bool   // the default of OpenAPI is true for the styles form and cookie; the caller must set it
	Shape    *Shape // nil allows everything
	JSON     bool   // the text is JSON (content: application/json); there is no style
	Required bool   // if the parameter is absent, the fault is Missing
	// AllowEmpty treats a query parameter with an empty value like an absent one that is not required.
	AllowEmpty bool
}

// style returns the style with the default filled in.
func (p *Param) style() Style {
	switch p.In {
	case Path:
		if p.Style == Matrix || p.Style == Label {
			return p.Style
		}
		return Simple
	case Header:
		return Simple
	case Cookie:
		if p.Style == CookieStyle {
			return p.Style
		}
	case Query:
		if p.Style == SpaceDelimited || p.Style == PipeDelimited || p.Style == DeepObject {
			return p.Style
		}
	}
	return Form
}

// TakesRest reports whether the parameter is an exploded object without fixed names. Such a parameter takes all
// pairs or cookies that no other parameter has taken, so it must be decoded after all others.
func (p *Param) TakesRest() bool {
	return (p.In == Query || p.In == Cookie) && !p.JSON && p.Explode && p.style() != DeepObject && p.Shape.isOpen()
}

// Types is a set of JSON types.
type Types uint8

// The types of JSON Schema.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object

	anyType = Null | Boolean | Integer | Number | String | Array | Object
	scalars = Null | Boolean | Integer | Number | String
)

// A Shape is what a schema allows for a value. It decides how a text is read, but it is not checked: a text that fits
// no allowed type becomes a string, and the schema rejects it. A nil *Shape allows everything, like the zero Shape.
// Shapes may be recursive. They must not change while they are in use.
type Shape struct {
	Types      Types             // 0 allows all types
	Prefix     []*Shape          // the first items of an array
	Items      *Shape            // the other items
	Properties map[string]*Shape // members of an object
	// Additional is the shape of the other members, or nil. An exploded object in a query or in cookies has other
	// members only if Additional is not nil or there are no Properties. In other objects, nil allows all of them.
	Additional *Shape
}

func (s *Shape) types() Types {
	if s == nil || s.Types == 0 {
		return anyType
	}
	return s.Types
}

func (s *Shape) item(i int) *Shape {
	switch {
	case s == nil:
		return nil
	case i < len(s.Prefix):
		return s.Prefix[i]
	}
	return s.Items
}

func (s *Shape) member(name string) *Shape {
	if s == nil {
		return nil
	}
	if member, ok := s.Properties[name]; ok {
		return member
	}
	return s.Additional
}

// declares reports whether the shape is certainly that of an object: it allows nothing else, or names members.
func (s *Shape) declares() bool {
	return s != nil && s.types()&Object != 0 && (s.types() == Object || len(s.Properties) > 0)
}

// isOpen reports whether an exploded object takes pairs with any name.
func (s *Shape) isOpen() bool {
	return s.declares() && (s.Additional != nil || len(s.Properties) == 0)
}

// has reports whether an exploded object takes pairs with this name.
func (s *Shape) has(name string) bool {
	if s.isOpen() {
		return true
	}
	_, ok := s.Properties[name]
	return ok
}
