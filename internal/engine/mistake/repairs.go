package mistake

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file has the repairs of tokens that are in the wrong place. Several mistakes may have led to the same error.

// unexpectedRepairs are for characters of other notations, where a value or a name is expected.
func unexpectedRepairs(e *Error) (all []Repair) {
	if lacksOpening(e) && syntax.BeginsWord(e.After) {
		all = append(all, replace("insert the opening quotation mark", 0, 0, `"`))
	}
	return append(all, signRepairs(e)...)
}

func signRepairs(e *Error) []Repair {
	isStart := lastSolid(e.Before) == 0
	switch {
	case e.at(":"):
		return append(append(append(rewrites(WriteAsJSON), bracketBeforeName(e)...), rewrites(BracketsToBraces)...), besideNumber(e)...)
	case e.at("%"):
		return besideNumber(e)
	case e.at("+"), e.at(".") && !e.begins("..."):
		return append(specialRepairs(e), quoteRepairs(e)...)
	case e.at(`\`):
		return rewrites(Unescape)
	case e.at("'"):
		return rewrites(WriteAsJSON, QuoteStrings)
	case e.at("`"):
		return straightRepairs(e)
	case e.at("/#"), e.begins("<!--"):
		return rewrites(WriteAsJSON, RemoveComments)
	case isStart:
		return append(rewrites(KeepDocument), quoteRepairs(e)...)
	case e.at("("):
		return rewrites(WriteAsJSON)
	case e.at(";"):
		return []Repair{replace("replace the semicolon with a comma", 0, 1, ",")}
	case e.at(","):
		return removeComma(e)
	case e.begins("..."), e.begins("…"):
		begin := 0
		if e.follows(",") {
			begin = e.gap() - 1
		}
		return []Repair{replace("remove the dots", begin, len("..."), "")} // the one character for three dots has as many bytes
	case e.at(decimal):
		return append(thousands(e), rewrites(BracesToBrackets, QuoteNames)...)
	}
	return quoteRepairs(e)
}

func removeComma(*Error) []Repair { return []Repair{replace("remove the comma", 0, 1, "")} }

// insertNull is for a value that is missing after a colon.
func insertNull(e *Error) []Repair {
	end := 0
	if bytes.IndexByte(e.Before[len(e.Before)+e.gap():], '\n') >= 0 {
		end = e.gap()
	}
	return []Repair{replace("insert null", e.gap(), end, " null")}
}

// quoteRepairs are for typographic quotes and other characters outside ASCII, and for names without quotes.
func quoteRepairs(e *Error) []Repair {
	if e.begins("\u00A0") {
		return []Repair{replace("replace the no-break space with a space", 0, len("\u00A0"), " ")}
	}
	if r, _ := utf8.DecodeRune(e.After); closersOf(r) != "" {
		return straightRepairs(e)
	}
	return rewrites(WriteAsJSON, QuoteNames)
}

// straightRepairs write straight quotation marks instead of those around a string on one line.
func straightRepairs(e *Error) []Repair {
	n, opening, closing := InOtherQuotes(FirstLine(e.After))
	if n == 0 {
		return nil
	}
	return []Repair{{Title: "put the string in double quotes", Edits: []Edit{{0, opening, `"`}, {n - closing, n, `"`}}}}
}

// bracketBeforeName is for a colon in an array, whose bracket may be missing before the comma.
func bracketBeforeName(e *Error) []Repair {
	before := bytes.TrimRight(e.Before, space)
	if syntax.ByteAt(before, len(before)-1) != '"' {
		return nil
	}
	begin := bytes.LastIndexByte(before[:len(before)-1], '"')
	if begin < 0 || lastSolid(before[:begin]) != ',' {
		return nil
	}
	comma := len(bytes.TrimRight(before[:begin], space)) - 1 - len(e.Before)
	return []Repair{replace("insert ] before the name", comma, comma, "]")}
}

// commaRepairs are for two values without a comma between them. If the second one is a name, a bracket may be missing, too.
func commaRepairs(e *Error) []Repair {
	all := rewrites(CloseString)
	if beginsMember(e.After) {
		all = append(all, e.insert("insert ] and the comma", "],"))
	}
	if begin, _ := e.number(); begin < 0 && syntax.BeginsWord(e.After) { // as in 5км
		all = append(all, replace("put it in double quotes", begin, e.Length, Quoted(e.text(begin, e.Length))))
	}
	if !LacksClosingQuote(bytes.TrimRight(e.Before, space), e.After) {
		all = append(all, e.insert("insert the comma", ","))
	}
	return append(all, rewrites(InsertCommas, WriteAsJSON)...)
}

// colonRepairs are for a name without a colon.
func colonRepairs(e *Error) []Repair {
	all := rewrites(CloseString)
	if n := max(ColonLen(e.After), len(e.After)-len(bytes.TrimPrefix(e.After, []byte(";")))); n > 0 {
		return append(all, replace("replace "+strconv.Quote(string(e.After[:n]))+" with a colon", 0, n, ":"))
	}
	if e.at(",}") {
		return append(all, rewrites(BracesToBrackets)...)
	}
	return append(all, e.insert("insert the colon", ":"))
}

// ColonLen returns the length of what other notations write instead of a colon at the start of b, or 0.
func ColonLen(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("=>")), bytes.HasPrefix(b, []byte(":=")):
		return 2
	case syntax.ByteAt(b, 0) == '=' && syntax.ByteAt(b, 1) != '=':
		return 1
	}
	return 0
}

// trailingRepairs are for what follows a document.
func trailingRepairs(e *Error) []Repair {
	switch {
	case e.at(",;"):
		return append(rewrites(WrapDocuments), replace("remove "+strconv.Quote(string(e.After[:1])), 0, 1, ""))
	case e.at("/#"), e.begins("<!--"):
		return rewrites(RemoveComments)
	case e.at(":"):
		return rewrites(AddBraces)
	}
	return rewrites(WrapDocuments)
}

// bracketRepairs are for a closing bracket of the wrong kind.
func bracketRepairs(e *Error) []Repair {
	found, expected := string(e.After[:1]), "}"
	if found == "}" {
		expected = "]"
	}
	return []Repair{replace("insert "+expected, 0, 0, expected), replace("replace "+found+" with "+expected, 0, 1, expected)}
}

// extraRepairs remove a closing bracket, and the comma before it if another one follows.
func extraRepairs(e *Error) []Repair {
	remove := replace("remove the extra closing bracket", 0, 1, "")
	if e.follows(",") && isOneOf(FirstSolid(e.After[1:]), "}]") {
		remove.Edits = []Edit{{e.gap() - 1, e.gap(), ""}, {0, 1, ""}}
	}
	return append([]Repair{remove}, bracketRepairs(e)...)
}

// earlyRepairs are for a closing bracket before the comma that follows a document.
func earlyRepairs(e *Error) []Repair {
	return append([]Repair{replace("remove the closing bracket before the comma", e.gap()-1, e.gap(), "")}, trailingRepairs(e)...)
}

func removeWithComma(e *Error) []Repair {
	return []Repair{replace("remove the comma and the bracket", 0, bytes.IndexAny(e.After, "}]")+1, "")}
}

func fenceRepairs(e *Error) []Repair {
	line, _, _ := bytes.Cut(e.After, []byte("\n"))
	return append(rewrites(KeepDocument), replace("remove the code fence", 0, min(len(line)+1, len(e.After)), ""))
}

func ctrlZRepairs(e *Error) []Repair {
	return []Repair{replace("remove Ctrl-Z", 0, len(bytes.TrimRight(e.After, space)), "")}
}
