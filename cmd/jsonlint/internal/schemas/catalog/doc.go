// Package catalog reads catalogues of schemas in the form of SchemaStore's, which say which files have which schema.
package catalog
