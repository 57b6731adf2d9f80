package assaybeam

import (
	"errors"
	"io/fs"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
)

// Settings say what is found in files, and a Schema has the texts of what records are checked against. They contain all that
// workers need.
type (
	Settings = shards.Settings
	Schema   = shards.Schema
)

// linters returns a linter for each of the settings.
func (o *Options) linters() (all []*lint.Linter, err error) {
	settings := o.Settings
	if len(settings) == 0 {
		settings = []Settings{{}}
	}
	for i := range settings {
		options, err := lintOptions(&settings[i])
		if err != nil {
			return nil, err
		}
		all = append(all, lint.New(options))
	}
	return all, nil
}

// lintOptions returns the options for a linter, which only counts the findings.
func lintOptions(s *Settings) (lint.Options, error) {
	o := lint.Options{
		Dialect: lint.NDJSON, Severities: s.Severities, MaxDepth: s.MaxDepth, NestingLimit: s.NestingLimit, KeyOrder: s.KeyOrder,
		AllowEmpty: s.AllowEmpty, Suppressions: s.Suppressions, MaxProblems: 1,
	}
	if err := o.Validate(); err != nil || s.Schema == nil {
		return o, err
	}
	compiled, err := compile(s.Schema)
	if err != nil {
		return o, err
	}
	o.Schema = compiled
	return o, nil
}

func compile(s *Schema) (*schema.Schema, error) {
	c := schema.Compiler{Files: schemaFiles(s.Files), Resources: s.Resources, AssertFormat: s.Formats, MaxSteps: s.MaxSteps}
	if text, ok := s.Resources[s.Name]; ok {
		return c.Compile(s.Name, text)
	}
	return c.CompileFile(s.Name)
}

// schemaFiles are the texts of files by their paths.
type schemaFiles map[string][]byte

// ReadFile implements [fs.ReadFileFS].
func (f schemaFiles) ReadFile(name string) ([]byte, error) {
	if text, ok := f[name]; ok {
		return text, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Open implements [fs.FS]. It always fails, because files are only read as a whole.
func (f schemaFiles) Open(string) (fs.File, error) { return nil, errors.ErrUnsupported }
