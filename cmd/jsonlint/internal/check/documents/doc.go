// Package documents has the subcommands that read single documents: jsonlint complete and jsonlint
// stats.
package documents
