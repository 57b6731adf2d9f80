package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
)

// A Bar counts what has been done, and shows it in a progress line at the bottom of a terminal. The line is redrawn
// repeatedly and looks like this.
//
//	[#########               ]  41%  1.2 GB  300 MB/s  12 files  0:05 left
//
// A nil Bar does nothing.
type Bar struct {
	w     io.Writer
	total int64
	all   int // number of files; or 0
	width func() int
	began time.Time

	bytes, files, open atomic.Int64

	mu    sync.Mutex // held while drawing and clearing
	shown bool       // whether the line is on the terminal; guarded by mu
	once  sync.Once  // closes stop
	stop  chan struct{}
	done  sync.WaitGroup // used to wait for the goroutine that draws
}

// Options are the options for a bar.
type Options struct {
	Total int64      // total size in bytes; 0 if it is unknown, and the line then contains neither a bar nor the time left
	Files int        // if Total is 0: number of files, whose sizes do not matter; or 0
	Width func() int // returns the number of columns of the terminal; nil stands for 80 columns
}

const (
	patience = time.Second // shorter runs show nothing
	interval = 100 * time.Millisecond
)

// Start returns a bar that is drawn for the first time after one second. If w is nil, the bar only counts. The caller must
// call Stop.
func Start(w io.Writer, o Options) *Bar {
	b := &Bar{w: w, total: o.Total, all: o.Files, width: o.Width, began: time.Now(), stop: make(chan struct{})}
	if b.width == nil {
		b.width = func() int { return 80 }
	}
	if w != nil {
		b.done.Add(1)
		go b.run()
	}
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

// Bytes returns the number of bytes that have been read. The bytes of compressed files count as they are in the file.
func (b *Bar) Bytes() int64 { return b.bytes.Load() }

// Files returns the number of files that have ended.
func (b *Bar) Files() int64 { return b.files.Load() }

// Open returns the number of files that have begun and not ended.
func (b *Bar) Open() int64 { return b.open.Load() }

// Total returns the total size in bytes, or 0 if it is unknown.
func (b *Bar) Total() int64 { return b.total }

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
	elapsed, files := time.Since(b.began), b.files.Load()
	text := line(b.bytes.Load(), b.total, files, elapsed, b.width())
	if b.total == 0 && b.all > 0 {
		text = fileLine(files, int64(b.all), elapsed, b.width())
	}
	io.WriteString(b.w, "\r"+text+"\x1b[K")
	b.shown = true
}

const barWidth = 24

// line returns the text of the progress line, which is shorter than width. Parts for which there is no room are left out.
func line(bytes, total, files int64, elapsed time.Duration, width int) string {
	size, speed, count := report.Size(bytes), report.Rate(bytes, elapsed), report.Count(int(files), "file")
	forms := [][]string{{size, speed, count}, {size, speed}, {size}, {}}
	if total > 0 {
		bar, percent, rest := shown(bytes, total, elapsed)
		forms = [][]string{
			{bar + " " + percent, size, speed, count, rest}, {percent, size, speed, count, rest}, {percent, size, speed, rest},
			{percent, speed, rest}, {percent, rest}, {percent}, {},
		}
	}
	return firstThatFits(forms, width)
}

// fileLine is like line, but shows how many files of a total have ended.
func fileLine(files, total int64, elapsed time.Duration, width int) string {
	bar, percent, rest := shown(files, total, elapsed)
	count := report.Count(int(files), "file")
	return firstThatFits([][]string{{bar + " " + percent, count, rest}, {percent, count, rest}, {percent, rest}, {percent}, {}}, width)
}

// shown returns the bar, the percentage and the time left.
func shown(done, total int64, elapsed time.Duration) (bar, percent, rest string) {
	share := min(float64(done)/float64(total), 1)
	full := int(share * barWidth)
	bar = "[" + strings.Repeat("#", full) + strings.Repeat(" ", barWidth-full) + "]"
	return bar, fmt.Sprintf("%3.0f%%", share*100), left(share, elapsed)
}

// firstThatFits returns the text of the first form that is shorter than width.
func firstThatFits(forms [][]string, width int) string {
	for _, form := range forms {
		text := strings.TrimRight(strings.Join(form, "  "), " ")
		if len(text) < width {
			return text
		}
	}
	return ""
}

// left returns the time left if the rest takes as long as what has been done, or "" if that is not known yet.
func left(share float64, elapsed time.Duration) string {
	if share <= 0 || share >= 1 {
		return ""
	}
	seconds := elapsed.Seconds()/share - elapsed.Seconds()
	if seconds > 100*3600 {
		return "more than 100 hours left"
	}
	s := int(seconds + 0.5)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d left", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d left", s/60, s%60)
}
