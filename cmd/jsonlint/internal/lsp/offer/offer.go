package offer

import (
	"bytes"

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
	tokenizer.MissingComma:       (*repairs).comma,
	tokenizer.MissingColon:       (*repairs).colon,
	tokenizer.TrailingData:       (*repairs).trailing,
	tokenizer.Truncated:          (*repairs).truncated,
	tokenizer.UnterminatedString: (*repairs).unterminated,
	tokenizer.MismatchedBracket:  (*repairs).bracket,
	tokenizer.MisspeltLiteral:    (*repairs).literal,
	tokenizer.LeadingZero:        (*repairs).zeros,
	tokenizer.MissingInteger:     (*repairs).infinity,
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

// lastBefore returns the last token's last byte before an offset, or 0, and the end of that token.
func (r *repairs) lastBefore(at int) (last byte, end int) {
	before := bytes.TrimRight(r.src[:at], " \t\r\n")
	if len(before) == 0 {
		return 0, 0
	}
	return before[len(before)-1], len(before)
}

// unexpected is for characters of other notations, where a value or a name is expected.
func (r *repairs) unexpected() {
	rest := r.rest()
	last, end := r.lastBefore(r.at)
	switch {
	case len(rest) == 0:
	case last == ':' && (rest[0] == ',' || rest[0] == '}'):
		if bytes.IndexByte(r.src[end:r.at], '\n') < 0 {
			r.replace("insert null", end, r.at, " null")
		} else {
			r.replace("insert null", end, end, " null")
		}
	case rest[0] == ':':
		r.bracketBeforeName()
	case rest[0] == '\\':
		r.unescape()
	case rest[0] == '\'':
		r.notation()
		r.quotes()
	case bytes.HasPrefix(rest, []byte("```")):
		r.surrounded()
	case rest[0] == '`':
		r.between("`", "`")
	case rest[0] == '/', rest[0] == '#':
		r.notation()
		r.comments()
	case last == 0:
		r.surrounded()
		r.otherQuotes()
	case rest[0] == '(':
		r.notation()
	case rest[0] == ';':
		r.replace("replace the semicolon with a comma", r.at, r.at+1, ",")
	case rest[0] == ',':
		r.replace("remove the comma", r.at, r.at+1, "")
	case bytes.HasPrefix(rest, []byte("...")):
		r.ellipsis()
	default:
		r.otherQuotes()
	}
}

// otherQuotes is for typographic quotes and other characters outside ASCII, and for names without quotes.
func (r *repairs) otherQuotes() {
	rest := r.rest()
	switch {
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
		r.notation()
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
