// Package bridge gives packages of this module access to what package tokenizer does not export. Package tokenizer
// sets the variables of this package during its initialization; they do not change afterwards.
package bridge
