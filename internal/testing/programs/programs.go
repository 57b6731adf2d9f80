package programs

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed programs.txt
var table string

// A Trial is what one program accepts in one file.
type Trial struct {
	File    string // the name of the file; "" if the file is recognized by its schema
	Schema  string // the value of "$schema" by which the file is recognized, or ""
	Program string // the program or its library, with the version
	How     string // how the answers were obtained: "run", "source" or "documents"
	Where   string // what was called, or where the loader or the documentation is

	accepts map[string]bool // by the name of a construct; those of which nothing is known are missing
	reasons map[string]string
}

// A Construct is something that some programs accept and others do not.
type Construct struct{ Name, Title string }

// Constructs are all constructs, in the order of the page.
var Constructs = []Construct{
	{"line", "comments with `//`"}, {"block", "comments with `/* */`"}, {"hash", "comments with `#`"}, {"comma", "trailing commas"},
	{"single", "single quotes"}, {"bare", "names without quotes"}, {"bom", "a byte order mark"}, {"twice", "equal names"},
	{"empty", "an empty file"}, {"comments", "a file of comments"},
}

// Accepts reports whether the program accepts a text with the construct, and whether that is known.
func (t *Trial) Accepts(c Construct) (accepts, known bool) {
	accepts, known = t.accepts[c.Name]
	return
}

// Reason returns why jsonlint answers otherwise than the program, or "" if it does not.
func (t *Trial) Reason(c Construct) string { return t.reasons[c.Name] }

// Text returns a text with the construct.
func (t *Trial) Text(c Construct) string {
	first := ""
	if t.Schema != "" {
		first = fmt.Sprintf("%q: %q, ", "$schema", t.Schema)
	}
	switch c.Name {
	case "line":
		return "{ // c\n" + first + `"a": 1}` + "\n"
	case "block":
		return "{/* c */ " + first + `"a": 1}` + "\n"
	case "hash":
		return "{ # c\n" + first + `"a": 1}` + "\n"
	case "comma":
		return "{" + first + `"a": 1,}` + "\n"
	case "single":
		return "{" + first + `'a': 1}` + "\n"
	case "bare":
		return "{" + first + "a: 1}\n"
	case "bom":
		return "\ufeff{" + first + `"a": 1}` + "\n"
	case "twice":
		return "{" + first + `"a": 1, "a": 1}` + "\n"
	case "comments":
		return "// c\n"
	}
	return ""
}

// list is what programs.txt has.
type list struct {
	trials   []Trial
	reasons  map[string]string // by label
	untested []Untested
}

// Trials returns all trials.
func Trials() []Trial { return read().trials }

// Labels returns the reasons for exceptions, in order.
func Labels() []string { return slices.Sorted(maps.Values(read().reasons)) }

// An Untested is a row of the table of known files for which there are no trials.
type Untested struct{ Program, Why string }

// WithoutTrials returns the rows of the table of known files for which there are no trials.
func WithoutTrials() []Untested { return read().untested }

// read reads programs.txt. It panics if the file is malformed, which a test finds out.
func read() list {
	l := list{reasons: map[string]string{}}
	for number, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
		case strings.HasPrefix(line, "!\t") && len(fields) == 3:
			l.reasons[fields[1]] = fields[2]
		case strings.HasPrefix(line, "-\t") && len(fields) == 3:
			l.untested = append(l.untested, Untested{fields[1], fields[2]})
		case len(fields) == 5 || len(fields) == 6:
			l.trials = append(l.trials, trial(fields, l.reasons))
		default:
			panic(fmt.Sprintf("BUG: programs.txt:%d: malformed", number+1))
		}
	}
	return l
}

// trial returns the trial in the fields of a line.
func trial(fields []string, reasons map[string]string) Trial {
	t := Trial{File: fields[0], Program: fields[1], How: fields[2], Where: fields[3], accepts: map[string]bool{}, reasons: map[string]string{}}
	if schema, ok := strings.CutPrefix(t.File, "$schema: "); ok {
		t.File, t.Schema = "", schema
	}
	for _, c := range Constructs {
		t.accepts[c.Name] = false
	}
	for _, name := range strings.Fields(fields[4]) {
		known, unknown := strings.CutPrefix(name, "?")
		if _, ok := t.accepts[known]; !ok {
			panic("BUG: programs.txt: unknown construct " + name)
		}
		if t.accepts[known] = true; unknown {
			delete(t.accepts, known)
		}
	}
	if len(fields) > 5 {
		for _, exception := range strings.Fields(fields[5]) {
			names, label, _ := strings.Cut(exception, "=")
			for name := range strings.SplitSeq(names, ",") {
				if reasons[label] == "" || !slices.ContainsFunc(Constructs, func(c Construct) bool { return c.Name == name }) {
					panic("BUG: programs.txt: unknown exception " + exception)
				}
				t.reasons[name] = reasons[label]
			}
		}
	}
	return t
}
