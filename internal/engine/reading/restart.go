package reading

import "io"

// A Restarter is a reader that can be read again from its start, although it cannot seek. For
// example, it decompresses a file.
type Restarter interface {
	io.Reader
	// Size returns about how many bytes can be read from the start to the end.
	Size() int64
	// Restart makes the next Read begin at the start again. After an error, the reader must not be
	// used.
	Restart() error
}
