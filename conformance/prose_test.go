package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A clumsy pattern matches a phrase that is correct English word by word, but that a native reader
// has to read twice. The style is that of Go's own documentation; CONTRIBUTING.md has the terms.
type clumsy struct {
	pattern string // a regular expression, in which a space stands for any white space
	better  string
	except  string // a regular expression for accepted uses; it is matched against the phrase and a few words around it
}

// clumsyPhrases are phrases that messages, documentation and comments must not contain.
var clumsyPhrases = []clumsy{
	{`\bby its name in this folder`, "files with a JSON extension in this folder", ""},
	{`\bbut for\b`, "except", `(?i)\blike \S+(?: \S+)* but for\b`}, // as in "like Int64, but for floats"
	{`\bits tokens are read one by one`, "reading the tokens one by one", ""},
	{`\bof \w+, two goroutines`, "files are read by two goroutines", ""},
	{`\bof many documents in one`, "an input with many documents", ""},
	{`\ball the same\b`, "anyway", `(?i)\b(are|is|not|be|take) all the same\b`},
	{`\bhow far it is\b`, "status", ""},
	{`\ball is slower\b`, "older machines are slower", ""},
	{`\bsome (dozen|hundred|thousand|million)s? \w`, "a few hundred", ``},
	{`\bthe walk over them is put off`, "the names are checked later", ""},
	{`\bnobody (wants|asks|waits|needs|looks)\b`, "the passive: the read was cancelled", ""},
	{`(?:^|[.;:] )who \w+s\b`, "callers that, readers that", `\?`},
	{`\bfor those who do not\b`, "if positions are not needed", ""},
	{`\bmore than it was asked for`, "an invalid count", ""},
	{`\bbe it that\b`, "even if", ""},
	{`\bwhat finds none\b`, "lookups on a missing value", ""},
	{`\bcall standard input so\b`, "use NAME as the file name of standard input", ""},
	{`\bas its name says\b`, "despite its name", ""},
	{`\bagainst inclusion by other`, "an anti-XSSI prefix", ""},
	{`\bof which there (is|are)\b`, "a relative clause with which", ""},
	{`\bit is no (?:\w+)`, "is not a", `(?i)\bis no (longer|more|less|fewer|shorter|use|need|different|matter)\b`},
	{`\b(?:that|which|what|this) is no (?:\w+)`, "is not a", `(?i)\bis no (longer|more|less|fewer|shorter|use|need|different|matter)\b`},
	{`\b(?:is|are) none\b`, "does not exist, is not one", `(?i)\bthere (is|are) none\b`},
	{`\btold\b`, "reported, known", `(?i)\btold apart\b`},
	{`\btells\b`, "reports, returns, describes", `(?i)\b(token tells its|tells apart|tells (a|the|one|two|\w+) from)\b`},
	{`\b(text|document|input|string|json|value|number|escape|schema)s? (is|are) (right|wrong)\b`, "valid or invalid", `(?i)what`},
	{`\b(stands?|standing) in (double|single|square|quotes|braces|brackets)\b`, "be in double quotes", ""},
	{`\bone (comma|colon|closing bracket) too many\b`, "remove the extra comma", ""},
	{`\blea(?:ve|ves|ving) (it|them|the \w+) out\b`, "omit, remove", ""},
	{`\b(?:is|are) passed over\b`, "is skipped", ""},
	{`\bof no use\b`, "pointless", ""},
	{`\bwithout a word\b`, "silently", ""},
	{`, for (it|they|there) (is|are|has|have|was|were|can|may|must|would)\b`, "because", ""},
	{`\bin the place of\b`, "instead of", ""},
	{`\bheld (to|against) a schema\b`, "checked against a schema", ""},
	{`\blet pass\b`, "accepted, allowed", ""},
	{`\bfits? (the|a|its|no) schema\b`, "is valid against the schema", ""},
	{`\bsays (?:of|that of) each\b`, "lists for each", ""},
}

// A proseMatcher finds the phrases that match one clumsy pattern.
type proseMatcher struct {
	*regexp.Regexp
	except *regexp.Regexp // or nil
	better string
	word   string // a part of every match, in lower case; where it does not occur, nothing is searched for
}

