package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/internal/engine/reading"
)

// showsProgress reports whether the progress of a long run that reads the given files is shown on standard error. It is not
// shown if the user is typing input there. Dumb terminals, such as those in editors, cannot erase it.
func (s *Settings) showsProgress(std Stdio, names []string) bool {
	typing := std.inTTY && std.ErrTTY && slices.Contains(names, input.Stdin)
	fits := std.ErrTTY && !s.Quiet && std.getenv("TERM") != "dumb"
	return (s.progress == "always" || s.progress == "auto" && fits) && !typing
}

// StartBar returns a bar for a run that reads the given files. If the output goes to standard output and that is a terminal,
// too, no progress is shown, because it would be mixed with the output. The bar is nil if neither progress nor metrics are
// wanted.
func (s *Settings) StartBar(std Stdio, prints bool, names ...string) *progress.Bar {
	total := int64(0)
	if !s.staged && s.changed == "" && s.filesFrom == "" {
		total = totalSize(std.In, names...)
	}
	return s.StartBarOf(progress.Options{Total: total}, std, prints, names...)
}

// StartBarOf is like [Settings.StartBar], but the options say what there is to do. It sets their width.
func (s *Settings) StartBarOf(o progress.Options, std Stdio, prints bool, names ...string) *progress.Bar {
	o.Width = std.errWidth
	switch {
	case s.showsProgress(std, names) && !(prints && std.width > 0):
		return progress.Start(std.Err, o)
	case s.metricsAddr != "":
		return progress.Start(nil, o)
	}
	return nil
}

// StartMetrics serves metrics on the address of --metrics-addr, and returns nil without this flag. The bar must not be nil then. If
// ofRecords is set, records are counted. The caller must call End.
func (s *Settings) StartMetrics(std Stdio, bar *progress.Bar, ofRecords bool) (*metrics.Meter, error) {
	if s.metricsAddr == "" {
		return nil, nil
	}
	m := metrics.NewMeter(Version(), bar, ofRecords)
	url, err := m.Serve(func(write func([]byte) []byte) (string, func() error, error) {
		return std.Schemas().ServeMetrics(s.metricsAddr, write)
	})
	if err != nil {
		return nil, fmt.Errorf("--metrics-addr: %w", err)
	}
	if !s.Quiet {
		std.Complain(errors.New("metrics are at " + url))
	}
	return m, nil
}

// totalSize returns the size of files in bytes, as they are on the disk, if all of them are regular files; otherwise 0.
func totalSize(stdin io.Reader, names ...string) (n int64) {
	for _, name := range names {
		size := SizeOf(name, stdin)
		if size < 0 {
			return 0
		}
		n += size
	}
	return n
}

// SizeOf returns the size of a file in bytes if it is a regular file; otherwise -1.
func SizeOf(name string, stdin io.Reader) int64 {
	if name == input.Stdin {
		if size, ok := reading.RegularSize(stdin); ok {
			return size
		}
		return -1
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// BeginPart begins a file in a bar, which may be nil. The caller must end it.
func BeginPart(bar *progress.Bar, f input.File, stdin io.Reader) *progress.Part {
	switch {
	case bar == nil:
		return nil
	case f.Held:
		return bar.Begin(int64(len(f.Data)))
	}
	return bar.Begin(max(SizeOf(f.Name, stdin), 0))
}

// ReaderIn returns a reader for a content whose progress part counts. If the content has been made from a compressed file, the bytes
// of that file count. Text that is in memory counts when the part ends.
func ReaderIn(part *progress.Part, content *input.Content) io.Reader {
	switch {
	case content.Stream == nil:
		return bytes.NewReader(content.Data)
	case content.OnRead(part.At):
		return content.Stream
	}
	return part.Reader(content.Stream)
}
