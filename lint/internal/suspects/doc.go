// Package suspects finds out, without reading tokens, which rules of package lint may find something in a text.
//
// Whatever the rules, some bytes must be there for them to find something: an escape of a surrogate, an e between
// digits, a character outside ASCII in a name. Most documents have none of these, which shows in a
// fraction of the time that it takes to read their tokens. A kernel reports for each 256 bytes whether there are
// signs of any ([search.FindSigns]); this package looks closer where there are.
//
// A rule that is not among the suspects finds nothing. One that is may find nothing either.
package suspects
