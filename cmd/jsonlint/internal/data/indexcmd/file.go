package indexcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/data/recordindex"
	"github.com/assayjson/assay/lint"
)

// indexSuffix comes after the name of a file in the name of its index.
const indexSuffix = ".jidx"

// isLines reports whether the records of a file in a dialect are lines, so that an index applies.
func isLines(d lint.Dialect) bool {
	return d == lint.NDJSON || d == lint.JSON || d == lint.IJSON
}

// An indexedFile is an open file that can have an index.
type indexedFile struct {
	*os.File
	source recordindex.Source
	index  *os.File // or nil

	counted *countedFile // what the source reads
}

// A countedFile counts the bytes that are read from a file. Reads from places to which reading has not come, which
// compare samples, do not count.
type countedFile struct {
	*os.File
	part atomic.Pointer[progress.Part] // nil if nothing counts
	at   atomic.Int64                  // where reading has come
}

// ReadAt implements [io.ReaderAt].
func (c *countedFile) ReadAt(p []byte, off int64) (n int, err error) {
	n, err = c.File.ReadAt(p, off)
	if at := c.at.Load(); off <= at && at < off+int64(n) {
		c.at.Store(off + int64(n)) // one goroutine reads in order
		c.part.Load().At(off + int64(n))
	}
	return n, err
}

// openIndexed opens a regular file.
func openIndexed(name string) (*indexedFile, error) {
	info, err := os.Stat(name) // first, because opening a pipe waits for a writer
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f := &indexedFile{File: file, counted: &countedFile{File: file}}
	f.source.File, f.source.Form = f.counted, input.FormOf(name)
	f.source.Open = func(from recordindex.Point) (recordindex.Text, error) {
		return input.OpenAt(f.counted, f.source.Size, f.source.Form, from)
	}
	if err := f.stat(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// stat updates the size and the modification time of the source.
func (f *indexedFile) stat() error {
	info, err := f.File.Stat()
	if err == nil {
		f.source.Size, f.source.ModTime = info.Size(), info.ModTime().UnixNano()
	}
	return err
}

// settle waits until a change of the file would change its modification time. That takes a few milliseconds after the latest
// change, but up to two seconds if the file system stores times only in seconds. Nothing is settled if the file is changed all
// the time, or if its modification time is in the future.
func (f *indexedFile) settle() error {
	const attempts = 3
	for attempt := 1; ; attempt++ {
		if err := f.stat(); err != nil {
			return err
		}
		age, resolution := time.Since(time.Unix(0, f.source.ModTime)), timeResolution(f.source.ModTime)
		f.source.Settled = age > resolution
		if f.source.Settled || age < 0 || attempt == attempts || attempt > 1 && resolution >= time.Second {
			return nil
		}
		time.Sleep(resolution - age + time.Millisecond)
	}
}

// timeResolution returns the resolution that the file system of a file with this modification time may have. The clock of the kernel
// ticks every few milliseconds. Some file systems store only seconds, and FAT only even ones.
func timeResolution(modTime int64) time.Duration {
	for _, seconds := range []time.Duration{2 * time.Second, time.Second} {
		if modTime%int64(seconds) == 0 {
			return seconds
		}
	}
	return 20 * time.Millisecond
}

// openIndex opens the index of the file. It can be used until the file is closed.
func (f *indexedFile) openIndex() (*recordindex.Index, error) {
	name := f.Name() + indexSuffix
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errNoIndex
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("the index is not a regular file")
	}
	index, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f.closeIndex()
	f.index = index
	if info, err = index.Stat(); err != nil {
		return nil, err
	}
	return recordindex.Open(index, info.Size())
}

var errNoIndex = errors.New("there is no index")

// closeIndex closes the index, which was only read.
func (f *indexedFile) closeIndex() {
	if f.index != nil {
		f.index.Close()
		f.index = nil
	}
}

// Close closes the file, which was only read, and its index.
func (f *indexedFile) Close() {
	f.File.Close()
	f.closeIndex()
}

// record returns a record that the index finds, or nil and the number of records if there is no such record. The error
// is the reason why the index cannot be used.
func (f *indexedFile) record(number int64) (found *recordindex.Found, total int64, reason error) {
	x, err := f.openIndex()
	if err == nil {
		err = x.Current(&f.source)
	}
	if err != nil {
		return nil, 0, err
	}
	if total = x.Info().Records; number > total {
		return nil, total, nil
	}
	found, err = x.Record(&f.source, number)
	return found, total, err
}

// write writes the index by calling fill, which returns false if the index need not be written.
func (f *indexedFile) write(set *outputs.Set, fill func(w *bufio.Writer) (changed bool, err error)) error {
	if err := f.settle(); err != nil {
		return err
	}
	name := f.Name() + indexSuffix
	info, err := f.File.Stat()
	if err != nil {
		return err
	}
	to, err := set.CreateLike(name, info) // an index shows something of the contents
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(to, 64<<10)
	changed, err := fill(w)
	switch {
	case err != nil:
		return err
	case !changed:
		return set.Abort()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	f.closeIndex() // Windows does not replace open files
	return set.Commit()
}

// countIn makes a bar count what is read from the file. The caller must call end. All of the file then counts as read, even if
// its index has made that unnecessary.
func (f *indexedFile) countIn(bar *progress.Bar) (end func()) {
	passed := bar.Begin(f.source.Size)
	f.counted.part.Store(passed)
	return func() {
		f.counted.part.Store(nil)
		passed.End()
	}
}

// build writes the index anew.
func (f *indexedFile) build(set *outputs.Set) error {
	return f.write(set, func(w *bufio.Writer) (bool, error) {
		return true, recordindex.Build(context.Background(), w, &f.source)
	})
}

// extend extends the index by what has been appended to the file. It returns the offset of the first record that is new or
// was incomplete.
func (f *indexedFile) extend(set *outputs.Set, x *recordindex.Index, full bool) (from int64, err error) {
	err = f.write(set, func(w *bufio.Writer) (bool, error) {
		result, err := x.Extend(context.Background(), w, &f.source, full)
		from = result.From
		return !result.Unchanged, err
	})
	return from, err
}

// hasChanged returns an error if the file has been changed since it was opened.
func (f *indexedFile) hasChanged() error {
	before := f.source
	if err := f.stat(); err != nil {
		return err
	}
	if before.Size != f.source.Size || before.ModTime != f.source.ModTime {
		return fmt.Errorf("was changed while it was read, so the index is not used until it has been updated by: %s index --since %s", command.ProgramName(), command.InCommand(f.Name()))
	}
	return nil
}

// head returns the first n bytes of the text, or all of it.
func (f *indexedFile) head(n int) ([]byte, error) {
	text := io.Reader(f.File)
	if f.source.Form != recordindex.Plain {
		t, err := f.source.Open(recordindex.Point{})
		if err != nil {
			return nil, err
		}
		defer t.Close()
		text = t
	}
	return io.ReadAll(io.LimitReader(text, int64(n)))
}
