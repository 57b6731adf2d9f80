// Package names finds names of objects that look alike, for package lint.
//
// [Lookalikes] stores the names of open objects in little more memory than their text, and finds
// names that look like other ones.
package names
