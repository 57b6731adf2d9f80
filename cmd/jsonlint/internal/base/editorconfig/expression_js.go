package editorconfig

import (
	"errors"
	"syscall/js"
)

// An expression is a regular expression in which a dot also stands for a newline. In a browser, JavaScript matches it, so
// that the program needs no tables of Unicode.
type expression = *jsExpression

type jsExpression struct{ re js.Value }

func newExpression(text string) (e expression, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("invalid expression")
		}
	}()
	return &jsExpression{js.Global().Get("RegExp").New(text, "s")}, nil
}

// submatches returns the texts of the whole match and of the groups, or nil if there is no match.
func (e *jsExpression) submatches(s string) []string {
	found := e.re.Call("exec", s)
	if found.IsNull() {
		return nil
	}
	all := make([]string, found.Length())
	for i := range all {
		if group := found.Index(i); !group.IsUndefined() {
			all[i] = group.String()
		}
	}
	return all
}
