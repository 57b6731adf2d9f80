// Package vocabulary has the keywords of all drafts of JSON Schema, and finds out which one was probably meant by a name that is not a keyword.
package vocabulary

// The files of the package:
//
// keywords.go is the table of keywords, draft.go that of drafts, and spelling.go finds what was meant.
