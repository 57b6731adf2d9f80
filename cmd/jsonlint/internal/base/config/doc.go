// Package config reads the settings of jsonlint: severities and options of rules, dialects of
// files, and files to ignore.
//
// A settings file is JSON with optional comments and trailing commas (JWCC). [Parse] parses a
// settings file, a [Finder] finds the settings file for a folder, and [Config.For] returns the
// settings for a file. An [Error] contains a line and column.
//
// [Keys] is the table of all settings. docs/jsonlintrc.schema.json and the documentation of
// settings are generated from it.
package config
