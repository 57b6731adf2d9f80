//go:build !js

package editorconfig

import "regexp"

// An expression is a regular expression in which a dot also stands for a newline.
type expression = *goExpression

type goExpression struct{ re *regexp.Regexp }

func newExpression(text string) (expression, error) {
	re, err := regexp.Compile("(?s)" + text)
	return &goExpression{re}, err
}

// submatches returns the texts of the whole match and of the groups, or nil if there is no match.
func (e *goExpression) submatches(s string) []string { return e.re.FindStringSubmatch(s) }
