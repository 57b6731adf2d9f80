// Package syntaxerror makes the errors of package tokenizer, and finds the report that an error was made from, for other packages
// of this module.
package syntaxerror
