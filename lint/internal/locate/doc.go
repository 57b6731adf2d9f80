// Package locate finds the lines and columns of offsets in a text, and copies the lines around
// them.
//
// A [Locator] counts lines and columns from the [Origin] of the text. The text may be part of a
// longer input. [Excerpts] are copies of lines, with a limited total size.
package locate
