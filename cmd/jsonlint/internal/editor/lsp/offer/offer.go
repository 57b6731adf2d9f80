package offer

import (
	"bytes"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// For returns repairs of a finding in the text, the likeliest first. Any of them may be wrong, and make other errors; the caller must try
// them. Only errors in the syntax and duplicate names have repairs.
func (t *Text) For(d *lint.Diagnostic) []lint.Fix {
	r := repairs{Text: t, at: int(d.Offset), end: int(d.Offset + d.Length), d: d}
	if r.at < 0 || r.at > len(t.src) || r.end < r.at || r.end > len(t.src) {
		return nil
	}
	propose := proposals[d.Code]
	switch {
	case d.Rule != "syntax":
		if propose != nil {
			propose(&r)
		}
	case r.besideStatement() || r.template() || r.singleQuotes():
	default:
		r.first()
		if propose != nil {
			propose(&r)
		}
		r.anywhere()
	}
	if t.ctx.Err() != nil {
		return nil // they may be wrong, because not all tokens have been read
	}
	return r.all
}

// proposals has the codes of the findings that have repairs.
var proposals = map[string]func(r *repairs){
	tokenizer.UnexpectedToken.String():    (*repairs).unexpected,
	tokenizer.MissingComma.String():       (*repairs).comma,
	tokenizer.MissingColon.String():       (*repairs).colon,
	tokenizer.TrailingData.String():       (*repairs).trailing,
	tokenizer.Truncated.String():          (*repairs).truncated,
	tokenizer.UnterminatedString.String(): (*repairs).unterminated,
	tokenizer.MismatchedBracket.String():  (*repairs).bracket,
	tokenizer.MisspeltLiteral.String():    (*repairs).literal,
	tokenizer.LeadingZero.String():        (*repairs).zeros,
	tokenizer.LeadingPlus.String():        (*repairs).special,
	tokenizer.MissingInteger.String():     (*repairs).special,
	tokenizer.MissingFraction.String():    (*repairs).fraction,
	tokenizer.BadNumber.String():          (*repairs).number,
	tokenizer.ControlCharacter.String():   (*repairs).control,
	tokenizer.BadEscape.String():          (*repairs).escape,
	tokenizer.BadUnicodeEscape.String():   (*repairs).escape,
	tokenizer.DuplicateName.String():      (*repairs).duplicate,
	dialect.UnquotedName.String():         (*repairs).unquoted,
	"single-quotes":                       (*repairs).unexpected,
}

// unexpected is for characters of other notations, where a value or a name is expected.
func (r *repairs) unexpected() {
	rest := r.rest()
	last, end := r.lastBefore(r.at)
	r.missingOpening()
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
	case rest[0] == '+', rest[0] == '.' && !bytes.HasPrefix(rest, []byte("...")):
		r.special()
		r.otherQuotes()
	case rest[0] == '\\':
		r.unescape()
	case rest[0] == '\'':
		r.notation()
		r.quotes()
	case r.mark():
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

// unquoted is for a name without quotes in JSON, and for one in JSON5 that needs quotes because it is not a word.
func (r *repairs) unquoted() {
	if name := r.src[r.at:r.end]; syntax.BeginsWord(name) && syntax.WordLen(name) == len(name) {
		r.unexpected()
		return
	}
	r.replace("put the name in double quotes", r.at, r.end, quoted(string(r.src[r.at:r.end])))
}

// otherQuotes is for typographic quotes and other characters outside ASCII, and for names without quotes.
func (r *repairs) otherQuotes() {
	if bytes.HasPrefix(r.rest(), []byte("\u00A0")) {
		r.replace("replace the no-break space with a space", r.at, r.at+len("\u00A0"), " ")
		return
	}
	isQuoted := false
	for _, q := range typographic {
		if bytes.HasPrefix(r.rest(), []byte(q.opening)) {
			isQuoted = true
			r.between(q.opening, q.closing)
		}
	}
	if !isQuoted {
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
