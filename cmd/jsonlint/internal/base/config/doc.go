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

// The files of the package:
//
// keys.go is the table of keys, from which docs/jsonlintrc.schema.json is made. layer.go reads one file into sections
// (section.go), and config.go says what several files mean for a file to check. finder.go and extends.go combine the settings
// files that apply to a folder, and foreign.go recognizes those of another program. edit.go adds schemas to a settings file,
// edit_dialect.go adds the dialect of a file, and lock.go reads the lock file of the copies of schemas.
