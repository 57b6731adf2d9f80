// Package model reads JSON Schemas: it finds the schemas in documents, resolves references, and makes a [Schema] of each that is
// reached.
package model

// The files of the package:
//
// schema.go has what results, and draft.go what differs between drafts. place.go has the documents and the schemas in them. compiler.go
// has the compiler and the mistakes that it finds. dialect.go and collect.go find out where the schemas of a document are and what they
// are called, reference.go follows references, keyword.go compiles the keywords of a schema, and compile.go all schemas.
