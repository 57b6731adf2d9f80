package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	assaybeam "github.com/assayjson/assay/beam"
	"github.com/assayjson/assay/internal/data/access"
	"github.com/assayjson/assay/internal/data/store"
)

// find returns the files that the inputs select, in the order of jsonlint. Those in file systems that only Beam knows are the
// last ones.
func (c *commandLine) find(ctx context.Context) (files []assaybeam.File, err error) {
	var paths, foreign []string
	for _, name := range c.inputs {
		if name == "-" {
			return nil, errors.New("--input -: standard input is not supported; name files")
		}
		if isLocal(name) || store.Is(name) {
			paths = append(paths, name)
			continue
		}
		listed, err := list(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		foreign = append(foreign, listed...)
	}
	found, settings, err := c.Find(paths, foreign...)
	for _, f := range found {
		files = append(files, assaybeam.File(f))
	}
	c.options.Settings = settings
	return files, err
}

// errNoSystem is the error of a name such as https://example.com/a.
var errNoSystem = errors.New("no files can be read or written there; use local files or gs://, or also s3:// and azblob:// for inputs")

// list returns the files that match a glob in one of Beam's file systems.
func list(ctx context.Context, glob string) ([]string, error) {
	fsys, err := filesystem.New(ctx, glob)
	if err != nil {
		return nil, errNoSystem
	}
	names, err := fsys.List(ctx, glob)
	if err = errors.Join(err, fsys.Close()); err == nil && len(names) == 0 {
		err = errors.New("no file matches")
	}
	slices.Sort(names)
	return names, err
}

func isLocal(name string) bool { return !strings.Contains(name, "://") }

// checkOutputs returns an error if an output is also an input, if two outputs are the same, or if an output cannot be
// created where it should be. It makes the names of outputs absolute, because a worker may be in another folder.
func (c *commandLine) checkOutputs(inputs []assaybeam.File) error {
	known := map[string]string{}
	for _, f := range inputs {
		known[identity(f.Name)] = "an input"
	}
	for _, out := range []struct {
		flag string
		to   *string
	}{{"--report", &c.outputs.Report}, {"--quarantine", &c.outputs.Bad}, {"--good", &c.outputs.Good}} {
		name := *out.to
		switch {
		case name == "":
			continue
		case name == "-":
			return fmt.Errorf("%s -: standard output is not supported; name a file", out.flag)
		case isLocal(name):
			if path, err := filepath.Abs(name); err == nil {
				*out.to = path
			}
		}
		for _, file := range c.outputs.Names(name) {
			if what := known[identity(file)]; what != "" {
				return fmt.Errorf("%s and %s are the same file: %s", what, out.flag, file)
			}
			known[identity(file)] = out.flag
			if err := checkPlace(file); err != nil {
				return fmt.Errorf("%s %s: %w", out.flag, file, err)
			}
		}
		if err := c.checkOthers(name); err != nil {
			return err
		}
	}
	return nil
}

// checkOthers returns an error if there are shards of an output that is divided into another number of them. A glob for all shards
// would mix them up.
func (c *commandLine) checkOthers(name string) error {
	if c.outputs.Shards < 2 || !isLocal(name) {
		return nil
	}
	other := assaybeam.Outputs{Shards: 2}
	this := fmt.Sprintf("-of-%05d", c.outputs.Shards)
	first, second, _ := strings.Cut(filepath.Base(other.Names(name)[0]), "-00000-of-00002")
	files, err := os.ReadDir(filepath.Dir(name))
	for _, f := range files {
		middle, ok := strings.CutPrefix(f.Name(), first+"-")
		middle, isThis := strings.CutSuffix(middle, second)
		if ok && isThis && shard.MatchString(middle) && !strings.HasSuffix(middle, this) {
			return fmt.Errorf("%s is a shard of another job, with another number of shards; remove it and its like first", filepath.Join(filepath.Dir(name), f.Name()))
		}
	}
	return err
}

// shard matches the number of a shard in a name.
var shard = regexp.MustCompile(`^\d{5}-of-\d{5}$`)

// checkPlace returns an error if the folder of a file does not exist, or if there is something else than a regular file
// in its place. Otherwise, this would be found only after all inputs have been checked.
func checkPlace(name string) error {
	if !isLocal(name) {
		switch {
		case strings.HasPrefix(name, "gs://"):
			return nil
		case store.Is(name):
			return errors.New("of the stores, only gs:// can be written")
		}
		fsys, err := filesystem.New(context.Background(), name)
		if err != nil {
			return errNoSystem
		}
		return fsys.Close()
	}
	if _, err := access.Old(name); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return errors.New("the folder does not exist; make it first")
	}
	return nil
}

// identity returns the same text for all names of a file.
func identity(name string) string {
	if !isLocal(name) {
		return name
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil { // the file does not exist yet
		return filepath.Join(real, filepath.Base(path))
	}
	return path
}
