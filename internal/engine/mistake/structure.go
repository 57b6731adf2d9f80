package mistake

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// marks is the table of what other programs write before and after a document.
var marks = []row{
	{is: isFence, advice: "this is a Markdown code fence; remove it", repairs: fenceRepairs},
	{is: isCtrlZ, advice: "it ends text files in DOS; remove it", repairs: ctrlZRepairs},
	{at: "\x1E", advice: "it begins a record in a JSON text sequence (RFC 7464)"},
}

// MarkAdvice explains the mark of another program at the start of b, which must not be empty. If there is none, it returns "".
func MarkAdvice(b []byte) string {
	e := &Error{After: b}
	for i := range marks {
		if marks[i].applies(e) {
			return marks[i].advice
		}
	}
	return ""
}

// signs is the table of characters that JSON does not have.
var signs = []row{
	{is: func(e *Error) bool { return e.at("'") && e.touches() == '\'' }, advice: "in a string in double quotes, write a single quote once", about: RuleOfJSON, habit: SingleQuoteHabit},
	{at: "'", advice: doubleQuotes, about: RuleOfJSON, habit: SingleQuoteHabit},
	{at: "`", advice: doubleQuotes, about: RuleOfJSON},
	{is: func(e *Error) bool { return e.at("#") && e.follows(":") && syntax.IsWord(syntax.ByteAt(e.After, 1)) }, advice: "strings must be in double quotes"},
	{is: func(e *Error) bool { return CommentEnd(e.After) != "" }, advice: "JSON has no comments", about: Comments, habit: CommentHabit},
	{is: func(e *Error) bool { return e.isEscapedQuote("&quot;", "&#34;", "&#x22;") }, advice: "the text is escaped for HTML or XML; write quotation marks instead of entities"},
	{is: func(e *Error) bool { return e.isEscapedQuote("%22") }, advice: "the text is percent-encoded; decode it first"},
	{at: "=", advice: "use a colon between name and value", about: RuleOfJSON},
	{at: "\x00", advice: "NUL bytes often come from a file that was not completely written"},
	{is: func(e *Error) bool { return e.at(`\`) && isOneOf(syntax.ByteAt(e.After, 1), `"nrt`) }, advice: "the text is escaped as if it were inside a string"},
	{is: func(e *Error) bool { return bytes.HasPrefix(e.After, []byte("...")) }, advice: "JSON has no '...' for omitted values", about: RuleOfJSON},
	{is: func(e *Error) bool { // not a name such as $set
		return isPlaceholder(e.Before, e.After) && (!e.at("$") || FirstSolid(e.After[len(e.word()):]) != ':')
	}, advice: "this placeholder was not replaced with its value"},
}

const doubleQuotes = "JSON strings must be in double quotes"

// characters is the table of characters outside ASCII where a token was expected.
var characters = []row{
	{is: func(e *Error) bool { return e.isRune(func(r rune) bool { return r == '\uFEFF' }) }, advice: "perhaps left over from concatenated files"},
	{is: func(e *Error) bool { return e.isRune(isOtherSpace) }, advice: "JSON allows only space, tab, line feed and carriage return as white space", about: RuleOfJSON},
	{is: func(e *Error) bool { return e.isRune(isTypographicQuote) }, advice: "this is a typographic quote; use the straight quote, U+0022", about: RuleOfJSON},
	{is: func(e *Error) bool { return e.isRune(func(r rune) bool { return '！' <= r && r <= '～' }) }, advise: useASCII, about: RuleOfJSON},
	{is: func(e *Error) bool { return e.isRune(func(r rune) bool { return r == '、' }) }, advice: "this is an ideographic comma; use the ASCII ','", about: RuleOfJSON},
	{is: func(e *Error) bool { return e.isRune(func(r rune) bool { return r == '…' }) }, advice: "JSON has no ellipsis for omitted values", about: RuleOfJSON},
}

// names is the table of tokens where a name was expected.
var names = []row{
	{is: func(e *Error) bool { return e.at(",") && e.follows("{,") }, advice: "remove the extra comma", repairs: removeComma},
	{is: func(e *Error) bool { return e.at(":") && syntax.BeginsWord(e.After[1:]) }, advice: "names must be in double quotes"},
	{at: ":", advice: "the name is missing"},
	{is: func(e *Error) bool {
		return e.at(decimal) && e.touches() == ',' && syntax.DigitsBefore(e.Before[:len(e.Before)-1]) > 0
	}, advice: "numbers cannot contain commas"},
	{is: func(e *Error) bool { return e.at("-"+decimal) && e.follows("{") }, advice: "names must be in double quotes; arrays use square brackets"},
	{is: isPython, advice: pythonString, about: RuleOfJSON, habit: PythonHabit},
	{is: func(e *Error) bool { return len(e.word()) > 0 && lacksOpening(e) }, advice: "its opening quote is missing"},
	{is: func(e *Error) bool { return len(e.word()) > 0 || bareNameLen(e.After) > 0 }, advice: "names must be in double quotes", habit: BareNameHabit},
	{is: func(e *Error) bool { return e.at("{[") && e.follows(",") }, advice: "a member must begin with a name; perhaps '}' is missing before the comma"},
}

// values is the table of tokens where a value was expected.
var values = []row{
	{is: func(e *Error) bool { return e.at(":") && e.follows(":") }, advice: "remove the extra colon", always: []Repair{{Title: "remove the extra colon", Edits: []Edit{{0, 1, ""}}}}},
	{is: func(e *Error) bool { return e.at(",}]") && e.follows(":") }, advice: "the value is missing", repairs: insertNull},
	{at: ",", advice: "remove the extra comma, or add the missing value"},
	{at: ";", advice: "use a comma to separate values", about: RuleOfJSON},
	{at: "(", advice: "arrays use square brackets"},
	{is: func(e *Error) bool {
		return e.at("/~") || e.at(".") && isOneOf(syntax.ByteAt(e.After, 1), "/.")
	}, advice: "strings must be in double quotes"},
}

// separators is the table of tokens where a comma or closing bracket was expected.
var separators = []row{
	{at: ";", advice: "use a comma to separate values", about: RuleOfJSON},
	{is: isTime, advice: "put times in double quotes"},
	{is: func(e *Error) bool { return e.at(":") && e.follows(`"`) && e.Expected&flaw.ExpectBracket != 0 }, advice: "members must be in braces; perhaps ']' is missing before the name"},
	{is: func(e *Error) bool { return e.at("%") && syntax.DigitsBefore(e.Before) > 0 }, advice: "put text in double quotes"},
	{at: "+-*/%.", advice: "JSON has no expressions", about: RuleOfJSON},
}

// missingCommas is the table of errors that are reported as a missing comma, but may have another cause.
var missingCommas = []row{
	{is: func(e *Error) bool { return e.at("{") && e.Expected&flaw.ExpectBrace != 0 && IsOutdented(e.Before) }, // an object cannot be a member
		advice: "perhaps '}' is missing before this line, because it is indented less than the line before it"},
	{is: func(e *Error) bool { return e.at(`"`) && e.touches() == '"' && isEmptyString(e.Before) }, advice: "JSON has no triple-quoted strings", about: RuleOfJSON},
	{is: lacksClosing, advice: closingQuoteMissing},
	{is: func(e *Error) bool { return e.touches() == '"' && (len(e.word()) > 0 || e.at(`"`)) }, advice: `perhaps a quote inside the string must be escaped as \"`},
	{is: func(e *Error) bool { return syntax.IsWord(e.touches()) && len(e.word()) > 0 }, advice: "put text in double quotes"}, // a number or literal that a letter outside ASCII follows
	{is: func(e *Error) bool { return !e.follows("}]") && IsOutdented(e.Before) }, advice: "perhaps a closing bracket is missing, because this line is indented less than the line before it"},
}

// missingColons is the table of tokens that follow a name, where a colon was expected.
var missingColons = []row{
	{at: ",", advice: "use a colon between name and value, or square brackets for a list"},
	{at: "}", advice: "a member is a name, a colon and a value; arrays use square brackets"},
	{is: func(e *Error) bool {
		return len(e.word()) > 0 && (NameHoldsColon(e.Before) || swallowsComma(e.Before))
	}, advice: "perhaps the name is missing its closing quote"},
}

// afterRecords is the table of text after a document that is a record. The causes have to do with records.
var afterRecords = []row{
	{at: "{[", advice: "perhaps the line end or separator between two records is missing", cause: JoinedRecords},
	{is: func(e *Error) bool { return e.at(",") && FirstSolid(e.After[1:]) != 0 }, advice: "records must not be separated by commas"},
	{at: ",", advice: "remove the extra comma", always: []Repair{{Title: "remove the comma", Edits: []Edit{{0, 1, ""}}, Safe: true}}},
	{is: func(e *Error) bool { return e.OneLine && e.at(":") && e.follows(`"`) }, advice: "members must be in braces; in NDJSON, each record must be on one line", cause: SplitRecord},
}

// afterDocuments is the table of text after a document.
var afterDocuments = []row{
	{at: "{[", advice: "a file with several documents must be NDJSON, with one document on each line", about: RuleOfJSON, cause: SeveralDocuments},
	{at: "}]", advice: "remove the extra closing bracket", always: []Repair{{Title: "remove the extra closing bracket", Edits: []Edit{{0, 1, ""}}}}},
	{is: func(e *Error) bool { return e.at(",") && FirstSolid(e.After[1:]) == 0 }, advice: "remove the extra comma"},
	{is: func(e *Error) bool { return e.at(",") && isOneOf(FirstSolid(e.After[1:]), "}]") }, advice: "remove the comma and the bracket after it", repairs: removeWithComma},
	{is: func(e *Error) bool {
		return e.at(",") && e.follows("}]") && FirstSolid(e.After[1:]) == '"' || closesEarly(e)
	}, advice: "perhaps the closing bracket before the comma is extra", repairs: earlyRepairs},
	{at: ",", advice: "to write more than one value, enclose them in square brackets"},
	{at: ";", advice: "JSON has no semicolons", about: RuleOfJSON},
	{is: func(e *Error) bool { return e.at(":") && e.follows(`"`) }, advice: "members must be in braces; add '{' before the first member"},
}

// mismatchedBrackets is the table of closing brackets of the wrong kind.
var mismatchedBrackets = []row{
	{is: func(e *Error) bool { return e.Extra }, advice: "perhaps this bracket is extra", cause: ExtraBracket, repairs: extraRepairs},
}

// trailingCommas is the table of commas before a closing bracket.
var trailingCommas = []row{{always: []Repair{{Title: "remove the comma", Edits: []Edit{{0, 1, ""}}, Safe: true}}}}

func isFence(e *Error) bool { return e.begins("```") || e.begins("~~~") }

func isCtrlZ(e *Error) bool { return e.at("\x1A") && len(bytes.Trim(e.After, "\x1A"+space)) == 0 }

// isEscapedQuote reports whether the text at the error begins with one of the given escaped forms of a quotation mark.
func (e *Error) isEscapedQuote(forms ...string) bool {
	return slices.ContainsFunc(forms, func(form string) bool {
		return len(e.After) >= len(form) && strings.EqualFold(string(e.After[:len(form)]), form)
	})
}

// isRune reports whether the character at the error is outside ASCII and of a kind.
func (e *Error) isRune(kind func(rune) bool) bool {
	r, _ := utf8.DecodeRune(e.After)
	return r >= utf8.RuneSelf && kind(r)
}

func isTypographicQuote(r rune) bool {
	return unicode.Is(unicode.Pi, r) || unicode.Is(unicode.Pf, r) || r == '„' || r == '‚'
}

func isOtherSpace(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

func useASCII(e *Error) string {
	const fullWidth = '！' - '!'
	r, _ := utf8.DecodeRune(e.After)
	if r -= fullWidth; r == '\'' {
		return "this is a full-width character; use the ASCII single quote (')"
	}
	return "this is a full-width character; use the ASCII '" + string(r) + "'"
}

// isTime reports whether the error is the colon between hours and minutes.
func isTime(e *Error) bool {
	n := syntax.DigitsBefore(e.Before)
	return e.at(":") && (n == 1 || n == 2) && syntax.IsDigit(syntax.ByteAt(e.After, 1)) && syntax.IsDigit(syntax.ByteAt(e.After, 2)) && !syntax.IsDigit(syntax.ByteAt(e.After, 3))
}

func lacksClosing(e *Error) bool { return LacksClosingQuote(e.Before, e.After) }

// isPlaceholder reports whether the text after the error starts with a placeholder as written in
// shells, templates or manuals. If the placeholder opens with two braces, the first brace is the
// last byte of the parameter before.
func isPlaceholder(before, after []byte) bool {
	inBraces := syntax.ByteAt(before, len(before)-1) == '{'
	switch after[0] {
	case '{':
		inner := bytes.TrimLeft(after[1:], " \t\r\n")
		return inBraces && len(inner) > 0 && (syntax.BeginsWord(inner) || bytes.IndexByte([]byte(".#/-"), inner[0]) >= 0)
	case '%':
		return inBraces || syntax.ByteAt(after, 1) == '(' && bytes.IndexByte(FirstLine(after), ')') > 0
	case '<':
		return (syntax.BeginsWord(after[1:]) || syntax.ByteAt(after, 1) == '%') && bytes.IndexByte(FirstLine(after), '>') > 0
	}
	return isShellVariable(after)
}

// CommentEnd returns the text that ends the comment of another notation at the start of b, or "" if there is no comment.
func CommentEnd(b []byte) string {
	for _, c := range [...][2]string{{"//", "\n"}, {"/*", "*/"}, {"#", "\n"}, {"<!--", "-->"}} {
		if bytes.HasPrefix(b, []byte(c[0])) {
			return c[1]
		}
	}
	return ""
}

// bareNameLen returns the length of the text at the start of b that is meant to be a name without quotes, as in {@a: 1} and {a/b: 1}: it
// has no white space, does not begin with an HTML entity, and a colon follows it. Otherwise, bareNameLen returns 0.
func bareNameLen(b []byte) int {
	const longest = 64 // because each character of a long line may be an error
	b = b[:min(len(b), longest)]
	n := bytes.IndexAny(b, " \t:,{}[]\"'`\\\r\n")
	if n <= 0 || b[0] == '&' || FirstSolid(b[n:]) != ':' || CommentEnd(b[:n]) != "" || bytes.Contains(b[:n], []byte("//")) || bytes.Contains(b[:n], []byte("/*")) {
		return 0
	}
	return n
}
