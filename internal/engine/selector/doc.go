// Package selector finds a name of a member among names that are known in advance, such as those of the fields of a struct.
//
// key.go loads what a name has in common with few others, and table.go finds the names with it.
package selector
