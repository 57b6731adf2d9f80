// Package names finds names in an object that look alike, for package lint.
//
// [Lookalikes] stores the names of all open objects, which takes little more memory than their
// text, and compares them.
package names
