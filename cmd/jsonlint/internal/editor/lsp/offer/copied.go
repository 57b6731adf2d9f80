package offer

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/tokenizer"
)

// copied is for a document that has been copied from where it had something else around its lines or characters, such as an editor with line
// numbers, the output of diff, a terminal, a shell, a web page or a table.
func (r *repairs) copied() {
	if bytes.Count(r.src[:r.at], []byte("\n")) > 1 {
		return // such a text has an error in its first lines
	}
	src := string(r.src)
	r.events(src)
	r.rewrite("remove the escape sequences of a terminal", withoutEscapes(src))
	r.rewrite("remove the line numbers", withoutNumbers(src))
	r.diff(src)
	r.rewrite("remove the > at the beginning of each line", unquotedLines(src))
	r.rewrite("remove the shell's quotes", unquoted(src))
	r.rewrite("undo the doubling of quotation marks", halved(src))
	r.rewrite("write the map of Java as JSON", javaMap(src))
	if strings.Contains(src, "&quot;") || strings.Contains(src, "&#34;") || strings.Contains(src, "&#x22;") {
		r.rewrite("replace the entities of HTML in the whole text", entities.Get().Replace(src))
	}
	if strings.Contains(src, "%22") {
		if text, err := url.PathUnescape(src); err == nil {
			r.rewrite("decode the percent-encoding of the whole text", text)
		}
	}
	if len(r.all) == 0 && (looksLogged(src) || explain.XSSIPrefixLen(r.src) > 0) {
		r.surrounded()
	}
}

// events is for a stream of several server-sent events.
func (r *repairs) events(src string) {
	data := explain.EventData(src)
	if strings.Count(data, "\n") < 2 {
		return // see surrounded
	}
	r.rewrite("keep only the data of the events", data)
	r.rewrite("put the data of the events into an array", "["+strings.ReplaceAll(strings.TrimSuffix(data, "\n"), "\n", ",\n")+"]\n")
}

// entities has the entities of HTML that are written for characters of JSON and of XML. Package html knows all of them, but would make the page
// much larger.
var entities = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(
		"&quot;", `"`, "&#34;", `"`, "&#x22;", `"`, "&apos;", "'", "&#39;", "'", "&#x27;", "'", "&amp;", "&", "&#38;", "&", "&lt;", "<", "&gt;", ">",
		"&nbsp;", " ", "&#123;", "{", "&lbrace;", "{", "&#125;", "}", "&rbrace;", "}", "&#91;", "[", "&lbrack;", "[", "&#93;", "]", "&rbrack;", "]",
	)
}}

// rewrite proposes another text for the whole text, if the other one is different and not empty.
func (r *repairs) rewrite(title, text string) {
	if text != "" && text != string(r.src) {
		r.replace(title, 0, len(r.src), text)
	}
}

// withoutNumbers removes the line numbers of all lines, which must count up. Without them, it returns "".
func withoutNumbers(src string) string {
	lines := strings.SplitAfter(src, "\n")
	var b strings.Builder
	last := 0
	for i, line := range lines {
		text := strings.TrimRight(line, "\r\n")
		if text == "" && i == len(lines)-1 {
			break
		}
		number, rest := cutNumber(text)
		n, err := strconv.Atoi(number)
		if err != nil || i > 0 && n != last+1 {
			return ""
		}
		last = n
		b.WriteString(rest + line[len(text):])
	}
	if strings.Count(b.String(), "\n") == 0 {
		return "" // a single number proves nothing
	}
	return b.String()
}

// unquotedLines removes > and a space after it from all lines that are not empty, as in quoted mails. If a line has none, it returns "".
func unquotedLines(src string) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(src, "\n") {
		rest, isQuoted := strings.CutPrefix(line, ">")
		if !isQuoted && strings.TrimSpace(line) != "" {
			return ""
		}
		if isQuoted {
			rest = strings.TrimPrefix(rest, " ")
		}
		b.WriteString(rest)
	}
	return b.String()
}

// diff is for a text in the format of diff, in which each line begins with a plus sign, a minus sign or a space.
func (r *repairs) diff(src string) {
	var sides [2]strings.Builder // with the lines before and after the change
	var removed, added int
	for line := range strings.SplitAfterSeq(src, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ") || strings.HasPrefix(line, "@@ ") {
			continue
		}
		switch line[0] {
		case '-':
			removed++
			sides[0].WriteString(line[1:])
		case '+':
			added++
			sides[1].WriteString(line[1:])
		case ' ':
			sides[0].WriteString(line[1:])
			sides[1].WriteString(line[1:])
		default:
			return
		}
	}
	if removed+added < 2 {
		return
	}
	if added > 0 {
		r.rewrite("keep the lines that diff marks with +", sides[1].String())
	}
	if removed > 0 {
		r.rewrite("keep the lines that diff marks with -", sides[0].String())
	}
}

// unquoted removes the single quotes around a text that was quoted for a POSIX shell. In such a text, a single quote is written as a quote, a
// backslash and two more quotes. If the text inside does not begin with a bracket, unquoted returns "".
func unquoted(src string) string {
	body, found := strings.CutPrefix(strings.TrimSpace(src), "'")
	body, isClosed := strings.CutSuffix(body, "'")
	if body = strings.TrimSpace(body); !found || !isClosed || body == "" || body[0] != '{' && body[0] != '[' {
		return ""
	}
	return strings.ReplaceAll(body, `'\''`, "'")
}

// halved replaces two quotation marks with one, because CSV doubles those in a field, and removes those around the field. If the result is not
// valid JSON in brackets, it returns "".
func halved(src string) string {
	body := strings.TrimSpace(src)
	if inner, found := strings.CutPrefix(body, `"`); found {
		body = strings.TrimSuffix(inner, `"`)
	}
	if body = strings.ReplaceAll(body, `""`, `"`); tokenizer.Valid([]byte(body)) && strings.ContainsAny(body[:1], "{[") {
		return body
	}
	return ""
}

// conflicts is for the marks of Git around the sides of merge conflicts. It proposes one of the sides of all of them.
func (r *repairs) conflicts() {
	if !bytes.HasPrefix(r.rest(), []byte("<<<<<<<")) {
		return
	}
	var sides [2]strings.Builder
	const both, ours, base, theirs = 0, 1, 2, 3
	in := both
	for line := range strings.SplitAfterSeq(string(r.src), "\n") {
		switch {
		case strings.HasPrefix(line, "<<<<<<<"):
			in = ours
			continue
		case strings.HasPrefix(line, "|||||||"):
			in = base
			continue
		case strings.HasPrefix(line, "=======") && in != both:
			in = theirs
			continue
		case strings.HasPrefix(line, ">>>>>>>"):
			in = both
			continue
		}
		if in == both || in == ours {
			sides[0].WriteString(line)
		}
		if in == both || in == theirs {
			sides[1].WriteString(line)
		}
	}
	r.rewrite("keep the first sides of all merge conflicts", sides[0].String())
	r.rewrite("keep the second sides of all merge conflicts", sides[1].String())
}