// compileProse returns the matchers of patterns.
func compileProse(all []clumsy) []proseMatcher {
	var matchers []proseMatcher
	for _, c := range all {
		m := proseMatcher{Regexp: regexp.MustCompile(`(?im)` + strings.ReplaceAll(c.pattern, " ", `\s+`)), better: c.better}
		if parsed, err := syntax.Parse(m.String(), syntax.Perl); err == nil {
			m.word = wordOf(parsed)
		}
		if c.except != "" {
			m.except = regexp.MustCompile(c.except)
		}
		matchers = append(matchers, m)
	}
	return matchers
}

// wordOf returns the longest literal of an expression outside of alternatives and repetitions, in lower case.
func wordOf(e *syntax.Regexp) (word string) {
	switch e.Op {
	case syntax.OpLiteral:
		return strings.ToLower(string(e.Rune))
	case syntax.OpConcat:
		for _, part := range e.Sub {
			if w := wordOf(part); len(w) > len(word) {
				word = w
			}
		}
	}
	return word
}

// complaints returns a complaint about each match in a text that begins on the given line of a
// file.
func (m proseMatcher) complaints(file string, line int, text string) (all []string) {
	for _, at := range m.FindAllStringIndex(text, -1) {
		if m.except != nil && m.except.MatchString(withNeighbours(text, at[0], at[1])) {
			continue
		}
		begin := line + strings.Count(text[:at[0]], "\n")
		phrase := strings.Join(strings.Fields(text[at[0]:at[1]]), " ")
		all = append(all, fmt.Sprintf("%s:%d: %q; better: %s", file, begin, phrase, m.better))
	}
	return all
}

// wordsBefore is the number of words before a phrase to which exceptions are applied. They are also
// applied to one word after the phrase.
const wordsBefore = 4

// withNeighbours returns text[begin:end] with the words around it, separated by single spaces.
func withNeighbours(text string, begin, end int) string {
	before, after := strings.Fields(text[:begin]), strings.Fields(text[end:])
	words := strings.Fields(text[begin:end])
	words = append(before[max(len(before)-wordsBefore, 0):len(before):len(before)], words...)
	if len(after) > 0 {
		words = append(words, after[0])
	}
	return strings.Join(words, " ")
}

// checkProse returns complaints about the phrases in a file. It examines all of a text or golden file, but
// only the string literals and comments of a Go file.
func checkProse(matchers []proseMatcher, name string, src []byte) (all []string, err error) {
	check := func(line int, text string) {
		lower := strings.ToLower(text)
		for _, m := range matchers {
			if strings.Contains(lower, m.word) {
				all = append(all, m.complaints(name, line, text)...)
			}
		}
	}
	if filepath.Ext(name) != ".go" {
		check(1, string(src))
		return all, nil
	}
	fset := gotoken.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == gotoken.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				check(fset.Position(literal.Pos()).Line, text)
			}
		}
		return true
	})
	for _, group := range f.Comments {
		check(fset.Position(group.Pos()).Line, commentText(group))
	}
	return all, nil
}

// commentText returns the text of a comment without its slashes, line by line.
func commentText(group *ast.CommentGroup) string {
	var b strings.Builder
	for _, c := range group.List {
		b.WriteString(strings.TrimPrefix(c.Text, "//"))
		b.WriteByte('\n')
	}
	return b.String()
}

// quoted are files that may contain such phrases. They quote the messages of other programs, or the
// phrases above.
var quoted = []string{"conformance/testdata/mistakes.txtar", "conformance/prose_test.go", "docs/reference/messages.md"}

