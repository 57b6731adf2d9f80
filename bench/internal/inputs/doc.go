// Package inputs provides the inputs of the contestants: real documents, which come with the module
// minio/simdjson-go, and texts generated from fixed seeds, which are the same on every machine.
package inputs
