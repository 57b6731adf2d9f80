package adopt

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/suggest"
)

// A Tool is a program whose settings can be read.
type Tool struct {
	Name string
	Page string // what it is called in prose
	read func(*folder, *Draft)
}

// Tools returns all tools.
func Tools() []Tool {
	return []Tool{
		{"prantlf", "the npm package @prantlf/jsonlint", readPrantlf},
		{"zaach", "the npm package jsonlint", readZaach},
		{"check-json", "the hook check-json of pre-commit", readCheckJSON},
		{"pretty-format-json", "the hook pretty-format-json of pre-commit", readPrettyFormat},
		{"check-jsonschema", "check-jsonschema", readCheckSchema},
		{"eslint-json", "the ESLint plugin @eslint/json", readESLintJSON},
		{"eslint-plugin-jsonc", "the ESLint plugin eslint-plugin-jsonc", readESLintJSONC},
		{"prettier", "Prettier", readPrettier},
		{"biome", "Biome", readBiome},
	}
}

// Names returns the names of all tools.
func Names() (names []string) {
	for _, t := range Tools() {
		names = append(names, t.Name)
	}
	return names
}

// An UnknownTool is the error for the name of a tool that is not known.
type UnknownTool struct{ Name string }

func (e *UnknownTool) Error() string {
	return fmt.Sprintf("unknown tool %q%s", e.Name, suggest.Choice(e.Name, Names()))
}

// NotUsed is the error for a tool that has no settings in the folder.
type NotUsed struct{ Tool Tool }

func (e *NotUsed) Error() string { return "init: there are no settings or commands of " + e.Tool.Page }

// Read returns what the settings of the named tools in a folder mean. If several tools set the same, the last one takes precedence, and the
// draft has a conflict.
func Read(path string, names []string) (*Draft, error) {
	f := newFolder(path)
	m := merger{all: new(Draft)}
	for _, name := range names {
		t, ok := toolOf(name)
		if !ok {
			return nil, &UnknownTool{name}
		}
		d := t.in(f)
		if f.err != nil {
			return nil, f.err
		}
		if len(d.Sources) == 0 {
			return nil, &NotUsed{t}
		}
		m.add(name, d)
	}
	m.finish()
	return m.all, nil
}

// Found returns the tools with settings in a folder, and the files that have them.
func Found(path string) (tools []Tool, sources [][]string, err error) {
	f := newFolder(path)
	for _, t := range Tools() {
		if d := t.in(f); len(d.Sources) > 0 {
			tools, sources = append(tools, t), append(sources, d.Sources)
		}
	}
	return tools, sources, f.err
}

func (t Tool) in(f *folder) *Draft {
	d := new(Draft)
	t.read(f, d)
	tidy(d)
	return d
}

func toolOf(name string) (Tool, bool) {
	for _, t := range Tools() {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}
