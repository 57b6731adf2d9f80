// Package characters finds where UTF-8 text can be cut.
package characters
