// Package bridge gives packages of this module access to what the packages tokenizer, document and dialect do not export. These
// packages set the variables of this package during their initialization; the variables do not change afterwards.
package bridge
