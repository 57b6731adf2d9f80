package offer

import (
	"bytes"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// For returns repairs of a finding in a text in JSON, the likeliest first. Any of them may be wrong, and make other errors; the caller
// must try them. Only errors in the syntax and duplicate names have repairs.
func For(src []byte, d *lint.Diagnostic) []lint.Fix {
	r := repairs{src: src, at: int(d.Offset), end: int(d.Offset + d.Length), d: d}
	if r.at < 0 || r.at > len(src) || r.end < r.at || r.end > len(src) {
		return nil
	}
	isError := d.Rule == "syntax"
	if isError && (r.besideStatement() || r.template()) {
		return r.all
	}
	if isError {
		r.first()
	}
	for kind, propose := range proposals {
		if d.Code == kind.String() {
			propose(&r)
		}
	}
	if isError {
		r.anywhere()
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
	tokenizer.BadUnicodeEscape:   (*repairs).escape,
	tokenizer.DuplicateName:      (*repairs).duplicate,
}

// IsBetter reports whether a repair has worked: the text has fewer errors than before, and no kind of finding that it did not have as
// often before.
func IsBetter(before, after *lint.Report) bool {
	if before.Omitted > 0 || after.Omitted > 0 || after.Count(lint.Error) >= before.Count(lint.Error) {
		return false
	}
	left := map[string]int{}
	for i := range before.Diagnostics {
		left[before.Diagnostics[i].Rule+"/"+before.Diagnostics[i].Code]++
	}
	for i := range after.Diagnostics {
		key := after.Diagnostics[i].Rule + "/" + after.Diagnostics[i].Code
		if left[key]--; left[key] < 0 {
			return false
		}
	}
	return true
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
	case rest[0] == ':' && last == ':':
		r.replace("remove the extra colon", r.at, r.at+1, "")
	case rest[0] == ':':
		r.notation()
		r.bracketBeforeName()
		r.swapBrackets('[')
		r.beside()
	case rest[0] == '%':
		r.beside()
	case rest[0] == '\\':
		r.unescape()
	case rest[0] == '\'':
		r.notation()
		r.quotes()
	case bytes.HasPrefix(rest, []byte("```")):
		r.surrounded()
	case rest[0] == '`':
		r.between("`", "`")
	case rest[0] == '/', rest[0] == '#', bytes.HasPrefix(rest, []byte("<!--")):
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
	case bytes.HasPrefix(rest, []byte("...")), bytes.HasPrefix(rest, []byte("…")):
		r.ellipsis()
	case '0' <= rest[0] && rest[0] <= '9':
		r.thousands()
		r.swapBrackets('{')
		r.names()
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
