// Package suspects determines, without reading tokens, which rules of package lint may find
// something in a text.
//
// Every finding requires certain bytes: the escape of a surrogate, an e between digits, a character
// outside ASCII in a name. Most documents contain none of them, and finding that out takes a
// fraction of the time for reading their tokens. A kernel reports for each 256 bytes whether there
// are signs of any rule ([search.FindSigns]); this package examines those parts more closely.
//
// A rule that is not among the suspects finds nothing. A rule that is may find nothing either.
package suspects
