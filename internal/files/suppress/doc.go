// Package suppress reads the comments that suppress findings, and matches JSON Pointers with the
// patterns of other suppressions.
//
// It does not know the rules and findings of package lint. A [Directive] is only what a comment says.
package suppress
