// Package mistake is a table of the mistakes that people make in JSON: how each is recognised by the text around an error, how to fix it
// in words, and what was probably meant as edits of the text. Messages, the repairs in editors, safe fixes, and the recovery from errors
// draw on it, so that they agree.
//
// A mistake is a guess. Only a [Repair] that is Safe leaves no doubt about what was meant, as far as the text around the error shows. The
// package also measures what people write instead of values, names and commas, for callers that continue after an error.
package mistake

// The files of the package:
//
// mistake.go has what callers see. row.go has the form of a row, and table.go finds the row for an error. The rows are in structure.go
// (names, values, commas, colons and what surrounds a document), words.go, numbers.go, special.go (NaN and infinities) and escapes.go.
// repairs.go has the repairs that depend on several rows, quotes.go recognizes strings in other quotation marks and strings that end in the
// wrong place, brackets.go closing brackets that are extra, and lengths.go measures what people write instead of values, names and commas.
