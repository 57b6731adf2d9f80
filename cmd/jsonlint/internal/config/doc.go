// Package config reads the settings of jsonlint: which rules are asked how, what files are,
// and which are passed over.
//
// A settings file is JSON, in which comments and trailing commas may stand (JWCC). [Parse]
// reads one, [Finder] finds the one that holds for a folder, and [Config.For] tells what
// holds for a file. An [Error] has line and column.
//
// [Keys] is the one table of what may stand in a file. docs/jsonlintrc.schema.json and the
// page on settings are made of it.
package config
