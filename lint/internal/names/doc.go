// Package names compares the names of objects for package lint: which of them look alike, and which comes first.
//
// [Lookalikes] keeps the names of the objects that are open, in little more memory than their text, and finds those
// that look like another one. [CompareNatural] is an order of names in which digits count as numbers.
package names
