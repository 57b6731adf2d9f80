package lint

import (
	"embed"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

//go:embed rules/*.md
var pages embed.FS

// Explain returns the page of the rule of that name, in Markdown: what it looks for, why, an
// example that it finds and how to mend it, and what may be set. Of a [tokenizer.Kind] or a
// [dialect.Fault], such as trailing-comma, it returns what its rule's page says of it.
func Explain(name string) (page string, ok bool) {
	if !isName(name) {
		return "", false
	}
	if b, err := pages.ReadFile("rules/" + name + ".md"); err == nil {
		return string(b), true
	}
	for kind := tokenizer.Kind(1); kind.IsValid(); kind++ {
		if kind.String() == name {
			return explainIn(rules[ruleOfKind(kind)].Name, name)
		}
	}
	for fault := dialect.UnterminatedComment; fault < dialect.NotJSON; fault++ {
		if fault.String() == name {
			return explainIn("syntax", name)
		}
	}
	return "", false
}

// explainIn returns the section of that name in the page of a rule, or all of it if the rule
// is about nothing else.
func explainIn(rule, name string) (page string, ok bool) {
	page, ok = Explain(rule)
	heading := "\n## " + name + "\n"
	if begin := strings.Index(page, heading); begin >= 0 {
		page = page[begin+len("\n#"):] // as a heading of the first order
		if end := strings.Index(page, "\n## "); end >= 0 {
			page = page[:end+1]
		}
	}
	return page, ok
}

// isName reports whether name is made of what names of rules and kinds are made of, and so
// leads nowhere else in a file system.
func isName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && name[0] != '-'
}