func TestProse(t *testing.T) {
	matchers := compileProse(clumsyPhrases)
	checked := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if d.IsDir() {
			if d.Name() == ".git" || d.Name() == "suites" || d.Name() == "node_modules" || name == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if !isProse(name) {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		checked++
		all, err := checkProse(matchers, name, src)
		for _, complaint := range all {
			t.Error(complaint)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 500 {
		t.Errorf("only %d files were checked", checked)
	}
}

// isProse reports whether a file is Go source, documentation or a golden file that people wrote here.
func isProse(name string) bool {
	isGenerated := strings.HasPrefix(filepath.Base(name), "z") && strings.HasSuffix(name, ".go")
	switch filepath.Ext(name) {
	case ".go", ".md", ".txt", ".txtar":
		return !isGenerated && !slices.Contains(quoted, name)
	}
	return false
}

// The checker finds a planted sentence of each kind, in each kind of text.
func TestProseFindsPlantedPhrases(t *testing.T) {
	matchers := compileProse(clumsyPhrases)
	for _, c := range []struct {
		name, text string // the checker must find at most one phrase in each text
		want       string // the line and the phrase, or "" if there is none
	}{
		{"a.md", "Files are ignored,\nall but \nfor the first.\n", `2: "but for"`},
		{"a.md", "Uint64 is like Int64, but for numbers from 0.\n", ""},
		{"a.md", "Who asks gets an answer.\n", `1: "Who asks"`},
		{"a.md", "It is fast. Who waits has the lock.\n", `1: ". Who waits"`},
		{"a.md", "Who waits?\n", ""},
		{"a.md", "a text that is no JSON, there is no doubt\n", `1: "that is no JSON"`},
		{"a.md", "a text that is no longer read\n", ""},
		{"a.md", "errors, of which there are few\n", `1: "of which there are"`},
		{"a.md", "documents of some hundred bytes\n", `1: "some hundred b"`},
		{"a.md", "it closes, be it that the read fails\n", `1: "be it that"`},
		{"a.md", "the text is right so far\n", `1: "text is right"`},
		{"a.md", "a part is missing, or there are none\n", ""},
		{"a.md", "two parts, both of which are none of ours\n", `1: "are none"`},
		{"a.md", "the caller is told where; clients are told apart\n", `1: "told"`},
		{"golden.txt", "error: strings stand in double quotes\n", `1: "stand in double"`},
		{"a.go", "package a\n\n// Len tells the length. It\n// counts.\nfunc Len() {}\n", `3: "tells"`},
		{"a.go", "package a\n\n// Len is, but\n// for once, short.\nfunc Len() {}\n", `3: "but for"`},
		{"a.go", "package a\n\nconst s = \"leave it out\"\n", `3: "leave it out"`},
		{"a.go", "package a\n\nfunc told() {}\n", ""},
	} {
		all, err := checkProse(matchers, c.name, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.want == "" && len(all) > 0:
			t.Errorf("%q: %q", c.text, all)
		case c.want != "" && (len(all) != 1 || !strings.HasPrefix(all[0], c.name+":"+c.want)):
			t.Errorf("%q: %q, want %s", c.text, all, c.want)
		}
	}
}

// Each pattern finds a phrase for which it was written, and each of these phrases is found.
func TestProsePatternsFindPhrases(t *testing.T) {
	phrases := []string{
		"what is JSON by its name in this folder and below, but for .gitignore",
		"That is faster than its tokens are read one by one",
		"Of files, two goroutines share the work, with another one",
		"Of many documents in one input, each is a record",
		"the next one comes all the same",
		"How far it is",
		"On older machines all is slower, and so are the others",
		"documents of some hundred bytes and more",
		"nobody asks for places, the walk over them is put off",
		"nobody wants to know any more",
		"Who waits for that has the lock",
		"for those who do not ask what is wrong, nor where",
		"says that it has read more than it was asked for",
		"be it that the schema panics",
		"what finds none can be asked on",
		"call standard input so",
		"it is not, or not all of it, compressed by gzip, as its name says",
		"a prefix against inclusion by other sites",
		"errors, of which there are few",
		"it is no number, and this is no string",
		"the others are none",
		"the caller is told, and it tells others",
		"the text is right so far",
		"strings stand in double quotes",
		"one comma too many; leave it out",
		"links are passed over",
		"it is of no use, and ends without a word",
		"it is kept, for it is short",
		"settings in the place of flags",
		"held to a schema that lets all else be let pass, and fits the schema",
		"a file that says of each what it is",
	}
	for i, m := range compileProse(clumsyPhrases) {
		if all, err := checkProse([]proseMatcher{m}, "a.md", []byte(strings.Join(phrases, "\n"))); err != nil || len(all) == 0 {
			t.Errorf("%s finds nothing, %v", clumsyPhrases[i].pattern, err)
		}
	}
	for _, phrase := range phrases {
		if all, err := checkProse(compileProse(clumsyPhrases), "a.md", []byte(phrase)); err != nil || len(all) == 0 {
			t.Errorf("nothing is found in %q, %v", phrase, err)
		}
	}
}
