package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"golang.org/x/sync/errgroup"
)

// tempName is what the names of folders for temporary files begin with.
const tempName = ".assay-beam-"

// lockName is the name of a file in such a folder. It has the name of the machine, and is locked while the job runs. Only jobs
// whose workers are in this process have it, because others may go on without it.
const lockName = "lock"

// useTemp makes a folder for temporary files in the folder of each file of an output, so that a file can be moved from one to the other,
// and in the folder of --temp, which is that of the first output by default. Folders that jobs have left there are removed. The
// new ones are not left to the workers, because these would also make the folders above them.
func (c *commandLine) useTemp() (*temps, error) {
	name := tempName + rand.Text()
	c.outputs.Incomplete = name + "/"
	var parents []string
	for _, output := range []string{c.outputs.Report, c.outputs.Bad, c.outputs.Good} {
		if output == "" {
			continue
		}
		for _, file := range c.outputs.Names(output) {
			parents = append(parents, folderOf(identity(file))) // which a worker also finds
		}
	}
	if c.options.Temp == "" && len(parents) > 0 {
		c.options.Temp = parents[0]
	}
	if temp := c.options.Temp; temp != "" {
		parent := identity(temp)
		c.options.Temp = within(parent, name)
		if err := checkPlace(c.options.Temp); err != nil {
			return nil, fmt.Errorf("--temp %s: %w", temp, err)
		}
		parents = append(parents, folderOf(c.options.Temp))
	}
	slices.Sort(parents)
	made := &temps{}
	for _, parent := range slices.Compact(parents) {
		if err := made.add(parent, name); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot make a folder for temporary files: %w", err), made.remove())
		}
	}
	return made, nil
}

// temps are folders for temporary files.
type temps struct {
	folders []string
	locks   []*os.File
}

func (t *temps) add(parent, name string) error {
	folder := within(parent, name)
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

// removeObjects removes all objects in a folder, also if the program has been interrupted.
func removeObjects(folder string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), removalTime)
	defer cancel()
	fsys, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, fsys.Close()); err != nil {
			err = fmt.Errorf("%s: cannot remove temporary files: %w", folder, err)
		}
	}()
	remover, ok := fsys.(filesystem.Remover)
	if !ok {
		return errors.ErrUnsupported
	}
	names, err := fsys.List(ctx, strings.NewReplacer("[", "*", "?", "*", `\`, "*").Replace(folder)+"/*") // not all file systems can quote
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(32)
	for _, name := range names {
		if strings.HasPrefix(name, folder+"/") {
			group.Go(func() error { return remover.Remove(ctx, name) })
		}
	}
	return group.Wait()
}

// removalTime is how long temporary objects may be removed.
const removalTime = 5 * time.Minute

// within returns the name of a file in a folder.
func within(folder, name string) string {
	if isLocal(folder) {
		return filepath.Join(folder, name)
	}
	return strings.TrimSuffix(folder, "/") + "/" + name
}

// folderOf returns the folder of a file or object.
func folderOf(name string) string {
	if isLocal(name) {
		return filepath.Dir(name)
	}
	return name[:strings.LastIndexByte(name, '/')]
}

// removeDead removes the folders that jobs of this user on this machine have left in a folder when they were killed. The system unlocks
// their files then. What cannot be removed is left to a later job.
func removeDead(parent string) {
	host, err := os.Hostname()
	all, errRead := os.ReadDir(parent)
	if err != nil || errRead != nil {
		return
	}
	for _, f := range all {
		if !f.IsDir() || !strings.HasPrefix(f.Name(), tempName) {
			continue
		}
		if info, err := f.Info(); err == nil && isOwn(info) {
			removeIfDead(filepath.Join(parent, f.Name()), host)
		}
	}
}

// removeIfDead removes a folder if its lock names this machine and is not locked.
func removeIfDead(folder, host string) {
	name := filepath.Join(folder, lockName)
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(host)) {
		return // anything else might block
	}
	lock, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if opened, err := lock.Stat(); err != nil || !os.SameFile(info, opened) {
		return
	}
	text := make([]byte, len(host))
	if _, err := io.ReadFull(lock, text); err == nil && string(text) == host && tryLock(lock) {
		os.RemoveAll(folder)
	}
}
