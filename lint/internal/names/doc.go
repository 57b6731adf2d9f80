// Package names judges the names in a document, for package lint.
//
// [Lookalikes] finds names in an object that look alike. It stores the names of all open objects,
// which takes little more memory than their text. A [Vocabulary] holds each distinct name of a
// document once. It determines whether any two names in the document look alike. It is faster than
// Lookalikes, because names repeat. A [Proof] shows that no two names look alike without storing
// them, which is faster still if there are many different names.
package names
