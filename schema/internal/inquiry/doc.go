// Package inquiry finds out why a document is not valid against a JSON Schema. It evaluates the schemas that
// package model has compiled.
//
// In contrast to a program (package program), an inquiry walks over a decoded document and answers with reasons. It answers the same
// question once, so that its time is linear in the number of values of a document for a given schema.
package inquiry

// The files of the package:
//
// value.go has the parts of a document, and schema.go what is known about schemas. reason.go has what an inquiry results in. inquiry.go
// asks questions and keeps answers. children.go has the keywords for members and items, alternative.go chooses among alternatives, and
// evaluate.go applies all keywords. coverage.go notes what they result in.
