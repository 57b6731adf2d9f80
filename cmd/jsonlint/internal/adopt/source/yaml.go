package source

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// mostValues limits the number of values in a YAML file, whose aliases can multiply them.
const mostValues = 1 << 18

// errTooLarge is the error for YAML with too many or too deep values.
var errTooLarge = errors.New("the file is nested too deeply or too large")

// YAML reads the first document of a YAML file. The result is nil if it is empty.
func YAML(text []byte) (*Value, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	if root.Kind != yaml.DocumentNode || len(root.Content) == 0 {
		return nil, nil
	}
	r := yamlReader{}
	return r.value(root.Content[0], 0)
}

type yamlReader struct{ values int }

func (r *yamlReader) value(n *yaml.Node, depth int) (*Value, error) {
	if r.values++; r.values > mostValues || depth > maxDepth {
		return nil, errTooLarge
	}
	out := &Value{Line: n.Line}
	switch n.Kind {
	case yaml.AliasNode:
		return r.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		out.Kind = List
		for _, e := range n.Content {
			v, err := r.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			out.Elements = append(out.Elements, v)
		}
	case yaml.MappingNode:
		out.Kind = Object
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := r.value(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			out.Members = append(out.Members, Member{n.Content[i].Value, n.Content[i].Line, v})
		}
	case yaml.ScalarNode:
		out.scalar(n)
	}
	return out, nil
}

// scalar stores the value of a scalar.
func (v *Value) scalar(n *yaml.Node) {
	v.Text = n.Value
	switch n.ShortTag() {
	case "!!null":
		v.Kind, v.Text = Null, ""
	case "!!bool":
		v.Kind = Bool
		if strings.HasPrefix(strings.ToLower(n.Value), "t") { // the text of a tagged value can be anything
			v.Text = "true"
		} else {
			v.Text = "false"
		}
	case "!!int", "!!float":
		v.Kind = Number
	default:
		v.Kind = Text
	}
}
