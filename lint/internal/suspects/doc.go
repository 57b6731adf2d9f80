// Package suspects determines, without reading tokens, which rules of package lint may find
// something in a text.
//
// Almost every finding requires certain bytes, such as the escape of a surrogate, an e between
// digits, or a character outside ASCII in a name. Most documents do not contain such bytes, and
// finding that out takes only a fraction of the time for reading their tokens. A kernel reports for
// each 256 bytes whether they include signs that a rule may find something ([search.FindSigns]).
// Other kernels then examine the parts with signs more closely.
//
// [Find] also gets a verdict on the document, which may include I-JSON. Then it need not search for
// what I-JSON excludes: the kernels for JSON do that. With the rules that are on by default, it needs no
// search at all: the kernels for JSON also report signs of what these rules may find
// ([jsonsimd.Signs]), and only parts of the document with signs are examined.
// The verdict may also exclude that names look alike; see package names.
//
// A rule that is not among the suspects finds nothing. A rule that is among them may find
// something, but need not.
package suspects

// The files of the package:
//
// survey.go examines a document in memory by the signs that the kernels for JSON report.
