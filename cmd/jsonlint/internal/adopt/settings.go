package adopt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
)

// Settings are what a new settings file has.
type Settings struct {
	Section
	Ignore    []string // patterns of files
	Schemas   []Schema
	Overrides []Override
	Remarks   map[string]string // comments by key
}

// A Section is what can be at the top level or in an override.
type Section struct {
	Dialect string
	Rules   []Rule
	Format  []Layout
}

// A Rule is the severity of a rule, with at most one option.
type Rule struct {
	Name, Severity string
	Option, Value  string
}

// A Layout is a setting under "format". The value is JSON.
type Layout struct{ Name, Value string }

// A Schema says which files have which schema: the path or URL of the schema for a pattern.
type Schema struct{ Pattern, Name string }

// An Override is a section for some files.
type Override struct {
	Files []string
	Section
}

// setRule sets the severity of a rule.
func (s *Section) setRule(r Rule) {
	if i := slices.IndexFunc(s.Rules, func(old Rule) bool { return old.Name == r.Name }); i >= 0 {
		s.Rules[i] = r
		return
	}
	s.Rules = append(s.Rules, r)
}

// setLayout sets a property of the layout.
func (s *Section) setLayout(name, value string) {
	if i := slices.IndexFunc(s.Format, func(old Layout) bool { return old.Name == name }); i >= 0 {
		s.Format[i].Value = value
		return
	}
	s.Format = append(s.Format, Layout{name, value})
}

// setIndent sets the indentation. Its width must be one that the settings accept.
func (s *Section) setIndent(in indentation) {
	if in.tabs {
		s.setLayout("indent", `"tab"`)
		s.setLayout("tabWidth", strconv.Itoa(in.width))
		return
	}
	s.setLayout("indent", strconv.Itoa(in.width))
}

// An indentation is what a tool indents by: tabs that count as width columns, or as many spaces.
type indentation struct {
	tabs  bool
	width int
}

// isEmpty reports whether nothing is set.
func (s *Section) isEmpty() bool { return s.Dialect == "" && len(s.Rules) == 0 && len(s.Format) == 0 }

// Text returns the text of a settings file.
func (s *Settings) Text() []byte {
	w := &writer{remarks: s.Remarks}
	fmt.Fprintf(w, "{\n  \"$schema\": %s", Quote(config.SchemaURL))
	if len(s.Ignore) > 0 {
		w.key("ignore")
		w.list("  ", s.Ignore)
	}
	if s.Dialect != "" {
		w.key("dialect")
		w.Write(Quote(s.Dialect))
	}
	if len(s.Rules) > 0 {
		w.key("rules")
		w.rules("  ", s.Rules)
	}
	if len(s.Schemas) > 0 {
		w.key("schemas")
		w.open('{')
		for i, one := range s.Schemas {
			w.item("    ", i)
			fmt.Fprintf(w, "%s: %s", Quote(one.Pattern), Quote(one.Name))
		}
		w.WriteString("\n  }")
	}
	if len(s.Overrides) > 0 {
		w.key("overrides")
		w.open('[')
		for i, o := range s.Overrides {
			w.item("    ", i)
			w.override(o)
		}
		w.WriteString("\n  ]")
	}
	if len(s.Format) > 0 {
		w.key("format")
		w.layout("  ", s.Format)
	}
	w.WriteString("\n}\n")
	return w.Bytes()
}

type writer struct {
	bytes.Buffer
	remarks map[string]string
}

// key begins a member at the top level.
func (w *writer) key(name string) {
	w.WriteString(",\n\n")
	if remark := w.remarks[name]; remark != "" {
		fmt.Fprintf(w, "  // %s\n", remark)
	}
	fmt.Fprintf(w, "  %s: ", Quote(name))
}

func (w *writer) open(bracket byte) { w.WriteByte(bracket) }

// item begins element i on a line of its own.
func (w *writer) item(indent string, i int) {
	if i > 0 {
		w.WriteByte(',')
	}
	w.WriteString("\n" + indent)
}

func (w *writer) list(indent string, texts []string) {
	w.open('[')
	for i, text := range texts {
		w.item(indent+"  ", i)
		w.Write(Quote(text))
	}
	w.WriteString("\n" + indent + "]")
}

func (w *writer) rules(indent string, rules []Rule) {
	w.open('{')
	for i, r := range rules {
		w.item(indent+"  ", i)
		if r.Option == "" {
			fmt.Fprintf(w, "%s: %s", Quote(r.Name), Quote(r.Severity))
		} else {
			fmt.Fprintf(w, "%s: {\"severity\": %s, %s: %s}", Quote(r.Name), Quote(r.Severity), Quote(r.Option), Quote(r.Value))
		}
	}
	w.WriteString("\n" + indent + "}")
}

func (w *writer) layout(indent string, all []Layout) {
	w.open('{')
	for i, l := range all {
		w.item(indent+"  ", i)
		fmt.Fprintf(w, "%s: %s", Quote(l.Name), l.Value)
	}
	w.WriteString("\n" + indent + "}")
}

func (w *writer) override(o Override) {
	const indent = "      "
	w.open('{')
	w.item(indent, 0)
	w.WriteString(`"files": `)
	w.list(indent, o.Files)
	if o.Dialect != "" {
		w.item(indent, 1)
		fmt.Fprintf(w, "\"dialect\": %s", Quote(o.Dialect))
	}
	if len(o.Rules) > 0 {
		w.item(indent, 1)
		w.WriteString(`"rules": `)
		w.rules(indent, o.Rules)
	}
	if len(o.Format) > 0 {
		w.item(indent, 1)
		w.WriteString(`"format": `)
		w.layout(indent, o.Format)
	}
	w.WriteString("\n    }")
}

// Quote returns a text as a JSON string.
func Quote(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(text) // cannot fail
	return bytes.TrimSpace(b.Bytes())
}
