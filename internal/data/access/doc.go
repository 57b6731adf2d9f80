// Package access knows the files that outputs replace: which of them can be replaced, and who has access to them.
package access
