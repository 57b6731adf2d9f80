package command

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/format"
)

// layoutOf returns the layout for a file. The functions of more, such as those of flags, take precedence
// over the settings files, which take precedence over .editorconfig files.
func (c *Checker) layoutOf(name string, h FileSettings, more ...func(*format.Options)) (format.Options, error) {
	const undecided = format.TrailingCommas(255)
	o := config.DefaultLayout()
	o.TrailingCommas = undecided
	path := c.Abs(name)
	if !c.NoConfig {
		properties, err := c.editor.Find(path)
		if err != nil {
			return o, common{Nearby(c.Here, err)}
		}
		properties.Apply(&o)
	}
	for _, set := range slices.Concat(h.layout, more) {
		set(&o)
	}
	asPrettier := o.Style == format.Prettier
	if asPrettier && isStringified(filepath.Base(path)) {
		o.Style = format.Stringify
	}
	if o.TrailingCommas == undecided {
		o.TrailingCommas = format.KeepCommas
		if asPrettier && strings.EqualFold(filepath.Ext(path), ".json") {
			o.TrailingCommas = format.RemoveCommas
		}
	}
	return o, nil
}

// isStringified reports whether a file with this name is written by a program that breaks lines as
// JSON.stringify does. Prettier does the same for these files, except that it does not format
// composer.lock.
func isStringified(base string) bool {
	return slices.Contains([]string{"package.json", "package-lock.json", "composer.json", "composer.lock"}, base) ||
		strings.HasSuffix(base, ".importmap")
}
