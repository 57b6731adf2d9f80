// Package profile knows which JSON Schemas the services accept that generate JSON with language models. Each service accepts a subset of
// JSON Schema, which its documentation describes.
package profile

// The files of the package:
//
// table.go has the profiles. check.go applies one to a schema, subschema.go finds the schemas inside it, and size.go measures it.
