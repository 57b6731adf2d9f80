package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// With aliases, a file in YAML may become a JSON text that is far longer than the file. It may be mostLonger times as long, or have
// atLeast bytes.
const mostLonger, atLeast = 16, 1 << 20

// toJSON converts a text in YAML. The error is an [*Error].
func toJSON(data []byte) ([]byte, []mark, error) {
	var root yaml.Node
	if err := yaml.Load(data, &root); err != nil && len(bytes.TrimSpace(data)) > 0 {
		return nil, nil, yamlError(err)
	}
	c := &converter{limit: max(mostLonger*len(data), atLeast), open: map[*yaml.Node]bool{}}
	if root.Kind != yaml.DocumentNode || len(root.Content) != 1 {
		return nil, nil, &Error{Line: 1, Column: 1, Message: "there is no document"}
	}
	if e := c.value(root.Content[0], 0); e != nil {
		return nil, nil, e
	}
	return c.text, c.marks, nil
}

func yamlError(err error) *Error {
	e := &Error{Message: err.Error(), Err: err}
	var bad *yaml.LoadError
	if errors.As(err, &bad) {
		e.Message, e.Line, e.Column = bad.Message, max(bad.Mark.Line, 1), max(bad.Mark.Column, 1)
	}
	return e
}

// A converter writes nodes of YAML as JSON.
type converter struct {
	text   []byte
	marks  []mark
	limit  int                 // of the length of text
	merges int                 // members that have been merged
	open   map[*yaml.Node]bool // the anchors whose values are being written
}

func errorAt(n *yaml.Node, message string) *Error {
	return &Error{Line: n.Line, Column: n.Column, Message: message}
}

func (c *converter) mark(n *yaml.Node) {
	c.marks = append(c.marks, mark{len(c.text), n.Line, n.Column})
}

// value writes a node inside the given number of arrays and objects.
func (c *converter) value(n *yaml.Node, depth int) *Error {
	switch {
	case depth > MaxDepth:
		return errorAt(n, "the nesting is too deep")
	case len(c.text) > c.limit:
		return errorAt(n, "the aliases make the document too long")
	}
	switch n.Kind {
	case yaml.AliasNode:
		if c.open[n.Alias] {
			return errorAt(n, "the alias is inside its own anchor")
		}
		c.open[n.Alias] = true
		defer delete(c.open, n.Alias)
		return c.value(n.Alias, depth)
	case yaml.MappingNode:
		return c.mapping(n, depth)
	case yaml.SequenceNode:
		return c.sequence(n, depth)
	}
	c.mark(n)
	text, message := scalar(n)
	if message != "" {
		return errorAt(n, message)
	}
	c.text = append(c.text, text...)
	return nil
}

func (c *converter) sequence(n *yaml.Node, depth int) *Error {
	c.mark(n)
	c.text = append(c.text, '[')
	for i, item := range n.Content {
		if i > 0 {
			c.text = append(c.text, ',')
		}
		if e := c.value(item, depth+1); e != nil {
			return e
		}
	}
	c.text = append(c.text, ']')
	return nil
}

func (c *converter) mapping(n *yaml.Node, depth int) *Error {
	c.mark(n)
	c.text = append(c.text, '{')
	pairs, e := c.pairs(n, depth)
	if e != nil {
		return e
	}
	for i, p := range pairs {
		if i > 0 {
			c.text = append(c.text, ',')
		}
		c.mark(p.name)
		c.text = append(append(c.text, quoted(p.name.Value)...), ':')
		if e := c.value(p.value, depth+1); e != nil {
			return e
		}
	}
	c.text = append(c.text, '}')
	return nil
}

// A pair is a member of a mapping.
type pair struct{ name, value *yaml.Node }

