// Package inputs makes what the contestants work on: documents from the field, which
// the module minio/simdjson-go carries, and texts generated from fixed seeds, equal
// on every machine.
package inputs
