// Package protocol has the messages of the Language Server Protocol 3.17 that jsonlint uses, and reads
// and writes them.
//
// The types have the names and the fields of the specification
// (https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/), but only the
// fields that are used. A [Stream] reads and writes the messages of JSON-RPC 2.0, without batches, which the protocol
// does not have.
package protocol
