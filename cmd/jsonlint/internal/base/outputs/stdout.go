package outputs

import (
	"io/fs"
	"os"
)

// A Stdout writes to standard output. If its reader has left, a write ends the program without a message, as it does by default. By
// then, other closed pipes may be errors, because there are unfinished files, which are removed first.
type Stdout struct{ File *os.File }

// Write implements [io.Writer].
func (s Stdout) Write(p []byte) (n int, err error) {
	if n, err = s.File.Write(p); err != nil && isClosedPipe(err) {
		pending.renaming.Lock()
		pending.mu.Lock() // no other file is created
		removePending()
		endUnread(s.File, p)
	}
	return n, err
}

// Stat describes the file.
func (s Stdout) Stat() (fs.FileInfo, error) { return s.File.Stat() }