// pairs returns the members of a mapping, after those of the mappings that are merged into it. Its own members take precedence over
// merged ones, and earlier merged mappings over later ones.
func (c *converter) pairs(n *yaml.Node, depth int) ([]pair, *Error) {
	if depth > MaxDepth {
		return nil, errorAt(n, "the nesting is too deep")
	}
	own := map[string]bool{}
	var pairs, merged []pair
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if name.Kind == yaml.AliasNode {
			name = &yaml.Node{Kind: name.Alias.Kind, Style: name.Alias.Style, Value: name.Alias.Value, Line: name.Line, Column: name.Column}
		}
		switch {
		case name.Kind != yaml.ScalarNode:
			return nil, errorAt(name, "the name of a member must be a string")
		case name.Value == "<<" && isPlain(name):
			more, e := c.merged(value, depth+1)
			if e != nil {
				return nil, e
			}
			merged = append(merged, more...)
			if c.merges += len(more); c.merges > c.limit {
				return nil, errorAt(name, "the merge keys make the document too long")
			}
		case own[name.Value]:
			return nil, errorAt(name, "the name "+string(quoted(name.Value))+" occurs twice in this mapping")
		default:
			own[name.Value] = true
			pairs = append(pairs, pair{name, value})
		}
	}
	for _, p := range merged {
		if !own[p.name.Value] {
			own[p.name.Value] = true
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// merged returns the members of the mapping, or of the list of mappings, that is the value of a merge key.
func (c *converter) merged(n *yaml.Node, depth int) (pairs []pair, e *Error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.MappingNode:
		return c.pairs(n, depth)
	case yaml.SequenceNode:
		for _, item := range n.Content {
			more, e := c.merged(item, depth+1)
			if e != nil {
				return nil, e
			}
			pairs = append(pairs, more...)
		}
		return pairs, nil
	}
	return nil, errorAt(n, "only a mapping can be merged")
}

// isPlain reports whether a scalar has no quotation marks, no tag, and is not a block.
func isPlain(n *yaml.Node) bool {
	return n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle|yaml.TaggedStyle) == 0
}

// These are the plain scalars that are numbers in the core schema, without those that JSON does not have.
var (
	decimalInteger = regexp.MustCompile(`^[-+]?[0-9]+$`)
	otherInteger   = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
	decimalNumber  = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	notFinite      = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// scalar returns a scalar in JSON, or what is wrong with it.
func scalar(n *yaml.Node) (text []byte, message string) {
	v := n.Value
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.ShortTag()
	}
	switch {
	case tag == "!!str" || tag == "" && !isPlain(n):
		return quoted(v), ""
	case tag != "" && tag != "!!null" && tag != "!!bool" && tag != "!!int" && tag != "!!float":
		return nil, "the tag " + tag + " has no counterpart in JSON"
	}
	switch v {
	case "", "~", "null", "Null", "NULL":
		return []byte("null"), ""
	case "true", "True", "TRUE":
		return []byte("true"), ""
	case "false", "False", "FALSE":
		return []byte("false"), ""
	}
	switch {
	case decimalInteger.MatchString(v), decimalNumber.MatchString(v):
		return number(v), ""
	case otherInteger.MatchString(v):
		i, _ := new(big.Int).SetString(v, 0)
		return i.Append(nil, 10), ""
	case notFinite.MatchString(v):
		return nil, "JSON has no number " + v
	case tag != "":
		return nil, "the value is not one of the type " + tag
	}
	return quoted(v), ""
}

// number writes a decimal number of the core schema as JSON: without a plus sign and leading zeros, and with digits on both sides of
// the point.
func number(v string) []byte {
	sign := ""
	if v[0] == '-' || v[0] == '+' {
		sign, v = strings.TrimPrefix(v[:1], "+"), v[1:]
	}
	mantissa, exponent := v, ""
	if i := strings.IndexAny(v, "eE"); i >= 0 {
		mantissa, exponent = v[:i], v[i:]
	}
	integer, fraction, _ := strings.Cut(mantissa, ".")
	if integer = strings.TrimLeft(integer, "0"); integer == "" {
		integer = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return []byte(sign + integer + fraction + exponent)
}

// quoted writes a string as JSON.
func quoted(s string) []byte {
	text, _ := json.Marshal(s)
	return text
}
