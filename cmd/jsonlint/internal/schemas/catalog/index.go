package catalog

import (
	_ "embed"
	"path"
	"slices"
	"strings"
)

// index is SchemaStore's catalogue, without the schemas and without patterns of files in other languages such as YAML. The first line has
// its date. Each other line is an entry: the URL, the name and the patterns, separated by tabs. The prefix [CommonHost] of a URL is left
// out. Nothing is decoded until somebody asks for it.
//
//go:embed zindex.txt
var index string

// CommonHost is the prefix of URLs that begin with a slash in the index.
const CommonHost = "https://www.schemastore.org"

// Date returns the date of the index, as in 2006-01-02.
func Date() string {
	head, _, _ := strings.Cut(index, "\n")
	return head[strings.LastIndexByte(head, ' ')+1:]
}

// Index returns the entries of SchemaStore's catalogue at [Date].
func Index() (entries []Entry) {
	_, lines, _ := strings.Cut(index, "\n")
	for line := range strings.Lines(lines) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if fields[0][0] == '/' {
			fields[0] = CommonHost + fields[0]
		}
		e := Entry{Name: fields[1], URL: fields[0]}
		for _, text := range fields[2:] {
			e.Patterns = append(e.Patterns, compile(text))
		}
		entries = append(entries, e)
	}
	return entries
}

// A Choice is a schema for files that match a pattern.
type Choice struct {
	Name, URL, Pattern string
}

// Find returns the schemas in the index for the file at a path, which has slashes. A pattern with the whole name of the file takes
// precedence over one with wildcards in the name, and then a pattern with more folders.
func Find(file string) (found []Choice) {
	const wholeName = 1000 // more than a pattern has folders
	best := 0
	for _, e := range Index() {
		for i := range e.Patterns {
			p := &e.Patterns[i]
			rank := 1 + strings.Count(p.Text, "/")
			if !strings.ContainsAny(path.Base(p.Text), "*?") {
				rank += wholeName
			}
			if rank < best || !p.Matches(file) {
				continue
			}
			if rank > best {
				best, found = rank, nil
			}
			found = add(found, Choice{e.Name, e.URL, p.Text})
		}
	}
	return found
}

// Elsewhere returns the schemas in the index for files with a name that are in folders with certain names.
func Elsewhere(name string) (found []Choice) {
	for _, e := range Index() {
		for _, p := range e.Patterns {
			if strings.Contains(p.Text, "/") && path.Base(p.Text) == name {
				found = add(found, Choice{e.Name, e.URL, p.Text})
			}
		}
	}
	return found
}

// add adds a choice unless its schema is there already.
func add(found []Choice, c Choice) []Choice {
	if slices.ContainsFunc(found, func(f Choice) bool { return f.URL == c.URL }) {
		return found
	}
	return append(found, c)
}
