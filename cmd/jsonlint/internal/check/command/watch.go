package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/internal/data/store"
)

// watch checks the files, and checks them again whenever one of them changes.
func (c *Checker) watch() (int, error) {
	if slices.Contains(c.Paths, input.Stdin) {
		return StatusTrouble, fmt.Errorf("--watch requires files or folders")
	}
	if slices.ContainsFunc(c.Paths, store.Is) {
		return StatusTrouble, errors.New("--watch cannot watch objects")
	}
	return c.watchUntil(context.Background())
}

// pause is how long to wait for further changes after a change.
const pause = 50 * time.Millisecond

// watchUntil is like watch, but returns when ctx is done. It watches a folder before it reads the
// files in it, so that no change is missed.
func (c *Checker) watchUntil(ctx context.Context) (status int, err error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return StatusTrouble, err
	}
	defer w.Close()
	c.summary = c.summary || c.Std.ErrTTY
	for {
		c.finder = &config.Finder{AllowOutside: c.AllowOutside} // settings and schemas may have changed, too
		c.cache = new(schemaCache)
		c.baselines, c.suppressions = baselines{}, suppressions{}
		c.watchFolders(w)
		files, err := c.Files()
		if err != nil {
			return StatusTrouble, err
		}
		if status, err = c.Check(watched(w, files)); err != nil {
			return StatusTrouble, err
		}
		if err := c.nextChange(ctx, w); err != nil {
			return status, nil
		}
	}
}

// watched returns the files, and watches the folder of each file before it yields the file.
func watched(w *fsnotify.Watcher, files iter.Seq[input.File]) iter.Seq[input.File] {
	return func(yield func(input.File) bool) {
		folders := map[string]bool{}
		for f := range files {
			if dir := filepath.Dir(f.Name); !folders[dir] {
				folders[dir] = true
				w.Add(dir) // if a folder cannot be watched, it cannot be read either, and the read reports the error
			}
			if !yield(f) {
				return
			}
		}
	}
}

// watchFolders watches the named folders and all folders below them.
func (c *Checker) watchFolders(w *fsnotify.Watcher) {
	for _, path := range c.Paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			continue
		}
		filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil || !e.IsDir():
				return nil
			case name != path && (e.Name() == ".git" || e.Name() == "node_modules"):
				return filepath.SkipDir
			}
			w.Add(name)
			return nil
		})
	}
}

// nextChange waits for a relevant change. It returns when no further change has followed for the
// time that pause defines.
func (c *Checker) nextChange(ctx context.Context, w *fsnotify.Watcher) error {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Events:
			if !ok {
				return context.Canceled
			}
			if c.concerns(e) {
				quiet = time.After(pause)
			}
		case <-w.Errors: // events were lost, so check again
			quiet = time.After(pause)
		case <-quiet:
			return nil
		}
	}
}

// concerns reports whether to check the files again because of e. What the run itself prints to a file in a watched
// folder must not, because each check prints more.
func (c *Checker) concerns(e fsnotify.Event) bool {
	return e.Op != fsnotify.Chmod && c.Std.receives(e.Name) == ""
}
