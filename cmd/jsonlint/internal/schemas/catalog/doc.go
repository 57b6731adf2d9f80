// Package catalog reads catalogues of schemas in the form of SchemaStore's, which say which files have which schema, and has an index of that
// catalogue.
//
// To update the index, get https://www.schemastore.org/api/json/catalog.json and run this in the folder of the package, with the
// date of the catalogue:
//
//	go run ./generate 2006-01-02 zindex.txt <catalog.json
//
// Then change the date in docs/reference/schema.md. The names, URLs and patterns in the index come from SchemaStore, which has the Apache License 2.0.
package catalog

// The files of the package:
//
// catalog.go reads catalogues, and index.go the index, zindex.txt.
