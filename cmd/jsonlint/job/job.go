package job

import (
	"encoding/json"
	"fmt"
	"path"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// A Job is a command line that has been parsed.
type Job struct {
	FailOn      lint.Severity // above [lint.Error] if no finding makes the exit status 1
	OnlyObjects bool          // only objects are good records
	flags       *command.Flags
	std         command.Stdio
}

// A File is a file to check.
type File struct {
	Name     string
	Settings int // an index
}

// Find returns the files that paths select, as jsonlint does, and the settings for them. The others are files of which only
// the program knows where they are; they have the settings for a file with the same name in the working directory.
func (j *Job) Find(paths []string, others ...string) (files []File, settings []shards.Settings, err error) {
	j.flags.Paths = paths
	c, err := command.NewChecker(&j.flags.Settings, j.std)
	if err != nil {
		return nil, nil, err
	}
	defer c.TellForeign()
	found, err := c.Files()
	if err != nil {
		return nil, nil, err
	}
	known := map[string]int{}
	add := func(name, as string) error {
		i, err := settingsOf(c, as, known, &settings)
		files = append(files, File{name, i})
		return err // it names the settings or the schema
	}
	if len(paths) > 0 {
		for f := range found {
			if f.Err != nil {
				return nil, nil, fmt.Errorf("%s: %w", report.Path(f.Name), input.Cause(f.Err))
			}
			if err := add(f.Name, f.Name); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, name := range others {
		if err := add(name, path.Base(name)); err != nil {
			return nil, nil, err
		}
	}
	if len(files) == 0 {
		return nil, nil, c.NoneFound()
	}
	return files, settings, nil
}

// settingsOf returns the index of the settings for a file, which it adds to all if they are new. The map has the indexes of
// those that are known.
func settingsOf(c *command.Checker, name string, known map[string]int, all *[]shards.Settings) (int, error) {
	h, err := c.SettingsOfLines(name)
	if err != nil {
		return 0, err
	}
	s := shards.Settings{
		Severities: h.Severities, MaxDepth: h.MaxDepth, NestingLimit: h.NestingLimit, KeyOrder: h.KeyOrder, AllowEmpty: h.AllowEmpty,
		Suppressions: h.Suppressions,
	}
	key, err := json.Marshal([]any{s, h.Schema != nil, h.SchemaName})
	if err != nil {
		return 0, err
	}
	if i, ok := known[string(key)]; ok {
		return i, nil
	}
	if h.Schema != nil {
		s.Schema = &shards.Schema{Formats: h.SchemaName.Formats, MaxSteps: int64(h.SchemaName.MaxSteps)}
		if s.Schema.Name, s.Schema.Files, s.Schema.Resources, err = c.SchemaTexts(h.SchemaName); err != nil {
			return 0, err
		}
	}
	known[string(key)] = len(*all)
	*all = append(*all, s)
	return len(*all) - 1, nil
}
