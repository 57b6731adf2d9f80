package command

import (
	"cmp"
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

// tempName is what the names of folders for temporary files begin with.
const tempName = ".assay-beam-"

// lockName is the name of a file in such a folder. It has the name of the machine, and is locked while the job runs. Only jobs
// whose workers are in this process have it, because others may go on without it.
const lockName = "lock"

// useTemp makes a folder for temporary files in the folder of each output, so that a file can be moved from one to the other,
// and in the folder of --temp, which is that of the first output by default. Folders that jobs have left there are removed. The
// result removes the new ones. They are not left to the workers, because these would also make the folders above them.
func (c *commandLine) useTemp() (remove func() error, err error) {
	name := tempName + rand.Text()
	c.outputs.Incomplete = name + "/"
	var parents []string
	for _, output := range []string{c.outputs.Report, c.outputs.Bad, c.outputs.Good} {
		if output != "" {
			parents = append(parents, folderOf(identity(output)))
		}
	}
	if c.options.Temp == "" && len(parents) > 0 {
		c.options.Temp = parents[0]
	}
	if temp := strings.TrimSuffix(c.options.Temp, "/"); temp != "" {
		if err := checkPlace(temp + "/x"); err != nil {
			return nil, fmt.Errorf("--temp %s: %w", temp, err)
		}
		if isLocal(temp) {
			if temp, err = filepath.Abs(temp); err != nil {
				return nil, err
			}
		}
		parents = append(parents, temp)
		c.options.Temp = temp + "/" + name
	}
	slices.Sort(parents)
	made := &temps{}
	for _, parent := range slices.Compact(parents) {
		if err := made.add(parent, name); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot make a folder for temporary files: %w", err), made.remove())
		}
	}
	return made.remove, nil
}

// temps are folders for temporary files.
type temps struct {
	folders []string
	locks   []*os.File
}

func (t *temps) add(parent, name string) error {
	folder := parent + "/" + name
	if !isLocal(parent) { // object stores have no folders
		t.folders = append(t.folders, folder)
		return nil
	}
	removeDead(parent)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	t.folders = append(t.folders, folder)
	if !workersAreHere() {
		return nil
	}
	lock, err := os.Create(filepath.Join(folder, "new"))
	if err != nil {
		return err
	}
	t.locks = append(t.locks, lock)
	host, err := os.Hostname()
	if err != nil || !tryLock(lock) {
		return nil // another job cannot find out whether this one is running, and leaves the folder
	}
	_, err = lock.WriteString(host)
	return cmp.Or(err, os.Rename(lock.Name(), filepath.Join(folder, lockName))) // whoever sees the file sees it locked
}

func (t *temps) remove() (err error) {
	for _, lock := range t.locks {
		lock.Close() // another job may remove the folder as well as this one
	}
	for _, folder := range t.folders {
		if isLocal(folder) {
			err = errors.Join(err, os.RemoveAll(folder))
		} else {
			err = errors.Join(err, removeObjects(folder))
		}
	}
	return err
}

// removeObjects removes all objects in a folder.
func removeObjects(folder string) error {
	ctx := context.Background() // also if the program has been interrupted
	fsys, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	names, err := fsys.List(ctx, folder+"/*")
	if remover, ok := fsys.(filesystem.Remover); ok {
		for _, name := range names {
			err = errors.Join(err, remover.Remove(ctx, name))
		}
	}
	return errors.Join(err, fsys.Close())
}

// folderOf returns the folder of a file or object.
func folderOf(name string) string {
	if isLocal(name) {
		return filepath.Dir(name)
	}
	return name[:strings.LastIndexByte(name, '/')]
}

// removeDead removes the folders that jobs on this machine have left in a folder when they were killed. The system unlocks
// their files then. What cannot be removed is left to a later job.
func removeDead(parent string) {
	host, err := os.Hostname()
	all, errRead := os.ReadDir(parent)
	if err != nil || errRead != nil {
		return
	}
	for _, f := range all {
		folder := filepath.Join(parent, f.Name())
		if !f.IsDir() || !strings.HasPrefix(f.Name(), tempName) {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(folder, lockName), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if text, err := os.ReadFile(lock.Name()); err == nil && string(text) == host && tryLock(lock) {
			os.RemoveAll(folder)
		}
		lock.Close()
	}
}
