package command

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// find returns the names of the files that match the globs: in the order of the globs, and sorted for each of them.
// A file that several globs match is named once.
func find(ctx context.Context, globs []string) ([]string, error) {
	var all []string
	known := map[string]bool{}
	for _, glob := range globs {
		fsys, err := filesystem.New(ctx, glob)
		if err != nil {
			return nil, err
		}
		names, err := fsys.List(ctx, glob)
		if len(names) == 0 && err == nil && isFile(glob) {
			names = []string{glob} // with a name that looks like a glob, such as a[1].ndjson
		}
		if err = errors.Join(err, fsys.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", glob, err)
		}
		slices.Sort(names)
		before := len(all)
		for _, name := range names {
			if isFolder(name) {
				continue
			}
			if !known[name] {
				known[name] = true
				all = append(all, name)
			}
		}
		if len(all) == before && len(names) == 0 {
			return nil, fmt.Errorf("%s: no such file", glob)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there are only folders in --input; use a glob such as folder/*.ndjson")
	}
	return all, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() && isLocal(name)
}

func isLocal(name string) bool { return !strings.Contains(name, "://") }

// checkOutputs returns an error if an output is also an input, if two outputs are the same, or if an output cannot be
// created where it should be. It makes the names of outputs absolute, because a worker may be in another folder.
func checkOutputs(inputs []string) error {
	known := map[string]string{}
	for _, name := range inputs {
		known[identity(name)] = "an input"
	}
	for _, to := range []*string{&outputs.Report, &outputs.Bad, &outputs.Good} {
		name := *to
		if name == "" {
			continue
		}
		if what := known[identity(name)]; what != "" {
			return fmt.Errorf("%s cannot be an output, because it is %s", name, what)
		}
		known[identity(name)] = "another output"
		if !isLocal(name) {
			continue
		}
		if err := checkPlace(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if path, err := filepath.Abs(name); err == nil {
			*to = path
		}
	}
	return nil
}

// checkPlace returns an error if the folder of a file does not exist, or if there is something else than a regular file
// in its place. Otherwise, this would be found only after all inputs have been checked.
func checkPlace(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	_, err := os.Stat(filepath.Dir(name))
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
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

// useTemp creates a folder for temporary files. The result removes it. The folder is not left to the workers, because
// they would also create the folders above it, which nobody removes.
func useTemp() (remove func() error, err error) {
	keep := func() error { return nil }
	parent := options.Temp
	for _, name := range []string{outputs.Report, outputs.Bad, outputs.Good} {
		if parent == "" && name != "" && isLocal(name) {
			parent = filepath.Dir(name)
		}
	}
	switch {
	case parent == "" && outputs.Good != "":
		return nil, errors.New("--good requires --temp")
	case parent == "":
		return keep, nil
	}
	if options.Temp = strings.TrimSuffix(parent, "/") + "/.assay-beam-" + rand.Text(); !isLocal(parent) {
		return keep, nil // not removed, because Beam's file systems have no folders
	}
	if options.Temp, err = filepath.Abs(options.Temp); err != nil {
		return nil, err
	}
	if err := os.Mkdir(options.Temp, 0o777); err != nil {
		return nil, fmt.Errorf("cannot create a folder for temporary files: %w", err)
	}
	return func() error { return os.RemoveAll(options.Temp) }, nil
}
