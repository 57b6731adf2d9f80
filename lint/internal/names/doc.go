// Package names compares the names of objects for package lint: which names look alike, and which
// name precedes another.
//
// [Lookalikes] stores the names of open objects in little more memory than their text, and finds
// names that look like other ones. [CompareNatural] orders names and compares digits as numbers.
package names
