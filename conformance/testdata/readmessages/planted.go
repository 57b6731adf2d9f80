// Package planted reads messages in the ways that a test must find.
package planted

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

var cutOff = regexp.MustCompile("cut off")

func direct(d *lint.Diagnostic, e *tokenizer.SyntaxError, err error) bool {
	return strings.Contains(d.Message, "cut off") || // reads: calls strings.Contains
		strings.HasPrefix(d.Message+d.Hint, "unexpected") || // reads: calls strings.HasPrefix
		strings.HasSuffix(e.Message(), "closed") || // reads: calls strings.HasSuffix
		cutOff.MatchString(err.Error()) || // reads: calls (*regexp.Regexp).MatchString
		cutOff.Match([]byte(e.Error())) || // reads: calls (*regexp.Regexp).Match
		"no error" == e.Message() || // reads: compares it
		d.Hint[0] == 'a' || // reads: indexes it
		d.Related[0].Message[1:] != "" // reads: slices it
}

func throughVariables(d *lint.Diagnostic) int {
	hint := (d.Hint)
	copied, n := hint, 0
	for _, r := range copied { // reads: iterates over it
		n += int(r)
	}
	switch copied { // reads: compares it
	case "remove it":
		return 1
	}
	var number = d.Message
	_, _ = fmt.Sscan(number, &n)                                         // reads: calls fmt.Sscan
	n, _ = strconv.Atoi(number)                                          // reads: calls strconv.Atoi
	return n + isDamage(d.Message) + strings.IndexByte(sentence(d), ':') // reads: calls strings.IndexByte
}

func isDamage(text string) int {
	return strings.Index(text, "the record") // reads: calls strings.Index
}

func sentence(d *lint.Diagnostic) string {
	text := d.Message
	if d.Hint != "" {
		text += "; " + d.Hint
	}
	return text
}

type box struct{ lastMessage string }

func allowed(d, other *lint.Diagnostic, b *box) bool {
	var out strings.Builder
	out.WriteString(d.Message)
	fmt.Fprintln(&out, d.Hint, sentence(d))
	same := d.Message == other.Message || b.lastMessage != d.Message
	return same && len(d.Hint) > 2 && strings.Compare(d.Message, other.Message) < 0 && strings.Contains(d.Rule, "keys") && d.Code == "duplicate-name"
}
