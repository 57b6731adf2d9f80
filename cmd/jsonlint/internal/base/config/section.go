package config

import (
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// A Section holds the settings at the top level of a settings file or in one of its overrides.
// Fields are zero for settings that are missing.
type Section struct {
	Dialect      *lint.Dialect
	Preview      *bool
	MaxProblems  *int
	MaxDepth     int
	NestingLimit int
	KeyOrder     string
	Formats      string // when formats in schemas are checked: one of [Formats], or ""
	MaxSteps     int    // how many steps the check against a schema may take
	Severities   map[string]lint.Severity
	Format       []func(*format.Options) // setters of layout options, called in order

	files, ignore ignore.List
	schemas       []schemaOf
	resources     map[string]string
	baseline      string
	root          bool
	suppressions  []*Suppression
	extends       []*node
	named         []*node // the paths of the baseline and of schemas
}

// A Suppression is one JSON Pointer of an entry under "suppressions".
type Suppression struct {
	lint.Suppression
	Path           string // the path of the settings file
	Folder         string // the folder to which the patterns for files are relative
	Offset, Length int64  // the place of the pointer or, if the entry has no pointers, of the entry
	files          ignore.List
}

// A schemaOf assigns a schema to files.
type schemaOf struct {
	pattern string
	files   ignore.List
	path    string
	offset  int64 // of the path in the settings file
}

func isURL(name string) bool { return strings.Contains(name, "://") }
