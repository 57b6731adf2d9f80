package offer

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// For returns repairs of a finding in a text in JSON, the likeliest first. Any of them may be wrong, and make other errors; the caller
// must try them. Findings that are not errors in the syntax have none.
func For(src []byte, d *lint.Diagnostic) []lint.Fix {
	r := repairs{src: src, at: int(d.Offset), end: int(d.Offset + d.Length), d: d}
	if r.at < 0 || r.at > len(src) || r.end < r.at || r.end > len(src) {
		return nil
	}
	for kind, propose := range proposals {
		if d.Code == kind.String() {
			propose(&r)
		}
	}
	return r.all
}

// proposals has the kinds of errors that have repairs.
var proposals = map[tokenizer.ErrorKind]func(r *repairs){
	tokenizer.UnexpectedToken:    (*repairs).unexpected,
	tokenizer.MissingComma:       func(r *repairs) { r.insertAfterLast("insert the comma", ",") },
	tokenizer.MissingColon:       (*repairs).colon,
	tokenizer.TrailingData:       (*repairs).trailing,
	tokenizer.Truncated:          (*repairs).truncated,
	tokenizer.UnterminatedString: (*repairs).unterminated,
	tokenizer.MismatchedBracket:  (*repairs).bracket,
	tokenizer.MisspeltLiteral:    (*repairs).literal,
	tokenizer.LeadingZero:        (*repairs).zeros,
	tokenizer.MissingFraction:    (*repairs).fraction,
	tokenizer.BadNumber:          (*repairs).number,
	tokenizer.ControlCharacter:   (*repairs).control,
	tokenizer.BadEscape:          (*repairs).escape,
}

// repairs are the repairs of a finding.
type repairs struct {
	src     []byte
	at, end int // of the finding
	d       *lint.Diagnostic
	all     []lint.Fix
}

func (r *repairs) add(title string, edits ...lint.Edit) {
	if len(edits) > 0 {
		r.all = append(r.all, lint.Fix{Title: title, Edits: edits})
	}
}

// replace proposes another text for src[begin:end].
func (r *repairs) replace(title string, begin, end int, text string) {
	r.add(title, edit(begin, end, text))
}

func edit(begin, end int, text string) lint.Edit {
	return lint.Edit{Offset: int64(begin), Length: int64(end - begin), New: text}
}

// insertAfterLast proposes to insert a text after the last token before the finding.
func (r *repairs) insertAfterLast(title, text string) {
	last := len(bytes.TrimRight(r.src[:r.at], " \t\r\n"))
	r.replace(title, last, last, text)
}

// rest returns the text from the finding on.
func (r *repairs) rest() []byte { return r.src[r.at:] }

// line returns the rest of the line of the finding.
func (r *repairs) line() []byte {
	line, _, _ := bytes.Cut(r.rest(), []byte("\n"))
	return line
}

// unexpected is for characters of other notations, where a value or a name is expected.
func (r *repairs) unexpected() {
	rest := r.rest()
	switch {
	case len(rest) == 0:
	case rest[0] == '\'':
		r.quotes()
	case rest[0] == '`':
		r.between("`", "`")
	case rest[0] == '/', rest[0] == '#':
		r.comments()
	case rest[0] == ';':
		r.replace("replace the semicolon with a comma", r.at, r.at+1, ",")
	case rest[0] == ',':
		r.replace("remove the comma", r.at, r.at+1, "")
	case bytes.HasPrefix(rest, []byte("“")):
		r.between("“", "”")
	case bytes.HasPrefix(rest, []byte("„")):
		r.between("„", "“")
		r.between("„", "”")
	case bytes.HasPrefix(rest, []byte("‘")):
		r.between("‘", "’")
	case bytes.HasPrefix(rest, []byte("\u00A0")):
		r.replace("replace the no-break space with a space", r.at, r.at+len("\u00A0"), " ")
	default:
		r.names()
	}
}

// between proposes straight quotation marks instead of those around a string on one line.
func (r *repairs) between(begin, end string) {
	line := r.line()
	n := bytes.Index(line[len(begin):], []byte(end))
	if n < 0 || bytes.ContainsAny(line[len(begin):][:n], `"\`) {
		return
	}
	after := r.at + len(begin) + n
	r.add("put the string in double quotes", edit(r.at, r.at+len(begin), `"`), edit(after, after+len(end), `"`))
}

// quotes proposes double quotes for all strings in single quotes.
func (r *repairs) quotes() {
	r.add("write all strings in single quotes in double quotes", r.tokens(func(t dialect.Token, text []byte, _ byte) (string, bool) {
		if t.Kind != dialect.String || len(text) < 2 || text[0] != '\'' || text[len(text)-1] != '\'' {
			return "", false
		}
		body := strings.ReplaceAll(string(text[1:len(text)-1]), `\'`, `'`)
		return `"` + strings.ReplaceAll(body, `"`, `\"`) + `"`, !strings.Contains(body, `\"`)
	})...)
}

// names proposes double quotes for all names without them.
func (r *repairs) names() {
	r.add("write all names in double quotes", r.tokens(func(t dialect.Token, text []byte, next byte) (string, bool) {
		isName := (t.Kind == dialect.Word || t.Kind == dialect.Number) && next == ':' && !bytes.ContainsAny(text, `\"`)
		return `"` + string(text) + `"`, isName
	})...)
}

// comments proposes to remove all comments.
func (r *repairs) comments() {
	edits := r.tokens(func(t dialect.Token, _ []byte, _ byte) (string, bool) { return "", t.Kind.IsComment() })
	if r.rest()[0] == '#' && r.isFirstInLine() {
		edits = []lint.Edit{edit(r.at, r.at+len(r.line()), "")}
		r.add("remove this comment", edits...)
		return
	}
	r.add("remove all comments", edits...)
}

// isFirstInLine reports whether there is only white space before the finding.
func (r *repairs) isFirstInLine() bool {
	before := r.src[:r.at]
	return len(bytes.TrimLeft(before[bytes.LastIndexByte(before, '\n')+1:], " \t")) == 0
}

// mostEdits limits the edits of a repair.
const mostEdits = 10_000

// tokens returns edits of the tokens of the text, read as JSON5. The function change is called with each token, its text and the first
// byte of the next one, and returns what replaces it.
func (r *repairs) tokens(change func(t dialect.Token, text []byte, next byte) (string, bool)) (edits []lint.Edit) {
	lexer := dialect.NewLexer(r.src, dialect.JSON5)
	for len(edits) < mostEdits {
		t, err := lexer.Next()
		if t.Begin == t.End {
			return edits
		}
		if err != nil || t.Kind == dialect.Space {
			continue
		}
		next := byte(0)
		if after := bytes.TrimLeft(r.src[t.End:], " \t\r\n"); len(after) > 0 {
			next = after[0]
		}
		if text, ok := change(t, r.src[t.Begin:t.End], next); ok {
			edits = append(edits, edit(t.Begin, t.End, text))
		}
	}
	return nil
}
