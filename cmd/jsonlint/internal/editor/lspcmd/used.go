package lspcmd

import (
	"path/filepath"
	"strings"
	"sync"
)

// usedFiles has the files that an engine has read, or would have read if they had existed. A file is known by the last element of its
// path, because a path may lead through symbolic links. Several goroutines may use it.
type usedFiles struct {
	mu    sync.Mutex
	names map[string]bool // in lower case; guarded by mu
}

// add adds a file. It must be called before the file is read: otherwise, the file could change between the two without notice.
func (u *usedFiles) add(path string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.names == nil {
		u.names = map[string]bool{}
	}
	u.names[nameIn(path)] = true
	if target, err := filepath.EvalSymlinks(path); err == nil {
		u.names[nameIn(target)] = true
	}
}

// has reports whether a file may have been read.
func (u *usedFiles) has(path string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.names[nameIn(path)]
}

// nameIn returns the last element of a path. In many file systems, upper and lower case are equal.
func nameIn(path string) string { return strings.ToLower(filepath.Base(path)) }
