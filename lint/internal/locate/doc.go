// Package locate finds the positions of places in a text, and copies the lines around them.
//
// A [Locator] counts lines and columns from the [Origin] of the text, which may be a part of a longer input.
// [Excerpts] are copies of lines, of bounded size in all.
package locate
