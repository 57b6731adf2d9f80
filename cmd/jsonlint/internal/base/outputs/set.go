package outputs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A Set is a group of output files that are kept or removed together. The zero value is an empty
// group.
//
// Commit gives the files their names only after all of them are complete and on the disk, so that a
// full disk leaves all old files as they were.
type Set struct {
	mu        sync.Mutex // guards all fields
	files     []member
	kept      []string     // the names of the files that Commit has kept
	made      []madeFolder // outer folders come before inner ones
	ended     bool         // Commit has succeeded, or Abort has been called
	committed bool         // Commit has succeeded
}

// A member is a file of a Set.
type member struct {
	name string
	file *File    // nil for a device
	raw  *os.File // the device, such as a pipe or /dev/null, that cannot be replaced
}

// ErrAborted is the error of a write to a file of a Set after [Set.Abort].
var ErrAborted = errors.New("the output has been aborted")

// An Error is the error of a file of a Set.
type Error struct {
	Name string // the name that was passed to Create
	Err  error  // without the name of the system call and the path
}

func (e *Error) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Create adds a file, and returns a writer for its contents. If the name is that of a device, a pipe or
// an open file, such as /dev/stdout, which cannot be replaced, the writer writes to it directly. The
// errors of the writer are of type [*Error].
func (s *Set) Create(name string) (io.Writer, error) { return s.CreateLike(name, nil) }

// CreateLike is like [Set.Create]. A new file is as accessible as the one that like describes; see [OpenLike].
func (s *Set) CreateLike(name string, like fs.FileInfo) (io.Writer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, &Error{name, ErrAborted}
	}
	m, err := open(name, like)
	if err != nil {
		return nil, Failure(name, err)
	}
	s.files = append(s.files, m)
	return &writer{s, m}, nil
}

// A Change is a file with new contents.
type Change struct {
	Folder *os.Root // the folder that must not be left, as described at [OpenIn]; nil if there is none
	Name   string   // with slashes if there is a folder
	Read   *Version // the version that is replaced, as described at [Replace]; nil if it does not matter
	Text   []byte   // the new contents
}

// Add adds a file. Missing folders are created in the folder of the change. The error is an [*Error].
func (s *Set) Add(c Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return &Error{c.Name, ErrAborted}
	}
	var f *File
	var err error
	if c.Folder == nil {
		f, err = Open(c.Name)
	} else if err = s.makeFolders(c.Folder, path.Dir(c.Name)); err == nil {
		f, err = OpenIn(c.Folder, c.Name)
	}
	if err != nil {
		return Failure(c.Name, err)
	}
	f.read = c.Read
	s.files = append(s.files, member{name: c.Name, file: f})
	if _, err := f.Write(c.Text); err != nil {
		return Failure(c.Name, err)
	}
	return nil
}

// MakeFolders creates a folder, and those above it, unless they exist. Abort removes them if they are empty. The name has slashes.
func (s *Set) MakeFolders(in *os.Root, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return &Error{name, ErrAborted}
	}
	return s.makeFolders(in, name)
}

// makeFolders is like MakeFolders for a caller that has locked s.
func (s *Set) makeFolders(in *os.Root, name string) error {
	if _, err := in.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := s.makeFolders(in, path.Dir(name)); err != nil {
		return err
	}
	err := in.Mkdir(name, 0o777)
	if err == nil {
		s.made = append(s.made, madeFolder{in, name})
	}
	return err
}

// A madeFolder is a folder that has been created for a file.
type madeFolder struct {
	in   *os.Root
	name string
}

// open opens a file or a device.
func open(name string, like fs.FileInfo) (m member, err error) {
	m.name = name
	if m.raw, err = descriptor(name); m.raw != nil || err != nil {
		return m, err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		m.raw, err = os.OpenFile(name, os.O_WRONLY, 0)
		return m, err
	}
	m.file, err = OpenLike(name, like)
	return m, err
}

// A writer writes to a file of a Set.
type writer struct {
	set  *Set
	file member
}

