package source

import (
	"regexp/syntax"
	"strings"
)

// mostGlobs limits the number of patterns that one expression can become, and mostExpression its length in bytes without white space and
// comments: the work is proportional to its square.
const (
	mostGlobs      = 64
	mostExpression = 4096
)

// Globs converts a regular expression that is searched for in a path to patterns as in .gitignore, which match the same files.
// The result ok is false if there are no such patterns.
func Globs(expression string) (patterns []string, ok bool) {
	if strings.TrimSpace(expression) == "" {
		return nil, true
	}
	text := expression
	if rest, verbose := strings.CutPrefix(strings.TrimSpace(expression), "(?x)"); verbose {
		text = withoutBlanks(rest)
	}
	if len(text) > mostExpression {
		return nil, false
	}
	re, err := syntax.Parse(text, syntax.Perl&^syntax.OneLine)
	if err != nil {
		return nil, false
	}
	forms, ok := formsOf(re)
	if !ok {
		return nil, false
	}
	for _, f := range forms {
		globs := f.globs()
		patterns = append(patterns, globs...)
		if len(globs) == 0 || len(patterns) > mostGlobs {
			return nil, false
		}
	}
	return patterns, true
}

// withoutBlanks removes the white space and the comments of a verbose expression.
func withoutBlanks(text string) string {
	var b strings.Builder
	inClass, escaped, comment := false, false, false
	for _, r := range text {
		switch {
		case comment:
			comment = r != '\n'
		case escaped:
			b.WriteRune('\\')
			b.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case inClass:
			b.WriteRune(r)
			inClass = r != ']'
		case r == '#':
			comment = true
		case strings.ContainsRune(" \t\r\n", r):
		default:
			b.WriteRune(r)
			inClass = r == '['
		}
	}
	return b.String()
}

// A form is an alternative of an expression: literal text, with these characters for everything else.
type form string

const (
	begin   = '\x01' // the begin of the path
	end     = '\x02' // its end
	any     = '\x03' // any text
	inName  = '\x04' // any text without a slash
	oneChar = '\x05' // any character of a name
)

// formsOf returns the alternatives of an expression.
func formsOf(re *syntax.Regexp) (forms []form, ok bool) {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil, false
		}
		return []form{form(string(re.Rune))}, true
	case syntax.OpEmptyMatch:
		return []form{""}, true
	case syntax.OpBeginLine, syntax.OpBeginText:
		return []form{form(begin)}, true
	case syntax.OpEndLine, syntax.OpEndText:
		return []form{form(end)}, true
	case syntax.OpCapture:
		return formsOf(re.Sub[0])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []form{form(oneChar)}, true
	case syntax.OpStar, syntax.OpPlus:
		return repeated(re)
	case syntax.OpQuest:
		forms, ok = formsOf(re.Sub[0])
		return append(forms, ""), ok
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more, ok := formsOf(sub)
			if forms = append(forms, more...); !ok || len(forms) > mostGlobs {
				return nil, false
			}
		}
		return forms, true
	case syntax.OpConcat:
		return joined(re.Sub)
	case syntax.OpCharClass:
		return classForms(re)
	}
	return nil, false
}

// joined returns the alternatives of several expressions that follow one another.
func joined(subs []*syntax.Regexp) (forms []form, ok bool) {
	forms = []form{""}
	for _, sub := range subs {
		next, ok := formsOf(sub)
		if !ok || len(forms)*len(next) > mostGlobs {
			return nil, false
		}
		var all []form
		for _, before := range forms {
			for _, after := range next {
				all = append(all, before+after)
			}
		}
		forms = all
	}
	return forms, true
}

// repeated returns the form of any number of characters.
func repeated(re *syntax.Regexp) (forms []form, ok bool) {
	sub := re.Sub[0]
	for sub.Op == syntax.OpCapture {
		sub = sub.Sub[0]
	}
	least := ""
	if re.Op == syntax.OpPlus {
		least = string(oneChar)
	}
	switch {
	case sub.Op == syntax.OpAnyChar || sub.Op == syntax.OpAnyCharNotNL:
		if least != "" {
			return []form{form(string(oneChar) + string(any))}, true
		}
		return []form{form(any)}, true
	case sub.Op == syntax.OpCharClass && excludesOnly(sub, '/'):
		return []form{form(least + string(inName))}, true
	}
	return nil, false
}

// excludesOnly reports whether a class has all characters except one.
func excludesOnly(re *syntax.Regexp, r rune) bool {
	c := re.Rune
	return len(c) == 4 && c[0] == 0 && c[1] == r-1 && c[2] == r+1 && c[3] >= 0x10FFFF
}

// classForms returns an alternative for each character of a small class.
func classForms(re *syntax.Regexp) (forms []form, ok bool) {
	if excludesOnly(re, '/') {
		return []form{form(oneChar)}, true
	}
	for i := 0; i < len(re.Rune); i += 2 {
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			if forms = append(forms, form(string(r))); len(forms) > 10 {
				return nil, false
			}
		}
	}
	return forms, len(forms) > 0
}

// globs returns the patterns that match the same paths as a form, or nil.
func (f form) globs() []string {
	text := string(f)
	if rest, anchored := strings.CutPrefix(text, string(begin)); anchored {
		text = rest
	} else {
		text = string(any) + text
	}
	if rest, anchored := strings.CutSuffix(text, string(end)); anchored {
		text = rest
	} else {
		text += string(any)
	}
	if strings.ContainsAny(text, string([]rune{begin, end})) {
		return nil
	}
	for strings.Contains(text, string([]rune{any, any})) {
		text = strings.ReplaceAll(text, string([]rune{any, any}), string(any))
	}
	var all []string
	for _, p := range expanded([]string{""}, text) {
		all = append(all, shortened(p))
	}
	return all
}

// expanded appends the patterns for a text to each of several patterns.
func expanded(before []string, text string) []string {
	for i, r := range text {
		rest := text[i+1:]
		switch {
		case len(before) > mostGlobs:
			return nil
		case r == any && rest == "": // also everything in a folder of such a name
			return each(before, func(p string) []string {
				if p == "" || strings.HasSuffix(p, "/") {
					return []string{p + "**"}
				}
				return []string{p + "*"}
			})
		case r == any:
			before = each(before, func(p string) []string {
				if p == "" || strings.HasSuffix(p, "/") {
					return []string{p + "**/*"}
				}
				return []string{p + "*", p + "*/**/*"}
			})
		case r == inName:
			before = each(before, func(p string) []string { return []string{p + "*"} })
		case r == oneChar:
			before = each(before, func(p string) []string { return []string{p + "?"} })
		case strings.ContainsRune(`*?[\`, r):
			before = each(before, func(p string) []string { return []string{p + `\` + string(r)} })
		default:
			before = each(before, func(p string) []string { return []string{p + string(r)} })
		}
	}
	return before
}

func each(all []string, f func(string) []string) (out []string) {
	for _, p := range all {
		out = append(out, f(p)...)
	}
	return out
}

// shortened returns the usual spelling of a pattern for paths that begin at the folder.
func shortened(p string) string {
	for strings.Contains(p, "**/**/") {
		p = strings.ReplaceAll(p, "**/**/", "**/")
	}
	if rest, ok := strings.CutPrefix(p, "**/"); ok && strings.IndexByte(rest, '/') < 0 {
		return rest // a name in any folder
	}
	if rest, ok := strings.CutSuffix(p, "/**"); ok && !strings.HasPrefix(p, "**") {
		return "/" + rest + "/"
	}
	if strings.HasPrefix(p, "**") {
		return p
	}
	return "/" + p
}
