// Package declaration finds the "$schema" of a document, for package schema and for programs that recognize files by it.
package declaration
