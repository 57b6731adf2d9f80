// Package unpack decompresses gzip (RFC 1952) and zstd (RFC 8878) data for programs that read files. Its
// errors say what is wrong with a file in words that users understand.
//
// A [DamagedReader] reads what is left of damaged data.
//
// The build tag small removes the decompressors.
package unpack
