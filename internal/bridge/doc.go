// Package bridge gives the other packages of this module access to functions that package tokenizer does not export.
// Package tokenizer sets the variables of this package during its initialization; they do not change afterwards.
package bridge
