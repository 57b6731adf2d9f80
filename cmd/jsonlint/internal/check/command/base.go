package command

import (
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/data/store"
)

// A base is what all parts of a [Checker] need: what to do, the streams, and the working directory.
type base struct {
	*Settings
	Std    Stdio             // the streams
	Here   string            // the working directory
	opened func(path string) // called before a file is read on which the findings in others may depend; may be nil
}

// NameOf returns the name by which messages refer to a file.
func (c *base) NameOf(f input.File) string {
	switch {
	case f.Name != input.Stdin:
		return f.Name
	case c.StdinName != "":
		return c.StdinName
	}
	return report.StdinName
}

// Abs returns the absolute path of a file. The name of an object stays as it is.
func (c *base) Abs(name string) string {
	if store.Is(name) {
		return name
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.Here, name)
}

// open reports that the findings in other files may depend on a file, which is about to be read.
func (c *base) open(path string) {
	if c.opened != nil {
		c.opened(path)
	}
}
