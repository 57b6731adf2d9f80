package progress

import (
	"io"
	"io/fs"
	"sync"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A Part is a file whose bytes a [Bar] counts. Each byte is counted once, even if the file is read several times. A nil Part does
// nothing. Its methods may be called concurrently.
type Part struct {
	bar  *Bar
	size int64

	mu     sync.Mutex
	passed int64 // how many bytes have been counted; guarded by mu
}

// Begin begins a file of the given size in bytes, which is 0 if it is unknown. The caller must call End.
func (b *Bar) Begin(size int64) *Part {
	if b == nil {
		return nil
	}
	b.open.Add(1)
	return &Part{bar: b, size: size}
}

// At states that the first n bytes have been read. It has no effect if more bytes have been counted already.
func (p *Part) At(n int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size > 0 {
		n = min(n, p.size)
	}
	if n > p.passed {
		p.bar.bytes.Add(n - p.passed)
		p.passed = n
	}
}

// End ends the file. If its size is known, all of it counts as read.
func (p *Part) End() {
	if p == nil {
		return
	}
	p.At(p.size)
	p.bar.open.Add(-1)
	p.bar.files.Add(1)
}

// Reader returns a reader that counts the bytes read from r, which is at the beginning of the file. The returned reader can
// seek or restart if r can. If r is an [os.File], the returned reader is also an [fs.File] and an [io.ReaderAt].
func (p *Part) Reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	if file, ok := r.(seekableFile); ok {
		return &fileReader{seekingReader{reader{r, p, 0}, file}, file}
	}
	if seeker, ok := r.(io.Seeker); ok {
		return &seekingReader{reader{r, p, 0}, seeker}
	}
	if restarter, ok := r.(reading.Restarter); ok {
		return &restartingReader{reader{r, p, 0}, restarter}
	}
	return &reader{r, p, 0}
}

type reader struct {
	io.Reader
	part *Part
	at   int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.at += int64(n)
	r.part.At(r.at)
	return n, err
}

// A seekableFile is a file that can be read at any offset, such as an [os.File].
type seekableFile interface {
	fs.File
	io.Seeker
	io.ReaderAt
}

// A fileReader is a file, so that package reading can see what kind of file it is, and package lint can read it again.
type fileReader struct {
	seekingReader
	file seekableFile
}

func (r *fileReader) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.file.ReadAt(p, offset)
	r.part.At(offset + int64(n))
	return n, err
}

func (r *fileReader) Stat() (fs.FileInfo, error) { return r.file.Stat() }
func (r *fileReader) Close() error               { return r.file.Close() }

type seekingReader struct {
	reader
	seeker io.Seeker
}

func (r *seekingReader) Seek(offset int64, whence int) (int64, error) {
	at, err := r.seeker.Seek(offset, whence)
	if err == nil {
		r.at = at
	}
	return at, err
}

type restartingReader struct {
	reader
	restarter reading.Restarter
}

func (r *restartingReader) Size() int64 { return r.restarter.Size() }

func (r *restartingReader) Restart() error {
	r.at = 0
	return r.restarter.Restart()
}
