package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assayjson/assay/internal/reading"
)

// A Bar is a progress line at the bottom of a terminal. It is redrawn repeatedly and looks like
// this.
//
//	[########            ]  41%  1.2 GB/s  512 files
//
// A nil Bar does nothing.
type Bar struct {
	w     io.Writer
	total int64 // total size in bytes; 0 if it is unknown, and the line then contains no bar
	began time.Time

	bytes, files atomic.Int64

	mu    sync.Mutex // held while drawing and clearing
	shown bool       // whether the line is on the terminal; guarded by mu
	once  sync.Once  // closes stop
	stop  chan struct{}
	done  sync.WaitGroup // used to wait for the goroutine that draws
}

const (
	patience = time.Second // shorter runs show nothing
	interval = 100 * time.Millisecond
)

// Start returns a bar that is drawn for the first time after one second. The caller must call Stop.
func Start(w io.Writer, total int64) *Bar {
	b := &Bar{w: w, total: total, began: time.Now(), stop: make(chan struct{})}
	b.done.Add(1)
	go b.run()
	return b
}

// run draws until the bar is stopped. A panic ends only the drawing.
func (b *Bar) run() {
	defer b.done.Done()
	defer func() { _ = recover() }()
	next := time.NewTimer(patience)
	defer next.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-next.C:
			b.draw()
			next.Reset(interval)
		}
	}
}

// Add counts bytes that have been checked.
func (b *Bar) Add(bytes int64) {
	if b != nil {
		b.bytes.Add(bytes)
	}
}

// File counts a file that has been checked.
func (b *Bar) File() {
	if b != nil {
		b.files.Add(1)
	}
}

// Clear erases the line, so that the caller can write to the terminal. The bar is drawn again after
// a short time.
func (b *Bar) Clear() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown {
		io.WriteString(b.w, "\r\x1b[K")
	}
	b.shown = false
}

// Stop ends the drawing and erases the line. It may be called more than once.
func (b *Bar) Stop() {
	if b == nil {
		return
	}
	b.once.Do(func() { close(b.stop) })
	b.done.Wait()
	b.Clear()
}

func (b *Bar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	io.WriteString(b.w, "\r"+line(b.bytes.Load(), b.total, b.files.Load(), time.Since(b.began))+"\x1b[K")
	b.shown = true
}

const barWidth = 24

// line returns the text of the progress line.
func line(bytes, total, files int64, elapsed time.Duration) string {
	rate := float64(bytes) / max(elapsed.Seconds(), 1e-9) / 1e9
	rest := fmt.Sprintf("%.2f GB  %.2g GB/s  %d files", float64(bytes)/1e9, rate, files)
	if total <= 0 {
		return rest
	}
	part := min(float64(bytes)/float64(total), 1)
	full := int(part * barWidth)
	return fmt.Sprintf("[%s%s] %3.0f%%  %s", strings.Repeat("#", full), strings.Repeat(" ", barWidth-full), part*100, rest)
}

// Reader returns a reader that counts the bytes read from r. The returned reader can seek or restart
// if r can.
func (b *Bar) Reader(r io.Reader) io.Reader {
	if b == nil {
		return r
	}
	if seeker, ok := r.(io.Seeker); ok {
		return &seekingReader{reader{r, b}, seeker}
	}
	if restarter, ok := r.(reading.Restarter); ok {
		return &restartingReader{reader{r, b}, restarter}
	}
	return &reader{r, b}
}

type seekingReader struct {
	reader
	io.Seeker
}

type restartingReader struct {
	reader
	restarter reading.Restarter
}

func (r *restartingReader) Size() int64    { return r.restarter.Size() }
func (r *restartingReader) Restart() error { return r.restarter.Restart() }

type reader struct {
	io.Reader
	bar *Bar
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.bar.Add(int64(n))
	return n, err
}
