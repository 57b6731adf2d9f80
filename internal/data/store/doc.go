// Package store describes stores of objects: files that are listed and read over a network, such as
// those in Amazon S3. It contains no store. The module github.com/assayjson/assay/cloud implements
// them, and its program jsonlint-cloud passes them to jsonlint. The program jsonlint itself has no
// stores, so that it needs no code for networks and credentials.
package store
