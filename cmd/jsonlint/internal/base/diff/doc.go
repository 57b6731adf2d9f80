// Package diff writes the changes to a file as a patch that Git and patch accept.
package diff