func (w *writer) Write(p []byte) (n int, err error) {
	if n, err = w.write(p); err != nil {
		return n, Failure(w.file.name, err)
	}
	return n, nil
}

func (w *writer) write(p []byte) (int, error) {
	w.set.mu.Lock()
	ended := w.set.ended
	if f := w.file.file; f != nil && !ended {
		defer w.set.mu.Unlock() // Abort must not remove the file during a write
		return f.Write(p)
	}
	w.set.mu.Unlock() // Abort need not wait until somebody reads from a pipe
	if ended {
		return 0, ErrAborted
	}
	return w.file.raw.Write(p)
}

// Failure returns the error of the file with the given name, as an [*Error].
func Failure(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &Error{name, err}
}

// Commit keeps all files, in the order in which they were created. If it returns an error, Abort
// must be called. If a file cannot be completed, no file has been kept. If a file cannot be renamed, for
// example because its folder has been removed in the meantime, the files before it have been kept; see
// [Set.Kept].
func (s *Set) Commit() error { return s.commit(longestWait) }

// commit is like Commit, and waits at most the given time for a lock.
func (s *Set) commit(longest time.Duration) error {
	if err := s.finish(); err != nil {
		return err
	}
	defer s.lock(longest)()
	return s.keep()
}

// finish completes all files.
func (s *Set) finish() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return ErrAborted
	}
	for _, m := range s.files {
		if m.file == nil {
			continue
		}
		if err := m.file.finish(); err != nil {
			return Failure(m.name, err)
		}
	}
	return nil
}

// keep gives the files their names.
func (s *Set) keep() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return ErrAborted // while Commit waited for a lock
	}
	pending.renaming.RLock()
	defer pending.renaming.RUnlock()
	for _, m := range s.files {
		if err := m.keep(); err != nil {
			return Failure(m.name, err)
		}
		if m.file != nil {
			s.kept = append(s.kept, m.name)
		}
	}
	s.ended, s.committed = true, true
	return nil
}

// longestWait limits how long the files of a Set wait for a lock. Another process of this program has it only for a moment, while it
// renames files. A command such as flock(1) may have it as long as this program runs.
const longestWait = 5 * time.Second

// lock locks the folders of the files if there are several files. Otherwise, if two processes write the same files at the same
// time, some could be those of one process, and some those of the other. In the meantime, Abort can be called.
func (s *Set) lock(longest time.Duration) (unlock func()) {
	names := s.foldersToLock()
	var locked []string
	var unlocks []func()
	for _, name := range names {
		if !slices.ContainsFunc(locked, func(other string) bool { return isSameFolder(name, other) }) {
			locked = append(locked, name)
			unlocks = append(unlocks, lockFolder(name, longest))
		}
	}
	return func() {
		for _, unlock := range unlocks {
			unlock()
		}
	}
}

// foldersToLock returns the folders of the files, in the order in which all processes lock them.
func (s *Set) foldersToLock() (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.files {
		if m.file != nil && m.file.in == (everywhere{}) {
			names = append(names, filepath.Dir(newFile(m.file.target)))
		}
	}
	if len(names) < 2 {
		return nil
	}
	slices.Sort(names)
	return names
}

// isSameFolder reports whether two names are those of the same folder, which a process must not lock twice.
func isSameFolder(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// Kept returns the names of the files that Commit has kept. Devices do not count.
func (s *Set) Kept() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.kept)
}

// keep gives the file its name, or closes the device.
func (m member) keep() error {
	if m.file == nil {
		return m.raw.Close()
	}
	return m.file.Keep()
}

// Abort removes what has been written, unless Commit has succeeded. Later writes fail. Abort may be
// called more than once, and by any goroutine.
func (s *Set) Abort() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil
	}
	s.ended = true
	var all error
	for _, m := range slices.Backward(s.files) {
		if m.file == nil {
			m.raw.Close() // the error that is the reason has been reported
		} else if err := m.file.Discard(); err != nil {
			all = errors.Join(all, Failure(m.name, err))
		}
	}
	for _, m := range slices.Backward(s.made) {
		m.in.Remove(m.name) // fails if there is something in it
	}
	return all
}
